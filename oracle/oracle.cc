#include <gelu/oracle/oracle.h>

#include <cmath>
#include <string>

#include "formulas.h"

namespace gelu::oracle {
namespace {

// Exact products of three doubles fit from the first precision on.
constexpr mpfr_prec_t kFirstPrecision = 192;
// The hardest case, a tie broken by the second-order term of silu at subnormal
// x and beta, is decided at 4,096 bits.
constexpr mpfr_prec_t kLastPrecision = 1 << 14;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

// The exponent of the spacing of a format's values around a nonzero value.
mpfr_exp_t SpacingExponent(const Format& format, const Real& value) {
  return std::max<mpfr_exp_t>(value.Exponent() - format.precision,
                              format.min_exponent);
}

double RoundOnce(const Format& format, const Real& value) {
  const double sign = value.IsNegative() ? -1.0 : 1.0;
  if (value.IsZero()) return std::copysign(0.0, sign);
  const mpfr_exp_t spacing = SpacingExponent(format, value);
  if (spacing > format.overflow) return sign * kInfinity;
  const Real steps = value * Real::PowerOfTwo(-spacing, value.Precision());
  const long rounded = mpfr_get_si(steps.get(), MPFR_RNDN);  // ties to even
  const double result =
      std::ldexp(static_cast<double>(rounded), static_cast<int>(spacing));
  if (std::ilogb(result) >= format.overflow) return sign * kInfinity;
  return std::copysign(result, sign);
}

// Whether every number within the bound rounds to the same, and to what.
bool RoundsTo(const Format& format, const Approximation& a, double* rounded) {
  *rounded = RoundOnce(format, a.value);
  if (a.exact) return true;
  if (a.value.IsZero()) return false;
  const Real error = Real::PowerOfTwo(a.error, a.value.Precision());
  return Same(*rounded, RoundOnce(format, a.value - error)) &&
         Same(*rounded, RoundOnce(format, a.value + error));
}

Approximation Times(double factor, const Approximation& a) {
  // At the boundary the product's own rounding is far below the slack that
  // every formula has within its bound.
  const mpfr_exp_t exponent = factor == 0 ? 0 : std::ilogb(factor) + 1;
  return {factor * a.value, a.exact || factor == 0, a.error + exponent};
}

}  // namespace

std::string_view MpfrVersion() { return mpfr_get_version(); }

// The truth: rounded, and unrounded where it is a number.
struct Oracle::Answer {
  double rounded;
  Real unrounded;
};

Oracle::Oracle(Activation activation, Direction direction, DType dtype,
               double parameter)
    : activation_(activation),
      direction_(direction),
      dtype_(dtype),
      parameter_(parameter) {
  const ActivationInfo& info = Info(activation);
  if (std::isnan(parameter) || info.parameter.empty()) {
    parameter_ = info.default_parameter;
  }
  if (!std::isfinite(parameter_)) {
    throw Error("oracle: " + std::string(info.name) + ": " +
                std::string(info.parameter) + " must be finite");
  }
}

// Ziv's loop: more precision until the rounding is certain.
template <class Formula>
Oracle::Answer Oracle::Decide(const Formula& formula) const {
  for (mpfr_prec_t precision = kFirstPrecision; precision <= kLastPrecision;
       precision *= 2) {
    Approximation a = formula(precision);
    double rounded;
    if (RoundsTo(FormatOf(dtype_), a, &rounded)) {
      return {rounded, std::move(a.value)};
    }
  }
  throw Error("oracle: " + std::string(Info(activation_).name) +
              ": a rounding stays undecided");
}

Limits Oracle::LimitsAtInfinity() const {
  const Definition& definition = DefinitionOf(activation_);
  switch (direction_) {
    case Direction::kForward:
    case Direction::kGated:
      return definition.value_limits(parameter_);
    case Direction::kDerivative:
    case Direction::kBackward:
      return definition.derivative_limits(parameter_);
    case Direction::kSecondDerivative:
      break;
  }
  return {0, 0};  // of every f''
}

Approximation Oracle::Evaluate(double x, mpfr_prec_t precision) const {
  const Definition& definition = DefinitionOf(activation_);
  const Real at(x, precision);
  switch (direction_) {
    case Direction::kForward:
    case Direction::kGated:
      return definition.value(at, parameter_);
    case Direction::kDerivative:
    case Direction::kBackward:
      return definition.derivative(at, parameter_);
    case Direction::kSecondDerivative:
      break;
  }
  return definition.second_derivative(at, parameter_);
}

Oracle::Answer Oracle::At(double x) const {
  if (std::isnan(x)) return {kNaN, kNaN};
  if (std::isinf(x)) {
    const Limits limits = LimitsAtInfinity();
    const double limit = x < 0 ? limits.minus_infinity : limits.plus_infinity;
    return {Round(dtype_, limit), limit};
  }
  return Decide([&](mpfr_prec_t precision) { return Evaluate(x, precision); });
}

Oracle::Answer Oracle::ProductAt(double p, double q, double x) const {
  if (std::isnan(x) || std::isnan(p) || std::isnan(q)) return {kNaN, kNaN};
  if (std::isinf(x)) {
    const Limits limits = LimitsAtInfinity();
    const Real product =
        p * (q * Real(x < 0 ? limits.minus_infinity : limits.plus_infinity,
                      kFirstPrecision));
    if (!mpfr_number_p(product.get())) {
      const double special = product.ToDouble();
      return {special, special};
    }
    return {RoundOnce(FormatOf(dtype_), product), product};
  }
  if (std::isinf(p) || std::isinf(q)) {
    const double special =
        (p * (q * Evaluate(x, kFirstPrecision).value)).ToDouble();
    return {special, special};
  }
  return Decide([&](mpfr_prec_t precision) {
    return Times(p, Times(q, Evaluate(x, precision)));
  });
}

double Oracle::UlpErrorOf(const Answer& truth, double y) const {
  const bool special =
      std::isnan(truth.rounded) || std::isinf(truth.rounded) || y == 0;
  if (special && Same(truth.rounded, y)) return 0;
  if (!std::isfinite(truth.rounded) || !std::isfinite(y)) return kInfinity;
  if (y == 0 && std::signbit(y) != truth.unrounded.IsNegative()) {
    return kInfinity;
  }
  const Format& format = FormatOf(dtype_);
  const mpfr_exp_t spacing = truth.unrounded.IsZero()
                                 ? format.min_exponent
                                 : SpacingExponent(format, truth.unrounded);
  const Real error =
      Abs(truth.unrounded - y) * Real::PowerOfTwo(-spacing, kFirstPrecision);
  return error.ToDouble();
}

double Oracle::operator()(double x) const { return At(x).rounded; }

double Oracle::Product(double p, double x, double q) const {
  return ProductAt(p, q, x).rounded;
}

double Oracle::UlpError(double x, double y) const {
  return UlpErrorOf(At(x), y);
}

double Oracle::ProductUlpError(double p, double x, double y, double q) const {
  return UlpErrorOf(ProductAt(p, q, x), y);
}

}  // namespace gelu::oracle
