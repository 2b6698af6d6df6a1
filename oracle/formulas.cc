#include "formulas.h"

#include <cmath>
#include <limits>

namespace gelu::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Bits granted to the roundings of a formula, from its terms' leading bit
// down. Each formula below says why it stays within 2^kLostBits units in the
// last place of its greatest term.
constexpr mpfr_exp_t kLostBits = 20;

Approximation Exact(Real value) { return {std::move(value), true, 0}; }

Approximation Rounded(Real value, const Real& greatest) {
  // Nothing but x = 0 makes a term zero, and then no step was rounded.
  if (value.IsZero() || greatest.IsZero()) return Exact(std::move(value));
  const mpfr_exp_t error = greatest.Exponent() + kLostBits - value.Precision();
  return {std::move(value), false, error};
}

Approximation Rounded(Real value) {
  const Real greatest = value;
  return Rounded(std::move(value), greatest);
}

Approximation Sum(const Real& a, const Real& b) {
  if (b.IsZero()) return Exact(a);  // x = 0
  return Rounded(a + b, Abs(a) < Abs(b) ? b : a);
}

Real Clamp(const Real& x, double bound) {
  if (x < -bound) return Real(-bound, x.Precision());
  return Real(bound) < x ? Real(bound, x.Precision()) : x;
}

// x * sigmoid(u), where u(x) is odd, increasing, at most a cubic, and comes
// with a relative error of at most 8 units in the last place.
//
// |u| is cut at 2^13. Beyond, e^-|u| < 2^-11800, while x, u', and a gradient
// that the result is multiplied with stay below 2^1024, 2^2050 and 2^1024:
// whatever is left underflows every type, or vanishes beside a value of the
// type that the result rounds to. Below, the error of u changes e^-u by a
// factor 1 + 2^(13 + 3 - precision), and sigmoid and its slope by no more.
constexpr double kGateBound = 8192;

Approximation Gated(const Real& x, const Real& u) {
  return Rounded(x / (1 + Exp(-Clamp(u, kGateBound))));
}

Approximation GatedDerivative(const Real& x, const Real& u, const Real& slope) {
  const Real e = Exp(-Clamp(u, kGateBound));
  const Real gate = 1 / (1 + e);
  return Sum(gate, x * slope * e * gate * gate);
}

// With t = tanh(u / 2): 1 - 2 sigmoid(u) = -t, from e^-u - 1 without loss at 0.
Approximation GatedSecondDerivative(const Real& x, const Real& u,
                                    const Real& slope, const Real& curvature) {
  const Real inside = Clamp(u, kGateBound);
  const Real e = Exp(-inside);
  const Real gate = 1 / (1 + e);
  const Real weight = e * gate * gate;
  return Sum((2 * slope + x * curvature) * weight,
             x * slope * slope * weight * gate * ExpMinus1(-inside));
}

Limits SelfGatedLimits(double) { return {-0.0, kInfinity}; }
Limits SelfGatedDerivativeLimits(double) { return {-0.0, 1.0}; }

struct Identity {
  static Approximation Value(const Real& x, double) { return Exact(x); }
  static Approximation Derivative(const Real& x, double) {
    return Exact(Real(1, x.Precision()));
  }
  static Limits ValueLimits(double) { return {-kInfinity, kInfinity}; }
  static Limits DerivativeLimits(double) { return {1, 1}; }
  static Approximation SecondDerivative(const Real& x, double) {
    return Exact(Real(0.0, x.Precision()));
  }
};

struct Relu {
  static Approximation Value(const Real& x, double) {
    return Exact(x < 0 ? Real(0) : x);
  }
  static Approximation Derivative(const Real& x, double) {
    return Exact(Real(0 < x ? 1 : 0, x.Precision()));
  }
  static Limits ValueLimits(double) { return {0, kInfinity}; }
  static Limits DerivativeLimits(double) { return {0, 1}; }
  static Approximation SecondDerivative(const Real& x, double) {
    return Exact(Real(0.0, x.Precision()));
  }
};

struct LeakyRelu {
  // Two doubles have a product of 106 bits: exact from the first precision on.
  static Approximation Value(const Real& x, double slope) {
    return Exact(0 < x ? x : slope * x);
  }
  static Approximation Derivative(const Real& x, double slope) {
    return Exact(Real(0 < x ? 1 : slope, x.Precision()));
  }
  static Limits ValueLimits(double slope) {
    return {slope * -kInfinity, kInfinity};
  }
  static Limits DerivativeLimits(double slope) { return {slope, 1}; }
  static Approximation SecondDerivative(const Real& x, double) {
    return Exact(Real(0.0, x.Precision()));
  }
};

struct Elu {
  // Below -64 the value is -alpha * (1 - t) with 0 < t < 2^-92. alpha has 53
  // bits, the points where rounding changes have at most 54, so none lies
  // strictly between, and every such t rounds alike.
  static Approximation Value(const Real& x, double alpha) {
    if (!(x < 0)) return Exact(x);
    const Real inside = x < -64 ? Real(-64, x.Precision()) : x;
    return Rounded(alpha * ExpMinus1(inside));
  }
  // e^x underflows MPFR's own range from about x = -2^61 on. Cut at -2^13,
  // alpha * e^x is below 2^-10000: 0 in every type, times any gradient.
  static Approximation Derivative(const Real& x, double alpha) {
    if (0 < x) return Exact(Real(1, x.Precision()));
    const Real value = alpha * Exp(Clamp(x, 8192));
    return x.IsZero() ? Exact(value) : Rounded(value);
  }
  static Limits ValueLimits(double alpha) { return {-alpha, kInfinity}; }
  static Limits DerivativeLimits(double alpha) { return {alpha * 0.0, 1}; }
  static Approximation SecondDerivative(const Real& x, double alpha) {
    return 0 < x ? Exact(Real(0.0, x.Precision())) : Derivative(x, alpha);
  }
};

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
};

// exp(-x^2 / 2) / sqrt(2 pi).
Real Density(const Real& x) {
  return Exp(x * x / -2) / Sqrt(2 * Real::Pi(x.Precision()));
}

// Phi(x) = 1/2 + Density(x) (x + x^3/3 + x^5/(3*5) + x^7/(3*5*7) + ...), for
// |x| < 16, where MPFR's erfc may take a millisecond.
//
// For negative x nearly all of 1/2 cancels: Phi(-a) > Density(a) a / (1 + a^2)
// > 2^(-0.722 a^2 - 7), which the extra bits outweigh. Under 2^10 terms of one
// sign, each with less than 2^12 units of rounding, make less than 2^13 units
// of 1/2; so 2^(13 + 7 - 32) units of the result.
Real PhiBySeries(const Real& x) {
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
};

constexpr Definition kDefinitions[] = {
#define GELU_ACTIVATION(Id, ...)                                     \
  {Id::Value, Id::Derivative, Id::SecondDerivative, Id::ValueLimits, \
   Id::DerivativeLimits},
#include <gelu/activations.def>
#undef GELU_ACTIVATION
};

}  // namespace

const Definition& DefinitionOf(Activation activation) {
  return kDefinitions[static_cast<int>(activation)];
}

}  // namespace gelu::oracle
