#include "script.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace gelu::lab {

std::string Block(const std::string& name,
                  const std::vector<std::vector<double>>& rows) {
  std::string text = fmt::format("${} << EOD\n", name);
  for (const auto& row : rows) {
    text += fmt::format("{:.6g}\n", fmt::join(row, " "));
  }
  return text + "EOD\n";
}

std::string Plot(const std::vector<std::string>& layers) {
  return fmt::format("plot {}\n", fmt::join(layers, ", "));
}

}  // namespace gelu::lab
