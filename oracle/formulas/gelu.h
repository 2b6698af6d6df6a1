// x times the normal distribution function.

#ifndef GELU_ORACLE_FORMULAS_GELU_H_
#define GELU_ORACLE_FORMULAS_GELU_H_

#include <cmath>
#include <numbers>

#include "common.h"
#include "enclosure.h"

namespace gelu::oracle {

// exp(-x^2 / 2) / sqrt(2 pi).
inline Real Density(const Real& x) {
  return Exp(x * x / -2) / Sqrt(2 * Real::Pi(x.Precision()));
}

// Phi(x) = 1/2 + Density(x) (x + x^3/3 + x^5/(3*5) + x^7/(3*5*7) + ...), for
// |x| < 16, where MPFR's erfc may take a millisecond.
//
// For negative x nearly all of 1/2 cancels: Phi(-a) > Density(a) a / (1 + a^2)
// > 2^(-0.722 a^2 - 7), which the extra bits outweigh. Under 2^10 terms of one
// sign, each with less than 2^12 units of rounding, make less than 2^13 units
// of 1/2; so 2^(13 + 7 - 32) units of the result.
inline Real PhiBySeries(const Real& x) {
  const double a = std::abs(x.ToDouble());
  const mpfr_prec_t precision =
      x.Precision() + 32 + static_cast<mpfr_prec_t>(0.75 * a * a);
  const Real wide = x.To(precision);
  const Real square = wide * wide;
  Real term = wide, sum = wide;
  for (unsigned long odd = 3; !term.IsZero(); odd += 2) {
    term = Divide(term * square, odd);
    sum = sum + term;
    // From odd > 2 x^2 on the terms halve, and the rest is below this one.
    if (static_cast<double>(odd) > 2 * a * a &&
        term.Exponent() < sum.Exponent() - precision) {
      break;
    }
  }
  return (0.5 + Density(wide) * sum).To(x.Precision());
}

// x * Phi(x), Phi(x) = erfc(-x / sqrt(2)) / 2.
//
// The argument is cut at |x| = 128: Phi(-128) < 2^-11800, with the
// consequences told at kGateBound. Its error of 2 units in the last place is
// multiplied by at most x^2 + 1 < 2^15 in erfc.
struct Gelu {
  static Real Phi(const Real& x) {
    if (Abs(x) < 16) return PhiBySeries(x);
    return Erfc(-Clamp(x, 128) / Sqrt(Real(2, x.Precision()))) / 2;
  }
  static Approximation Value(const Real& x, double) {
    return Rounded(x * Phi(x));
  }
  static Approximation Derivative(const Real& x, double) {
    return Sum(Phi(x), x * Density(Clamp(x, 128)));
  }
  static constexpr auto ValueLimits = SelfGatedLimits;
  static constexpr auto DerivativeLimits = SelfGatedDerivativeLimits;
  static Approximation SecondDerivative(const Real& x, double) {
    const Real inside = Clamp(x, 128);
    const Real density = Density(inside);
    return Sum(2 * density, -(inside * inside) * density);
  }

  // In double. z = x / sqrt(2) comes within 2 u (u = 2^-53), which erfc(-z)
  // multiplies by at most 2 z^2 + 1 <= 257: below 550 u with its own error.
  // x^2 is exact, so the density is within 20 u.
  static double QuickPhi(double x) {
    return std::erfc(x * -std::numbers::sqrt2 / 2) / 2;
  }
  // Below -16, |x Phi(x)| < density(x) < 2^-185, and |f'(x)| < |x| times it.
  static Enclosure QuickValue(double x, double) {
    if (std::abs(x) < 0x1p-26) return AboveHalf(x);
    return x < -16 ? TinyNegative() : Around(x * QuickPhi(x));
  }
  static Enclosure QuickDerivative(double x, double) {
    if (std::abs(x) < 0x1p-26) return NearHalf(x);
    if (x < -16) return TinyNegative();
    if (x > 16) return Around(1);
    const double density =
        std::exp(x * x / -2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2;
    return AroundSum(QuickPhi(x), x * density);
  }
};

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_FORMULAS_GELU_H_
