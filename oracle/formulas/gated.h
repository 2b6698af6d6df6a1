// sigmoid, and x times a sigmoid: silu, quick_gelu, gelu_tanh.

#ifndef GELU_ORACLE_FORMULAS_GATED_H_
#define GELU_ORACLE_FORMULAS_GATED_H_

#include <cmath>
#include <numbers>

#include "common.h"
#include "enclosure.h"

namespace gelu::oracle {

// x * sigmoid(u), where u(x) is odd, increasing, at most a cubic, and comes
// with a relative error of at most 8 units in the last place.
//
// |u| is cut at 2^13. Beyond, e^-|u| < 2^-11800, while x, u', and a gradient
// that the result is multiplied with stay below 2^1024, 2^2050 and 2^1024:
// whatever is left underflows every type, or vanishes beside a value of the
// type that the result rounds to. Below, the error of u changes e^-u by a
// factor 1 + 2^(13 + 3 - precision), and sigmoid and its slope by no more.
inline constexpr double kGateBound = 8192;

inline Approximation Gated(const Real& x, const Real& u) {
  return Rounded(x / (1 + Exp(-Clamp(u, kGateBound))));
}

inline Approximation GatedDerivative(const Real& x, const Real& u,
                                     const Real& slope) {
  const Real e = Exp(-Clamp(u, kGateBound));
  const Real gate = 1 / (1 + e);
  return Sum(gate, x * slope * e * gate * gate);
}

// With t = tanh(u / 2): 1 - 2 sigmoid(u) = -t, from e^-u - 1 without loss at 0.
inline Approximation GatedSecondDerivative(const Real& x, const Real& u,
                                           const Real& slope,
                                           const Real& curvature) {
  const Real inside = Clamp(u, kGateBound);
  const Real e = Exp(-inside);
  const Real gate = 1 / (1 + e);
  const Real weight = e * gate * gate;
  return Sum((2 * slope + x * curvature) * weight,
             x * slope * slope * weight * gate * ExpMinus1(-inside));
}

// The same in double. u comes with a relative error of at most 9 units, 2^-53
// each; where |u| <= 128 it changes e^-u by 1152 units, and e^-u is within
// 1168. So are 1 + e^-u, the gate and, but for a few units, x times it.
//
// Beyond, e^-128 < 2^-184. |x| < 128 where u = -128, and x e^u only falls
// beyond; so does x u' e^u, and |u'| < 32 there.
constexpr double kQuickGateBound = 128;

inline Enclosure QuickGated(double x, double u) {
  if (std::abs(x) < 0x1p-26) return AboveHalf(x);
  if (u < -kQuickGateBound) return TinyNegative();
  if (u > kQuickGateBound) return {JustBelow(x), x};
  return Around(x / (1 + std::exp(-u)));
}

// The second term has e^-u once and the gate twice: 3504 units, and a few.
inline Enclosure QuickGatedDerivative(double x, double u, double slope) {
  if (std::abs(x) < 0x1p-26) return NearHalf(x);
  if (u < -kQuickGateBound) return TinyNegative();
  if (u > kQuickGateBound) return Around(1);
  const double e = std::exp(-u);
  const double gate = 1 / (1 + e);
  return AroundSum(gate, x * slope * e * gate * gate);
}

struct Sigmoid {
  static Approximation Value(const Real& x, double) {
    const Real value = 1 / (1 + Exp(-Clamp(x, kGateBound)));
    return x.IsZero() ? Exact(value) : Rounded(value);
  }
  static Approximation Derivative(const Real& x, double) {
    const Real e = Exp(-Clamp(x, kGateBound));
    const Real value = e / ((1 + e) * (1 + e));
    return x.IsZero() ? Exact(value) : Rounded(value);
  }
  static Limits ValueLimits(double) { return {0, 1}; }
  static Limits DerivativeLimits(double) { return {0, 0}; }
  static Approximation SecondDerivative(const Real& x, double) {
    if (x.IsZero()) return Exact(Real(0.0, x.Precision()));
    const Real inside = Clamp(x, kGateBound);
    const Real e = Exp(-inside);
    return Rounded(e * ExpMinus1(-inside) / ((1 + e) * (1 + e) * (1 + e)));
  }
  // One call of the library, and under 10 roundings.
  static Enclosure QuickValue(double x, double) {
    return x < -120 ? TinyPositive() : Around(1 / (1 + std::exp(-x)));
  }
  static Enclosure QuickDerivative(double x, double) {
    if (std::abs(x) > 120) return TinyPositive();
    const double e = std::exp(-x);
    return Around(e / ((1 + e) * (1 + e)));
  }
};

// x * sigmoid(beta x).
struct Silu {
  static Approximation Value(const Real& x, double beta) {
    return Gated(x, beta * x);
  }
  static Approximation Derivative(const Real& x, double beta) {
    return GatedDerivative(x, beta * x, beta);
  }
  static constexpr auto ValueLimits = SelfGatedLimits;
  static constexpr auto DerivativeLimits = SelfGatedDerivativeLimits;
  static Approximation SecondDerivative(const Real& x, double beta) {
    return GatedSecondDerivative(x, beta * x, Real(beta, x.Precision()),
                                 Real(0.0, x.Precision()));
  }
  static Enclosure QuickValue(double x, double beta) {
    return QuickGated(x, beta * x);
  }
  static Enclosure QuickDerivative(double x, double beta) {
    return QuickGatedDerivative(x, beta * x, beta);
  }
};

// x * sigmoid(1.702 x).
struct QuickGelu {
  static Real Slope(const Real& x) { return Real("1.702", x.Precision()); }
  static Approximation Value(const Real& x, double) {
    return Gated(x, Slope(x) * x);
  }
  static Approximation Derivative(const Real& x, double) {
    return GatedDerivative(x, Slope(x) * x, Slope(x));
  }
  static constexpr auto ValueLimits = SelfGatedLimits;
  static constexpr auto DerivativeLimits = SelfGatedDerivativeLimits;
  static Approximation SecondDerivative(const Real& x, double) {
    return GatedSecondDerivative(x, Slope(x) * x, Slope(x),
                                 Real(0.0, x.Precision()));
  }
  static constexpr double kQuickSlope = 1.702;
  static Enclosure QuickValue(double x, double) {
    return QuickGated(x, kQuickSlope * x);
  }
  static Enclosure QuickDerivative(double x, double) {
    return QuickGatedDerivative(x, kQuickSlope * x, kQuickSlope);
  }
};

// 0.5 x (1 + tanh(v)) = x * sigmoid(2 v), v = sqrt(2/pi) (x + 0.044715 x^3).
struct GeluTanh {
  static Real Scale(const Real& x) {
    return 2 * Sqrt(2 / Real::Pi(x.Precision()));
  }
  static Real Cubic(const Real& x) { return Real("0.044715", x.Precision()); }
  static Real Twice(const Real& x) {
    return Scale(x) * (x + Cubic(x) * x * x * x);
  }
  static Approximation Value(const Real& x, double) {
    return Gated(x, Twice(x));
  }
  static Approximation Derivative(const Real& x, double) {
    return GatedDerivative(x, Twice(x), Scale(x) * (1 + 3 * Cubic(x) * x * x));
  }
  static constexpr auto ValueLimits = SelfGatedLimits;
  static constexpr auto DerivativeLimits = SelfGatedDerivativeLimits;
  static Approximation SecondDerivative(const Real& x, double) {
    return GatedSecondDerivative(x, Twice(x),
                                 Scale(x) * (1 + 3 * Cubic(x) * x * x),
                                 Scale(x) * (6 * Cubic(x) * x));
  }
  static constexpr double kQuickCubic = 0.044715;
  // 2 sqrt(2/pi) is within 4 units of 2^-53, and x^2 is exact.
  static double QuickScale() { return 2 * std::sqrt(2 / std::numbers::pi); }
  static double QuickTwice(double x) {
    return QuickScale() * (x + kQuickCubic * (x * x * x));
  }
  static Enclosure QuickValue(double x, double) {
    return QuickGated(x, QuickTwice(x));
  }
  static Enclosure QuickDerivative(double x, double) {
    return QuickGatedDerivative(x, QuickTwice(x),
                                QuickScale() * (1 + 3 * kQuickCubic * (x * x)));
  }
};

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_FORMULAS_GATED_H_
