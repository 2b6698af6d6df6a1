#include <gelu/oracle/quick_oracle.h>

#include <algorithm>
#include <cmath>

#include "formulas.h"

namespace gelu::oracle {
namespace {

QuickFormula FormulaFor(Activation activation, Direction direction, DType dtype,
                        double parameter) {
  const double default_parameter = Info(activation).default_parameter;
  if (dtype != DType::kF32) return nullptr;
  if (!std::isnan(parameter) && parameter != default_parameter) return nullptr;
  const Definition& definition = DefinitionOf(activation);
  if (direction == Direction::kForward) return definition.quick_value;
  if (direction == Direction::kDerivative) return definition.quick_derivative;
  return nullptr;
}

// The spacing of f32 around the smaller end of the interval.
double Spacing(const Enclosure& y) {
  if (std::signbit(y.low) != std::signbit(y.high)) return 0x1p-149;
  const double magnitude = std::min(std::abs(y.low), std::abs(y.high));
  if (magnitude < 0x1p-126) return 0x1p-149;
  return std::ldexp(1.0, std::ilogb(magnitude) - 23);
}

}  // namespace

QuickOracle::QuickOracle(Activation activation, Direction direction,
                         DType dtype, double parameter)
    : oracle_(activation, direction, dtype, parameter),
      parameter_(Info(activation).default_parameter),
      formula_(FormulaFor(activation, direction, dtype, parameter)) {}

std::optional<double> QuickOracle::WithoutMpfr(double x) const {
  if (formula_ == nullptr || !std::isfinite(x)) return std::nullopt;
  const Enclosure y = formula_(x, parameter_);
  // Rounding is monotone: what both ends round to, all between do.
  const double low = static_cast<float>(y.low);
  const double high = static_cast<float>(y.high);
  if (std::isnan(low) || !Same(low, high)) return std::nullopt;
  return low;
}

double QuickOracle::operator()(double x) const {
  if (std::isnan(x)) return x;
  const std::optional<double> quick = WithoutMpfr(x);
  return quick ? *quick : oracle_(x);
}

double QuickOracle::UlpErrorAbove(double floor, double x, double y) const {
  if (formula_ != nullptr && std::isfinite(x) && std::isfinite(y)) {
    const Enclosure truth = formula_(x, parameter_);
    const bool sign_matters = y == 0;
    const bool signs_agree = std::signbit(truth.low) == std::signbit(y) &&
                             std::signbit(truth.high) == std::signbit(y);
    const double error =
        std::max(std::abs(y - truth.low), std::abs(truth.high - y)) /
        Spacing(truth);
    // A comparison with NaN is false: then MPFR decides.
    if ((!sign_matters || signs_agree) && error <= floor) return error;
  }
  return oracle_.UlpError(x, y);
}

}  // namespace gelu::oracle
