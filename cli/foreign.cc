#include "foreign.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <gelu/gelu.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <exception>
#include <thread>

#include "output.h"

namespace gelu::cli {
namespace {

std::size_t PageSize() { return static_cast<std::size_t>(getpagesize()); }

std::size_t WholePages(std::size_t bytes) {
  return (bytes / PageSize() + 1) * PageSize();
}

unsigned char* Map(std::size_t bytes, int flags) {
  void* memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                      MAP_ANONYMOUS | flags, -1, 0);
  if (memory == MAP_FAILED) throw SystemError("memory", errno);
  return static_cast<unsigned char*>(memory);
}

// How far the child has come. Written by it, read by the parent.
enum class Stage : int { kLoading, kUnloadable, kRunning, kThrew, kDone };
struct Report {
  std::atomic<Stage> stage;
  std::atomic<std::uint64_t> calls;
  std::atomic<std::size_t> length;  // of the call in progress
  char text[512];                   // what dlopen said, or where it faulted
};

void SetText(Report* report, const char* text) {
  std::strncpy(report->text, text, sizeof report->text - 1);
}

// For the handler, which takes no arguments of ours.
Report* faulting_report;
const std::function<std::string(const void*)>* faulting_place;

// Says where, and lets the instruction fault again: now for good.
void HandleFault(int number, siginfo_t* info, void*) {
  signal(number, SIG_DFL);
  if (*faulting_place) {
    SetText(faulting_report, (*faulting_place)(info->si_addr).c_str());
  }
}

void CatchFaults() {
  static unsigned char stack[1 << 16];  // its own may have overflowed
  stack_t alternative = {};
  alternative.ss_sp = stack;
  alternative.ss_size = sizeof stack;
  sigaltstack(&alternative, nullptr);
  struct sigaction action = {};
  action.sa_sigaction = HandleFault;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(SIGSEGV, &action, nullptr);
  sigaction(SIGBUS, &action, nullptr);
}

// Its words are not ours, and its crashes leave no files.
void Quieten() {
  const int nowhere = open("/dev/null", O_RDWR);
  for (int descriptor : {0, 1, 2}) dup2(nowhere, descriptor);
  const rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

using Symbol = void (*)(const void* x, void* y, std::size_t n);

Symbol Load(const std::string& library, const std::string& symbol,
            Report* report) {
  // Without a slash dlopen would search the system's folders.
  const std::string path =
      library.find('/') == library.npos ? "./" + library : library;
  void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* found = handle ? dlsym(handle, symbol.c_str()) : nullptr;
  if (found == nullptr) {
    if (handle != nullptr) {
      SetText(report, (library + ": no symbol '" + symbol + "'").c_str());
    } else {
      SetText(report, dlerror());
    }
    report->stage = Stage::kUnloadable;
  }
  return reinterpret_cast<Symbol>(found);
}

// "(n = 5)"
std::string During(const Report& report) {
  if (report.calls == 0) return "(while it is loaded)";
  return fmt::format("(n = {})", report.length.load());
}

std::string Ending(const Report& report, int status, bool timed_out,
                   double timeout) {
  if (report.stage == Stage::kUnloadable) throw Error(report.text);
  if (timed_out) {
    return fmt::format("hangs: nothing after {:g} s {}", timeout,
                       During(report));
  }
  if (report.stage == Stage::kThrew) {
    return fmt::format("throws an exception {}", During(report));
  }
  if (WIFSIGNALED(status)) {
    if (report.text[0] != '\0') {
      return fmt::format("touches {} {}", report.text, During(report));
    }
    const char* name = sigabbrev_np(WTERMSIG(status));
    return fmt::format("crashes with SIG{} {}", name ? name : "?",
                       During(report));
  }
  if (report.stage != Stage::kDone) {
    return fmt::format("ends the process with status {} {}",
                       WEXITSTATUS(status), During(report));
  }
  return "";
}

}  // namespace

SharedMemory::SharedMemory(std::size_t bytes)
    : bytes_(WholePages(bytes)), data_(Map(bytes_, MAP_SHARED)) {}

SharedMemory::~SharedMemory() { munmap(data_, bytes_); }

GuardedMemory::GuardedMemory(std::size_t bytes)
    : page_(PageSize()),
      bytes_(WholePages(bytes)),
      pages_(Map(bytes_ + 2 * page_, MAP_PRIVATE)) {
  mprotect(pages_, page_, PROT_NONE);
  mprotect(end(), page_, PROT_NONE);
}

GuardedMemory::~GuardedMemory() { munmap(pages_, bytes_ + 2 * page_); }

void GuardedMemory::ReadOnly(bool read_only) {
  mprotect(begin(), bytes_, read_only ? PROT_READ : PROT_READ | PROT_WRITE);
}

const char* GuardedMemory::Place(const void* address) const {
  const auto* at = static_cast<const unsigned char*>(address);
  if (at < pages_ || at >= end() + page_) return "";
  if (at < begin()) return "before the start";
  return at < end() ? "inside" : "past the end";
}

std::string Foreign::Run(const std::function<void(const Call&)>& body,
                         const std::function<std::string(const void*)>& place) {
  const SharedMemory shared(sizeof(Report));
  auto* report = new (shared.data()) Report{};
  const pid_t child = fork();
  if (child < 0) throw SystemError("fork", errno);
  if (child == 0) {
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    Quieten();
    const Symbol symbol = Load(library_, symbol_, report);
    if (symbol == nullptr) _exit(0);
    faulting_report = report;
    faulting_place = &place;
    CatchFaults();
    report->stage = Stage::kRunning;
    try {
      body([&](const void* x, void* y, std::size_t n) {
        report->length = n;
        ++report->calls;
        symbol(x, y, n);
      });
      report->stage = Stage::kDone;
    } catch (...) {
      report->stage = Stage::kThrew;
    }
    _exit(0);
  }
  setpgid(child, child);  // whoever of the two comes first

  using Clock = std::chrono::steady_clock;
  auto moved = Clock::now();
  std::uint64_t calls = 0;
  int status = 0;
  bool timed_out = false;
  while (waitpid(child, &status, WNOHANG) == 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    const Clock::time_point now = Clock::now();
    if (report->calls != calls) moved = now;
    calls = report->calls;
    if (now - moved > std::chrono::duration<double>(timeout_)) {
      timed_out = true;
      kill(-child, SIGKILL);
      waitpid(child, &status, 0);
      break;
    }
  }
  return Ending(*report, status, timed_out, timeout_);
}

}  // namespace gelu::cli
