// `gelu verify`: the library held to the oracle.

#include <gelu/gelu.h>
#include <gelu/oracle/oracle.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "function_options.h"
#include "number.h"
#include "output.h"
#include "progress.h"
#include "verify_loop.h"

namespace gelu::cli {
namespace {

constexpr const char kRow[] =
    "{:<10}  {:<10}  {:<5}  {:<7}  {:>10}  {:>10}  {:>9}\n";

struct VerifyOptions {
  FunctionOptions function;
  std::uint64_t stride = 1;
};

struct Total {
  std::uint64_t inputs = 0;
  std::uint64_t wrong = 0;
};

void PrintMismatch(const Mismatch& wrong, DType dtype) {
  Print("    x {} ({}): got {} ({}), want {} ({})\n", Text(wrong.x, dtype),
        Hex(wrong.x), Text(wrong.got, dtype), Hex(wrong.got),
        Text(wrong.want, dtype), Hex(wrong.want));
}

// One activation in one dtype, by all the targets asked for.
void VerifyFunction(const VerifyOptions& options, Activation activation,
                    DType dtype, Total* total) {
  const FunctionOptions& function = options.function;
  const bool derivative = function.derivative;
  const oracle::Oracle oracle(
      activation, derivative ? Direction::kDerivative : Direction::kForward,
      dtype, function.parameter);
  const std::vector<int> targets = function.Targets();
  std::vector<Function> functions;
  for (int target : targets) {
    functions.push_back([=](const void* x, void* y, std::size_t length) {
      Call(activation, derivative, dtype, x, y, length,
           {.parameter = function.parameter, .target = target});
    });
  }
  const bool exact = dtype != DType::kF64 && std::isnan(function.parameter);
  const Inputs inputs(dtype, options.stride);
  const std::string_view name = Info(activation).name;
  Progress progress(fmt::format("{} {}", name, Name(dtype)), inputs.size());
  const std::vector<Tally> tallies =
      Verify(inputs, oracle, exact ? 0.5 : 1.0, functions,
             [&](std::uint64_t done) { progress.Show(done); });
  progress.Clear();
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    const Tally& tally = tallies[i];
    Print(kRow, name, derivative ? "derivative" : "forward", Name(dtype),
          Targets()[targets[i]], tally.inputs, tally.wrong,
          fmt::format("{:.4g}", tally.worst_ulp));
    for (const Mismatch& wrong : tally.first) PrintMismatch(wrong, dtype);
    total->inputs += tally.inputs;
    total->wrong += tally.wrong;
  }
  Flush();
}

void RunVerify(const VerifyOptions& options) {
  const FunctionOptions& function = options.function;
  function.Check();
  const std::vector<Activation> activations = function.Activations();
  const std::vector<DType> dtypes = function.DTypes();
  function.Targets();  // throws now rather than after the first line
  Print(kRow, "activation", "direction", "dtype", "target", "inputs", "wrong",
        "worst ULP");
  Total total;
  for (Activation activation : activations) {
    for (DType dtype : dtypes) {
      VerifyFunction(options, activation, dtype, &total);
    }
  }
  Print("checked {} inputs, wrong {}\n", total.inputs, total.wrong);
  if (total.wrong > 0) throw CLI::RuntimeError(1);
}

}  // namespace

void AddVerify(CLI::App& app) {
  CLI::App* command = app.add_subcommand(
      "verify", "Hold the library to MPFR: is every value rounded correctly?");
  auto options = std::make_shared<VerifyOptions>();
  options->function.AddTo(*command, /*all=*/true);
  command
      ->add_option("--stride", options->stride, "Check every N-th bit pattern")
      ->check(
          CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 32).description(""))
      ->capture_default_str()
      ->type_name("N");
  command->footer(
      "Inputs of one function: f32, every N-th of the 2^32 bit patterns; f16 "
      "and bf16, all\n65536, whatever N; f64, 2^32/N bit patterns, half of "
      "them "
      "spread over all, half over\n2^-30 <= |x| < 2^10.\n"
      "Right is the correctly rounded value, to the bit. For f64, and with "
      "--parameter, it\nis an error of at most 1 ULP. In the worst ULP, the "
      "correctly rounded count as 0.5.\n"
      "The exit status is 1 if a value is wrong.\n\n"
      "Examples:\n"
      "  gelu verify --activation all --stride 1048573\n"
      "  gelu verify --activation gelu --derivative --dtype all --target all "
      "--stride 65537\n"
      "  gelu verify --activation gelu_tanh --dtype bf16");
  command->callback([options] { RunVerify(*options); });
}

}  // namespace gelu::cli
