// gelu_bench [FILE] [--benchmark_...]: prints the table of ratios, and writes
// it to FILE.

#include <benchmark/benchmark.h>
#include <fmt/format.h>
#include <gelu/host/cpu.h>

#include <cstring>
#include <fstream>
#include <string>
#include <unordered_map>
#include <vector>

#include "arrays.h"
#include "call.h"
#include "report.h"

namespace gelu::bench {
namespace {

constexpr Activation kForms[] = {Activation::kSilu, Activation::kQuickGelu,
                                 Activation::kGeluTanh, Activation::kGelu};

struct Library {
  std::string_view name;
  Call (*call)(const Task&);
};

template <Accuracy kAccuracy>
Call GeluCall(const Task& task) {
  constexpr Options kOptions{.accuracy = kAccuracy};
  if (kAccuracy == Accuracy::kFast && task.dtype != DType::kF32) return {};
  switch (task.direction) {
    case Direction::kForward:
      return [=] {
        Forward(task.activation, task.dtype, task.x, task.y, task.length,
                kOptions);
      };
    case Direction::kDerivative:
      return [=] {
        Derivative(task.activation, task.dtype, task.x, task.y, task.length,
                   kOptions);
      };
    default:
      return [=] {
        Backward(task.activation, task.dtype, task.dy, task.x, task.y,
                 task.length, kOptions);
      };
  }
}

Call MemcpyCall(const Task& task) {
  return [=] {
    std::memcpy(task.y, task.x, task.length * Size(task.dtype));
    benchmark::ClobberMemory();
  };
}

constexpr Library kLibraries[] = {
    {kOurs, GeluCall<Accuracy::kCorrect>},
    {kOursFast, GeluCall<Accuracy::kFast>},
    {"oneDNN", DnnlCall},
#ifdef GELU_TORCH
    {"libtorch", TorchCall},
#endif
};

Task MakeTask(const Measurement& m, std::size_t length) {
  const Inputs dy =
      m.direction == Direction::kDerivative ? Inputs::kOnes : Inputs::kNormal;
  return {m.activation,
          m.direction,
          m.dtype,
          length,
          Input(m.dtype, m.inputs, length),
          Input(m.dtype, dy, length),
          Output(m.dtype, length)};
}

std::vector<std::string> Setting() {
  return {host::CpuName(), DnnlVersion(),
#ifdef GELU_TORCH
          TorchVersion()
#endif
  };
}

class Suite : public benchmark::BenchmarkReporter {
 public:
  // Every library on N(0,1); in the tail, where its time may differ, ours.
  Suite() {
    for (DType dtype : {DType::kF32, DType::kBF16}) {
      for (std::size_t length : kLengths) {
        Add({kFloor, MemcpyCall},
            {kFloor, Activation::kIdentity, Direction::kForward, dtype,
             Inputs::kNormal, length});
        for (Activation form : kForms) {
          for (Direction direction : kDirections) {
            for (const Library& library : kLibraries) {
              Add(library, {library.name, form, direction, dtype,
                            Inputs::kNormal, length});
            }
            Add(kLibraries[0],
                {kOurs, form, direction, dtype, Inputs::kTail, length});
          }
        }
      }
    }
  }

  bool ReportContext(const Context&) override { return true; }

  void ReportRuns(const std::vector<Run>& runs) override {
    for (const Run& run : runs) {
      if (run.error_occurred) {
        fmt::print(stderr, "{}: {}\n", run.benchmark_name(), run.error_message);
      } else if (run.aggregate_name == "median" || run.repetitions == 1) {
        const double nanoseconds = run.GetAdjustedRealTime();
        measurements_[index_.at(run.run_name.function_name)].nanoseconds =
            nanoseconds;
        fmt::print("{:<40} {:>12.1f} ns\n", run.run_name.function_name,
                   nanoseconds);
      }
    }
  }

  std::string Document() const {
    return Report(measurements_, fmt::format("{}", fmt::join(Setting(), ", ")));
  }

 private:
  // Registers it, unless that library can't do it.
  void Add(const Library& library, const Measurement& m) {
    if (!library.call(MakeTask(m, 16))) return;
    const std::string name =
        fmt::format("{}/{}/{}/{}{}/{}", Name(m.dtype), NameOf(m.direction),
                    Info(m.activation).name, m.library,
                    m.inputs == Inputs::kTail ? "/tail" : "", m.length);
    index_[name] = measurements_.size();
    measurements_.push_back(m);
    benchmark::RegisterBenchmark(name.c_str(), [m, make = library.call](
                                                   benchmark::State& state) {
      const Call call = make(MakeTask(m, m.length));
      for (auto _ : state) call();
    })->UseRealTime();
  }

  std::vector<Measurement> measurements_;
  std::unordered_map<std::string, std::size_t> index_;
};

}  // namespace
}  // namespace gelu::bench

int main(int argc, char** argv) {
  // Before the user's, which win.
  std::vector<char*> arguments(argv, argv + argc);
  static char defaults[][64] = {"--benchmark_repetitions=5",
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
