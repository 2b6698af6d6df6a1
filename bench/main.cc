// gelu_bench [FILE] [--benchmark_...]: prints the tables of ratios, and writes
// them to FILE.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <gelu/host/cpu.h>

#include <chrono>
#include <fstream>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "arrays.h"
#include "call.h"
#include "cases.h"
#include "report.h"

namespace gelu::bench {
namespace {

struct Library {
  std::string_view name;
  MakeCall call;
  bool is_ours;
};

constexpr Library kLibraries[] = {
    {kCorrect, CorrectCall, true}, {kFast, FastCall, true},
    {kMemcpy, MemcpyCall, true},   {kDnnl, DnnlCall, false},
#ifdef GELU_TORCH
    {kTorch, TorchCall, false},
#endif
};

std::vector<std::string> Setting() {
  return {host::CpuName(), DnnlVersion(),
#ifdef GELU_TORCH
          TorchVersion()
#endif
  };
}

// With arrays for that many of its elements.
Task MakeTask(Case c, std::size_t length) {
  c.length = length;
  return {c,
          Input(0, c.dtype, c.inputs, length),
          Input(1, c.dtype, Inputs::kNormal, length),
          Input(2, c.dtype, Inputs::kNormal, length),
          Output(0, c.dtype, length),
          Output(1, c.dtype, length)};
}

std::string NameOf(const Library& library, const Case& c) {
  return fmt::format("{}/{}/{}/{}/{}{}{}", Name(c.dtype), NameOf(c.operation),
                     Info(c.activation).name, library.name, c.length,
                     c.inputs == Inputs::kTail ? "/tail" : "",
                     c.all_cores ? "/all_cores" : "");
}

// A line every ten seconds: Google Benchmark reports a case after its last
// repetition, and where they are interleaved, all cases are late with that.
void ShowProgress(const std::string& name) {
  using Clock = std::chrono::steady_clock;
  static const auto begin = Clock::now();
  static int shown = 0;
  const std::chrono::duration<double> seconds = Clock::now() - begin;
  if (seconds.count() < shown * 10) return;
  shown = static_cast<int>(seconds.count() / 10) + 1;
  fmt::print(stderr, "{:4.0f} s: {}\n", seconds.count(), name);
}

class Suite : public benchmark::BenchmarkReporter {
 public:
  // The peers where they are compared with: on one thread, on N(0,1).
  Suite() {
    for (const Case& c : AllCases()) {
      for (const Library& library : kLibraries) {
        if (!library.is_ours && (c.all_cores || c.inputs == Inputs::kTail)) {
          continue;
        }
        if (library.call(MakeTask(c, kLengths[0]))) Add(library, c);
      }
    }
  }

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) {
        fmt::print(stderr, "{}: {}\n", run.benchmark_name(), run.error_message);
      } else if (run.aggregate_name == "median" || run.repetitions == 1) {
        const std::string& name = run.run_name.function_name;
        times_[measured_.at(name)] = run.GetAdjustedRealTime();
        fmt::print("{:<56} {:>12.1f} ns\n", name, run.GetAdjustedRealTime());
      }
    }
  }

  std::string Document() const {
    return Report(times_, fmt::format("{}", fmt::join(Setting(), ", ")));
  }

 private:
  void Add(const Library& library, const Case& c) {
    const std::string name = NameOf(library, c);
    measured_[name] = {library.name, c};
    benchmark::RegisterBenchmark(name.c_str(), [=, make = library.call](
                                                   benchmark::State& state) {
      ShowProgress(name);
      const Task task = MakeTask(c, c.length);
      const Call call = c.all_cores ? OnAllCores(make, task) : make(task);
      for (auto _ : state) call();
    })->UseRealTime();
  }

  std::unordered_map<std::string, Times::key_type> measured_;
  Times times_;
};

}  // namespace
}  // namespace gelu::bench

int main(int argc, char** argv) {
  // Before the user's, which win.
  std::vector<char*> arguments(argv, argv + argc);
  static char defaults[][64] = {"--benchmark_repetitions=7",
                                "--benchmark_enable_random_interleaving=true",
                                "--benchmark_min_time=0.05",
                                "--benchmark_report_aggregates_only=true"};
  for (char* flag : {defaults[0], defaults[1], defaults[2], defaults[3]}) {
    arguments.insert(arguments.begin() + 1, flag);
  }
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  gelu::bench::Suite suite;
  if (benchmark::RunSpecifiedBenchmarks(&suite) == 0) return 2;
  const std::string document = suite.Document();
  fmt::print("\n{}", document);
  if (count > 1) {
    std::ofstream file(arguments[1]);
    file << document;
    if (!file.flush()) {
      fmt::print(stderr, "gelu_bench: cannot write {}\n", arguments[1]);
      return 2;
    }
  }
}
