// `gelu table`: the forms side by side, to four decimals.

#include <gelu/gelu.h>

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "commands.h"
#include "number.h"
#include "output.h"

namespace gelu::cli {
namespace {

constexpr Activation kForms[] = {Activation::kGelu,      Activation::kGeluTanh,
                                 Activation::kQuickGelu, Activation::kRelu,
                                 Activation::kSilu,      Activation::kElu,
                                 Activation::kLeakyRelu};

std::string FourDecimals(double y) {
  if (std::abs(y) >= 1e9) return fmt::format("{:.4e}", y);
  const std::string text = fmt::format("{:.4f}", y);
  return text == "-0.0000" ? "0.0000" : text;
}

void Table(const std::vector<std::string>& texts) {
  const std::vector<double> x = ReadNumbers(texts, DType::kF64);
  std::vector<std::vector<std::string>> rows(x.size() + 1);
  rows[0].push_back("x");
  for (std::size_t i = 0; i < x.size(); ++i) {
    rows[i + 1].push_back(Text(x[i], DType::kF64));
  }
  for (Activation form : kForms) {
    rows[0].emplace_back(gelu::Info(form).name);
    const auto y = Evaluate(form, /*derivative=*/false, DType::kF64, x, {});
    for (std::size_t i = 0; i < y.size(); ++i) {
      rows[i + 1].push_back(FourDecimals(y[i]));
    }
  }
  Write(Aligned(rows));
}

}  // namespace

void AddTable(CLI::App& app) {
  Command command(
      app, "table",
      "The forms side by side, next to ReLU, SiLU, ELU, Leaky ReLU");
  auto values = std::make_shared<std::vector<std::string>>(
      std::vector<std::string>{"-3", "-1", "-0.75", "0", "1", "3"});
  command.Add("VALUE", values.get(), "",
              "Numbers, or - for those on standard input;\n"
              "without, -3 -1 -0.75 0 1 3");
  command.Footer(
      "Computed in f64, shown to four decimals.\n\n"
      "Examples:\n"
      "  gelu table\n"
      "  gelu table -2.27 -0.5 0.5 2.27\n"
      "  seq -4 0.5 4 | gelu table -");
  command.Run([values] { Table(*values); });
}

}  // namespace gelu::cli
