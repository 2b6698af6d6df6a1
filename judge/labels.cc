#include <fmt/format.h>
#include <gelu/judge/labels.h>

#include <algorithm>
#include <cmath>

namespace gelu::judge {
namespace {

// What a difference is to be told apart from.
double Scale(const Comparison& c) {
  const double width = c.interval.high - c.interval.low;
  if (std::isfinite(width) && width > 0) return width / 2;
  const double least =
      std::max(std::abs(c.first_mean), std::abs(c.second_mean));
  return c.mean_difference != 0 ? std::abs(c.mean_difference) : least / 1000;
}

// Of a number that is not below 0.
std::string Digits(double value, double magnitude) {
  if (value == 0) return "0";
  if (magnitude < -9 || value >= 1e9) return fmt::format("{:.2e}", value);
  const int decimals = std::max(0, 1 - static_cast<int>(magnitude));
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::string Text(double value, const Comparison& comparison) {
  if (std::isinf(value)) return value < 0 ? "−∞" : "∞";
  const double scale = Scale(comparison);
  const double magnitude = scale > 0 ? std::floor(std::log10(scale)) : 0;
  return fmt::format("{}{}", value < 0 ? "−" : "",
                     Digits(std::abs(value), magnitude));
}

std::string Signed(double value, const Comparison& comparison) {
  return fmt::format("{}{}", value > 0 ? "+" : "", Text(value, comparison));
}

std::string Text(const Interval& interval, const Comparison& comparison) {
  return fmt::format("{} to {}", Signed(interval.low, comparison),
                     Signed(interval.high, comparison));
}

std::string PText(double p) {
  return p < 0.0001 ? "< 0.0001" : fmt::format("{:.4f}", p);
}

std::string Percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

}  // namespace gelu::judge
