// `gelu eval`: values of one function.

#include <gelu/gelu.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.h"
#include "function_options.h"
#include "number.h"
#include "output.h"

namespace gelu::cli {
namespace {

struct EvalOptions {
  FunctionOptions function;
  bool json = false;
  std::vector<std::string> values;
};

// A number with the digits of its text; a string for what JSON has no number.
nlohmann::ordered_json JsonNumber(const std::string& text) {
  const double value = std::strtod(text.c_str(), nullptr);
  if (!std::isfinite(value)) return text;
  return value;
}

std::string Json(const FunctionOptions& function, DType dtype, int target,
                 const std::vector<double>& x, const std::vector<double>& y) {
  auto points = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < x.size(); ++i) {
    points.push_back({{"x", JsonNumber(Text(x[i], dtype))},
                      {"y", JsonNumber(Text(y[i], dtype))},
                      {"hex", Hex(y[i])}});
  }
  const ActivationInfo& info = Info(function.Activations().front());
  const nlohmann::ordered_json all = {
      {"activation", info.name},
      {"direction", function.derivative ? "derivative" : "forward"},
      {"dtype", Name(dtype)},
      {"accuracy", function.accuracy},
      {"target", Targets()[target]},
      {"points", points}};
  return all.dump(2) + "\n";
}

std::string Lines(DType dtype, const std::vector<double>& x,
                  const std::vector<double>& y) {
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = 0; i < x.size(); ++i) {
    rows.push_back({Text(x[i], dtype), Text(y[i], dtype), Hex(y[i])});
  }
  return Aligned(rows);
}

void Eval(const EvalOptions& options) {
  const FunctionOptions& function = options.function;
  const Activation activation = function.Activations().front();
  const DType dtype = function.DTypes().front();
  const int target = function.Targets().front();
  function.Check();
  const std::vector<double> x = ReadNumbers(options.values, dtype);
  const std::vector<double> y = Evaluate(activation, function.derivative, dtype,
                                         x, function.ForTarget(target));
  Write(options.json ? Json(function, dtype, target, x, y)
                     : Lines(dtype, x, y));
}

}  // namespace

void AddEval(CLI::App& app) {
  Command command(app, "eval", "Values of an activation, or its derivative");
  auto options = std::make_shared<EvalOptions>();
  options->function.AddTo(&command, /*all=*/false);
  command.AddFlag("--json", &options->json, "Print JSON");
  command
      .Add("VALUE", &options->values, "",
           "Numbers: decimal, hexadecimal, inf, nan;\n"
           "or - for those on standard input")
      .Required();
  command.Footer(
      "Each number is rounded to the dtype once, to nearest-even. A line "
      "shows x, y with\nthe digits that read back as the same bits, and y in "
      "hexadecimal.\n\n"
      "Examples:\n"
      "  gelu eval --activation gelu -5.5 -1 2 -inf\n"
      "  gelu eval --activation gelu_new --derivative --dtype bf16 0x1.8p-3\n"
      "  gelu eval --activation leaky_relu --parameter 0.2 -3\n"
      "  seq -3 0.5 3 | gelu eval --activation silu --dtype f64 --json -");
  command.Run([options] { Eval(*options); });
}

}  // namespace gelu::cli
