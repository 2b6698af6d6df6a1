// `gelu verify`: the library held to the oracle.

#include <gelu/gelu.h>
#include <gelu/oracle/quick_oracle.h>

#include <chrono>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "function_options.h"
#include "number.h"
#include "output.h"
#include "progress.h"
#include "provenance.h"
#include "record.h"
#include "verify_loop.h"

namespace gelu::cli {
namespace {

constexpr const char kRow[] =
    "{:<11}  {:<10}  {:<5}  {:<8}  {:<7}  {:>10}  {:>10}  {:>9}  {:>14}\n";

struct VerifyOptions {
  FunctionOptions function;
  std::uint64_t stride = 1;
  std::string record;
};

// Of all functions.
struct Total {
  std::uint64_t inputs = 0;
  std::uint64_t wrong = 0;
  double worst_ulp = 0.5;
  std::string worst_at = "-";
};

// What is promised, in ULP. 0.5 is correct rounding.
double Tolerance(const FunctionOptions& function, DType dtype) {
  if (dtype == DType::kF64 || !std::isnan(function.parameter)) return 1;
  const Accuracy accuracy = AccuracyFromName(function.accuracy);
  return accuracy == Accuracy::kFast && dtype == DType::kF32 ? 4 : 0.5;
}

std::string WorstAt(const Tally& tally, DType dtype) {
  return tally.worst ? Text(tally.worst->x, dtype) : "-";
}

void PrintMismatch(const Mismatch& wrong, DType dtype) {
  Print("    x {} ({}): got {} ({}), want {} ({})\n", Text(wrong.x, dtype),
        Hex(wrong.x), Text(wrong.got, dtype), Hex(wrong.got),
        Text(wrong.want, dtype), Hex(wrong.want));
}

// One function: an activation or its derivative, in one dtype, by all the
// targets asked for.
class Check {
 public:
  Check(const VerifyOptions& options, Activation activation, DType dtype)
      : function_(options.function),
        dtype_(dtype),
        name_(Info(activation).name),
        targets_(function_.Targets()) {
    const oracle::QuickOracle oracle(activation, function_.ChosenDirection(),
                                     dtype, function_.parameter);
    std::vector<Function> functions;
    for (int target : targets_) {
      functions.push_back([=, this](const void* x, void* y, std::size_t n) {
        Call(activation, function_.derivative, dtype, x, y, n,
             function_.ForTarget(target));
      });
    }
    const Inputs inputs(dtype, options.stride);
    Progress progress(fmt::format("{} {}", name_, Name(dtype)), inputs.size());
    const auto start = std::chrono::steady_clock::now();
    tallies_ = Verify(inputs, oracle, Tolerance(function_, dtype), functions,
                      [&](std::uint64_t done) { progress.Show(done); });
    seconds_ = std::chrono::steady_clock::now() - start;
  }

  void PrintRows() const {
    for (std::size_t i = 0; i < tallies_.size(); ++i) {
      const Tally& tally = tallies_[i];
      Print(kRow, name_, DirectionName(), Name(dtype_), function_.accuracy,
            Targets()[targets_[i]], tally.inputs, tally.wrong,
            fmt::format("{:.4g}", tally.worst_ulp), WorstAt(tally, dtype_));
      for (const Mismatch& wrong : tally.first) PrintMismatch(wrong, dtype_);
    }
    Flush();
  }

  void AddTo(Total* total) const {
    for (const Tally& tally : tallies_) {
      total->inputs += tally.inputs;
      total->wrong += tally.wrong;
      if (tally.worst_ulp > total->worst_ulp) {
        total->worst_ulp = tally.worst_ulp;
        total->worst_at = WorstAt(tally, dtype_);
      }
    }
  }

  void AddTo(Record* record) const {
    Tally all = tallies_.front();
    std::string targets(Targets()[targets_.front()]);
    for (std::size_t i = 1; i < tallies_.size(); ++i) {
      all.Add(tallies_[i]);
      targets.append(" ").append(Targets()[targets_[i]]);
    }
    record->Add({std::string(name_), DirectionName(), std::string(Name(dtype_)),
                 function_.accuracy, targets,
                 fmt::format("{}", tallies_.front().inputs),
                 fmt::format("{}", all.wrong),
                 fmt::format("{:.4g}", all.worst_ulp), WorstAt(all, dtype_),
                 fmt::format("{:.0f}", seconds_.count()), Provenance()});
  }

 private:
  std::string DirectionName() const {
    return function_.derivative ? "derivative" : "forward";
  }

  const FunctionOptions& function_;
  DType dtype_;
  std::string_view name_;
  std::vector<int> targets_;
  std::vector<Tally> tallies_;
  std::chrono::duration<double> seconds_;
};

void RunVerify(const VerifyOptions& options) {
  const FunctionOptions& function = options.function;
  function.Check();
  const std::vector<Activation> activations = function.Activations();
  const std::vector<DType> dtypes = function.DTypes();
  function.Targets();  // throws now rather than after the first line
  std::optional<Record> record;
  if (!options.record.empty()) record.emplace(options.record);
  Print(kRow, "activation", "direction", "dtype", "accuracy", "target",
        "inputs", "wrong", "worst ULP", "at");
  Total total;
  for (Activation activation : activations) {
    for (DType dtype : dtypes) {
      const Check check(options, activation, dtype);
      check.PrintRows();
      check.AddTo(&total);
      if (record) check.AddTo(&*record);
    }
  }
  Print("checked {} inputs, wrong {}\n", total.inputs, total.wrong);
  if (AccuracyFromName(function.accuracy) == Accuracy::kFast) {
    Print("worst {:.4g} ULP at {}\n", total.worst_ulp, total.worst_at);
  }
  if (total.wrong > 0) throw Ended{1};
}

}  // namespace

void AddVerify(CLI::App& app) {
  Command command(
      app, "verify",
      "Hold the library to MPFR: is every value rounded correctly?");
  auto options = std::make_shared<VerifyOptions>();
  options->function.AddTo(&command, /*all=*/true);
  command.Add("--stride", &options->stride, "N", "Check every N-th bit pattern")
      .Within(1, std::uint64_t{1} << 32)
      .ShowDefault();
  command.Add("--record", &options->record, "FILE.md",
              "Also keep the results in this file, a Markdown table");
  command.Footer(
      "Inputs of one function: f32, every N-th of the 2^32 bit patterns; f16 "
      "and bf16, all\n65536, whatever N; f64, 2^32/N bit patterns, half of "
      "them "
      "spread over all, half over\n2^-30 <= |x| < 2^10.\n"
      "Right is the correctly rounded value, to the bit. For f64, and with "
      "--parameter, it\nis an error of at most 1 ULP; for f32 with --accuracy "
      "fast, of at most 4 ULP. In the\nworst ULP, the correctly rounded count "
      "as 0.5. --accuracy fast ends with the worst.\n"
      "The exit status is 1 if a value is wrong.\n\n"
      "A record's rows of other functions stay; those of the functions checked "
      "are replaced.\n\n"
      "Examples:\n"
      "  gelu verify --activation all --stride 1048573\n"
      "  gelu verify --activation gelu --derivative --dtype all --target all "
      "--stride 65537\n"
      "  gelu verify --activation gelu_tanh --dtype bf16\n"
      "  gelu verify --activation gelu --record accuracy.md");
  command.Run([options] { RunVerify(*options); });
}

}  // namespace gelu::cli
