// What a formula returns, and the pieces that formulas share.
//
// With a = |x|, each smooth activation here is its limit for large |x| (ReLU,
// a step) plus a bump that dies out: nothing cancels, nothing overflows at
// +-inf, and the negative tail keeps its relative accuracy.

#include <hwy/highway.h>

#include "pair-inl.h"
#include "single-inl.h"
#include "tables.h"

#if defined(GELU_SRC_FORMULA_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_FORMULA_INL_H_
#undef GELU_SRC_FORMULA_INL_H_
#else
#define GELU_SRC_FORMULA_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

// The function's value is base + delta.
template <class N>
struct Parts {
  V64 base;
  N delta;
};

// The same where delta is a difference: `scale` is what its error is relative
// to, the sum of the two sides.
template <class N>
struct DifferenceParts : Parts<N> {
  N scale;
};

// max(x, 0), but -0 for x < 0: the sign that x * gate(x) has there.
HWY_INLINE V64 ReluPart(V64 x) {
  const D64 d;
  const M64 negative = hn::Lt(x, hn::Zero(d));
  return hn::IfThenElse(negative, hn::SignBit(d), x);
}

HWY_INLINE M64 IsPositive(V64 x) { return hn::Gt(x, hn::Zero(D64())); }

// 1 for x > 0, else -0: a derivative that tends to 0 from below ends there.
HWY_INLINE V64 StepPart(V64 x) {
  const D64 d;
  return hn::IfThenElse(IsPositive(x), hn::Set(d, 1.0), hn::SignBit(d));
}

// min(|x|, limit). The limits keep every intermediate value finite, and lie
// where the result has long rounded to +-0, x or 1.
template <class N>
HWY_INLINE N Magnitude(V64 x, double f32_limit, double f64_limit) {
  const V64 limit = hn::Set(D64(), N::Limit(f32_limit, f64_limit));
  return N::Of(hn::Min(hn::Abs(x), limit));
}

// x * sigma(v(x)), v odd: max(x, 0) - a * sigma(-v(a)).
template <class N>
HWY_INLINE Parts<N> LogisticForward(V64 x, N a, N v) {
  const auto tail = ExpMinus(v);
  const auto gate = tail / (N::Of(1.0) + Value(tail));
  const N bump = Value(MulAnyScale(gate, a));
  return {ReluPart(x), -bump};
}

// Its derivative, with q = e^-v(a): q (1 + q - a v'(a)) / (1 + q)^2 at -a, and
// one minus that at a. `root` is the root of the factor in parentheses, which
// is a function of `root_argument`.
template <class N>
HWY_INLINE DifferenceParts<N> LogisticDerivative(V64 x, N v, N a_dv,
                                                 const tables::Root& root,
                                                 N root_argument) {
  const auto tail = ExpMinus(v);
  const N one_plus = N::Of(1.0) + Value(tail);
  const auto weight = tail / Square(one_plus);
  const N factor = NearRoot(root, root_argument, one_plus - a_dv);
  const N slope = Value(factor * weight);
  return {{StepPart(x), NegateIf(IsPositive(x), slope)},
          Value((one_plus + a_dv) * weight)};
}

// Its second derivative, even in x: s (2 v' + x v'' - a v'^2 tanh(v/2)), where
// s = sigma(v) sigma(-v). `linear` is 2 v' + x v'', `a_dv2` is a v'^2.
template <class N>
HWY_INLINE DifferenceParts<N> LogisticSecondDerivative(N v, N linear, N a_dv2) {
  const N one = N::Of(1.0);
  const auto tail = ExpMinus(v);
  const N one_plus = one + Value(tail);
  const auto weight = tail / Square(one_plus);
  const N bend = a_dv2 * (-Expm1Minus(v) / one_plus);
  return {{hn::Zero(D64()), Value((linear - bend) * weight)},
          Value((linear + bend) * weight)};
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_FORMULA_INL_H_
