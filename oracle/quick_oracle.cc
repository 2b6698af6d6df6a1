#include <gelu/oracle/quick_oracle.h>

#include <algorithm>
#include <cmath>

#include "formulas.h"

namespace gelu::oracle {
namespace {

QuickFormula FormulaFor(Activation activation, Direction direction, DType dtype,
                        double parameter) {
  const double default_parameter = Info(activation).default_parameter;
  if (dtype == DType::kF64) return nullptr;
  if (!std::isnan(parameter) && parameter != default_parameter) return nullptr;
  const Definition& definition = DefinitionOf(activation);
  if (direction == Direction::kForward) return definition.quick_value;
  if (direction == Direction::kDerivative) return definition.quick_derivative;
  return nullptr;
}

double RoundedTo(DType dtype, double value) {
  // By the processor, for its speed: 2^32 inputs may be waiting.
  if (dtype == DType::kF32) return static_cast<float>(value);
  return Round(dtype, value);
}

// The type's spacing around a value.
double Spacing(DType dtype, double value) {
  const Format& format = FormatOf(dtype);
  if (value == 0) return std::ldexp(1.0, format.min_exponent);
  return std::ldexp(1.0, std::max(std::ilogb(value) + 1 - format.precision,
                                  format.min_exponent));
}

}  // namespace

QuickOracle::QuickOracle(Activation activation, Direction direction,
                         DType dtype, double parameter)
    : oracle_(activation, direction, dtype, parameter),
      dtype_(dtype),
      parameter_(Info(activation).default_parameter),
      formula_(FormulaFor(activation, direction, dtype, parameter)) {}

std::optional<double> QuickOracle::WithoutMpfr(double x) const {
  if (formula_ == nullptr || !std::isfinite(x)) return std::nullopt;
  const Enclosure y = formula_(x, parameter_);
  // Rounding is monotone: what both ends round to, all between do.
  const double low = RoundedTo(dtype_, y.low);
  const double high = RoundedTo(dtype_, y.high);
  if (std::isnan(low) || !Same(low, high)) return std::nullopt;
  return low;
}

double QuickOracle::operator()(double x) const {
  if (std::isnan(x)) return x;
  const std::optional<double> quick = WithoutMpfr(x);
  return quick ? *quick : oracle_(x);
}

double QuickOracle::UlpError(double x, double y, double limit) const {
  if (formula_ == nullptr || !std::isfinite(x) || !std::isfinite(y)) {
    return oracle_.UlpError(x, y);
  }
  const Enclosure truth = formula_(x, parameter_);
  if (y == 0 && Same(y, RoundedTo(dtype_, truth.low)) &&
      Same(y, RoundedTo(dtype_, truth.high))) {
    return 0;  // of the right sign
  }
  const double spacing = Spacing(dtype_, truth.low);
  const bool sign = std::signbit(truth.low);
  // Any comparison with NaN is false: then MPFR decides.
  if (sign == std::signbit(truth.high) && (y != 0 || sign == std::signbit(y)) &&
      spacing == Spacing(dtype_, truth.high)) {
    const double from_low = (y - truth.low) / spacing;
    const double from_high = (y - truth.high) / spacing;
    const double most = std::max(std::abs(from_low), std::abs(from_high));
    const double least = most - (from_low - from_high);  // or less, if inside
    // For roundings here, and ends that stand for a number next to them.
    const double slack = 0x1p-26 * std::max(1.0, limit);
    if (most - least <= 0x1p-14 * std::max(1.0, most) &&
        (most + slack <= limit || limit + slack < least)) {
      return most;
    }
  }
  return oracle_.UlpError(x, y);
}

}  // namespace gelu::oracle
