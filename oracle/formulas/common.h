// What the formulas share: bounds on rounding errors, and limits.

#ifndef GELU_ORACLE_FORMULAS_COMMON_H_
#define GELU_ORACLE_FORMULAS_COMMON_H_

#include <limits>

#include "../formulas.h"

namespace gelu::oracle {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Bits granted to the roundings of a formula, from its terms' leading bit
// down. Each formula below says why it stays within 2^kLostBits units in the
// last place of its greatest term.
inline constexpr mpfr_exp_t kLostBits = 20;

inline Approximation Exact(Real value) { return {std::move(value), true, 0}; }

inline Approximation Rounded(Real value, const Real& greatest) {
  // Nothing but x = 0 makes a term zero, and then no step was rounded.
  if (value.IsZero() || greatest.IsZero()) return Exact(std::move(value));
  const mpfr_exp_t error = greatest.Exponent() + kLostBits - value.Precision();
  return {std::move(value), false, error};
}

inline Approximation Rounded(Real value) {
  const Real greatest = value;
  return Rounded(std::move(value), greatest);
}

inline Approximation Sum(const Real& a, const Real& b) {
  if (b.IsZero()) return Exact(a);  // x = 0
  return Rounded(a + b, Abs(a) < Abs(b) ? b : a);
}

inline Real Clamp(const Real& x, double bound) {
  if (x < -bound) return Real(-bound, x.Precision());
  return Real(bound) < x ? Real(bound, x.Precision()) : x;
}

inline Limits SelfGatedLimits(double) { return {-0.0, kInfinity}; }
inline Limits SelfGatedDerivativeLimits(double) { return {-0.0, 1.0}; }

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_FORMULAS_COMMON_H_
