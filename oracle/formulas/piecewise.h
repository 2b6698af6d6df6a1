// identity, relu, leaky_relu, elu.

#ifndef GELU_ORACLE_FORMULAS_PIECEWISE_H_
#define GELU_ORACLE_FORMULAS_PIECEWISE_H_

#include <cmath>

#include "common.h"
#include "enclosure.h"

namespace gelu::oracle {

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
  static Enclosure QuickValue(double x, double) { return Only(x); }
  static Enclosure QuickDerivative(double, double) { return Only(1); }
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
  static Enclosure QuickValue(double x, double) { return Only(x < 0 ? 0 : x); }
  static Enclosure QuickDerivative(double x, double) {
    return Only(x > 0 ? 1 : 0);
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
  static Enclosure QuickValue(double x, double slope) {
    return x > 0 ? Only(x) : Around(slope * x);
  }
  static Enclosure QuickDerivative(double x, double slope) {
    return Only(x > 0 ? 1 : slope);
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
  // One call of the library and one product: 17 u.
  static Enclosure QuickValue(double x, double alpha) {
    return x < 0 ? Around(alpha * std::expm1(x)) : Only(x);
  }
  // e^-120 < 2^-173.
  static Enclosure QuickDerivative(double x, double alpha) {
    if (x > 0) return Only(1);
    return x < -120 ? TinyPositive() : Around(alpha * std::exp(x));
  }
};

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_FORMULAS_PIECEWISE_H_
