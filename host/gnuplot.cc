#include <fcntl.h>
#include <gelu/gelu.h>
#include <gelu/host/gnuplot.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

extern char** environ;

namespace gelu::host {
namespace {

Error SystemError(const std::string& what, int number) {
  return Error(what + ": " + std::strerror(number));
}

// A file without a name, gone when closed.
class Scratch {
 public:
  Scratch() : file_(std::tmpfile(), &std::fclose) {
    if (!file_) throw SystemError("temporary file", errno);
  }
  int descriptor() const { return fileno(file_.get()); }

  void Write(const std::string& text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size() ||
        std::fflush(file_.get()) != 0) {
      throw SystemError("temporary file", errno);
    }
    std::rewind(file_.get());
  }

  // gnuplot shows the line of the script and a mark below, then says what is
  // wrong: the last line that is not blank.
  std::string Complaint() {
    std::rewind(file_.get());
    std::string complaint = "it failed, and said nothing";
    char line[256];
    while (std::fgets(line, sizeof line, file_.get())) {
      line[std::strcspn(line, "\n")] = '\0';
      const std::size_t blanks = std::strspn(line, " \t");
      if (line[blanks] != '\0') complaint = line + blanks;
    }
    return complaint;
  }

 private:
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file_;
};

// Runs it and returns what it wrote on its standard output.
std::string Run(int input, int errors, int* status) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw SystemError("gnuplot", errno);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
  posix_spawn_file_actions_adddup2(&actions, errors, 2);
  // -d: the user's own gnuplot settings would change the picture.
  char name[] = "gnuplot", defaults[] = "-d";
  char* arguments[] = {name, defaults, nullptr};
  pid_t process;
  const int failed =
      posix_spawnp(&process, name, &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::string output;
  char buffer[1 << 16];
  ssize_t size;
  while ((size = read(ends[0], buffer, sizeof buffer)) > 0) {
    output.append(buffer, size);
  }
  close(ends[0]);
  if (failed != 0) throw SystemError("gnuplot", failed);
  if (waitpid(process, status, 0) < 0) throw SystemError("gnuplot", errno);
  return output;
}

}  // namespace

std::string Gnuplot(const std::string& script) {
  Scratch input, errors;
  input.Write(script);
  int status;
  const std::string picture =
      Run(input.descriptor(), errors.descriptor(), &status);
  if (status != 0 || picture.empty()) {
    throw Error("gnuplot: " + errors.Complaint());
  }
  return picture;
}

}  // namespace gelu::host
