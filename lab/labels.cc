#include "labels.h"

#include <fmt/format.h>

#include <cmath>

namespace gelu::lab {

std::string Signed(double value) {
  const std::string digits = fmt::format("{:.4f}", std::abs(value));
  if (digits == "0.0000") {
    return value == 0 ? "0" : fmt::format("{:.1e}", value);
  }
  return (value < 0 ? "−" : "+") + digits;
}

std::string PText(double p) {
  return p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", p);
}

}  // namespace gelu::lab
