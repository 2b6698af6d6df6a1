// What a formula returns, and the pieces that formulas share.
//
// With a = |x|, each smooth activation here is its limit for large |x| (ReLU,
// a step) plus a bump that dies out: nothing cancels, nothing overflows at
// +-inf, and the negative tail keeps its relative accuracy.

#include <hwy/highway.h>

#include <type_traits>

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
  typename N::Raw base;
  typename N::Scaled delta;
};

// The same where delta is a difference: `scale` is what its error is relative
// to, the sum of the two sides.
template <class N>
struct DifferenceParts : Parts<N> {
  typename N::Scaled scale;
};

// What depends on the sign of x: first for one vector, below for the numbers.

// max(x, 0), but -0 for x < 0: the sign that x * gate(x) has there. Clang 14
// makes a maximum of a choice between -0 and x, which gives -0 for 0.
HWY_INLINE V64 ReluPart(V64 x) {
  const D64 d;
  const V64 positive = hn::IfThenZeroElse(hn::Lt(x, hn::Zero(d)), x);
  return hn::Or(positive, hn::And(x, hn::SignBit(d)));
}

// 1 for x > 0, else -0: a derivative that tends to 0 from below ends there.
// NaN for NaN.
HWY_INLINE V64 StepPart(V64 x) {
  const D64 d;
  const V64 step =
      hn::IfThenElse(hn::Gt(x, hn::Zero(d)), hn::Set(d, 1.0), hn::SignBit(d));
  return hn::IfThenElse(hn::IsNaN(x), x, step);
}

// 0, or NaN for NaN: the limit of what dies out on both sides.
HWY_INLINE V64 ZeroPart(V64 x) { return hn::IfThenElseZero(hn::IsNaN(x), x); }

HWY_INLINE V64 NegateWherePositive(V64 x, V64 v) {
  const D64 d;
  const V64 sign = hn::IfThenElseZero(hn::Gt(x, hn::Zero(d)), hn::SignBit(d));
  return hn::Xor(v, sign);
}
// Else -0, which leaves any base as it is, also +-0.
HWY_INLINE V64 OnlyWhereNegative(V64 x, V64 v) {
  const D64 d;
  return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), v, hn::SignBit(d));
}
HWY_INLINE V64 UnlessPositive(V64 x, V64 v) {
  const D64 d;
  return hn::IfThenElse(hn::Gt(x, hn::Zero(d)), hn::SignBit(d), v);
}

#define GELU_LIFT1(Function)                                   \
  HWY_INLINE Single Function(Single x) {                       \
    return Map([](V64 u) HWY_ATTR { return Function(u); }, x); \
  }
#define GELU_LIFT2(Function)                                                \
  HWY_INLINE Single Function(Single x, Single y) {                          \
    return Map([](V64 u, V64 v) HWY_ATTR { return Function(u, v); }, x, y); \
  }                                                                         \
  HWY_INLINE Pair Function(V64 x, Pair y) {                                 \
    return {Function(x, y.hi), Function(x, y.lo)};                          \
  }                                                                         \
  HWY_INLINE ScaledPair Function(V64 x, ScaledPair y) {                     \
    return {Function(x, y.value), y.exponent};                              \
  }
GELU_LIFT1(ReluPart)
GELU_LIFT1(StepPart)
GELU_LIFT1(ZeroPart)
GELU_LIFT2(NegateWherePositive)
GELU_LIFT2(OnlyWhereNegative)
GELU_LIFT2(UnlessPositive)
#undef GELU_LIFT1
#undef GELU_LIFT2

// min(|x|, limit). The limits keep every intermediate value finite. They lie
// where the bump is below 2^-280 for f32, 2^-2100 for f64: also times the
// greatest dy it rounds to 0, or vanishes beside x or 1.
HWY_INLINE V64 Magnitude(V64 x, V64 limit) {
  return hn::Min(hn::Abs(x), limit);
}
template <class N>
HWY_INLINE N Magnitude(typename N::Raw x, double f32_limit, double f64_limit) {
  const V64 limit = hn::Set(D64(), N::Limit(f32_limit, f64_limit));
  if constexpr (std::is_same_v<N, Single>) {
    return Map([&](V64 v) HWY_ATTR { return Magnitude(v, limit); }, x);
  } else {
    return N::Of(Magnitude(x, limit));
  }
}

// x * sigma(v(x)), v odd: max(x, 0) - a * sigma(-v(a)).
template <class N>
HWY_INLINE Parts<N> LogisticForward(typename N::Raw x, N a, N v) {
  const auto tail = ExpMinus(v);
  const auto gate = tail / (N::Of(1.0) + Value(tail));
  return {ReluPart(x), -MulAnyScale(gate, a)};
}

// Its derivative, with q = e^-v(a): q (1 + q - a v'(a)) / (1 + q)^2 at -a, and
// one minus that at a. `root` is the root of the factor in parentheses, which
// is a function of `root_argument`.
template <class N>
HWY_INLINE DifferenceParts<N> LogisticDerivative(typename N::Raw x, N v, N a_dv,
                                                 const tables::Root& root,
                                                 N root_argument) {
  const auto tail = ExpMinus(v);
  const N one_plus = N::Of(1.0) + Value(tail);
  const auto weight = tail / Square(one_plus);
  const auto slope =
      NearRoot(root, root_argument, (one_plus - a_dv) * weight, weight);
  return {{StepPart(x), NegateWherePositive(x, slope)},
          (one_plus + a_dv) * weight};
}

// Its second derivative, even in x: s (2 v' + x v'' - a v'^2 tanh(v/2)), where
// s = sigma(v) sigma(-v). `linear` is 2 v' + x v'', `a_dv2` is a v'^2.
template <class N>
HWY_INLINE DifferenceParts<N> LogisticSecondDerivative(typename N::Raw x, N v,
                                                       N linear, N a_dv2) {
  const N one = N::Of(1.0);
  const auto tail = ExpMinus(v);
  const N one_plus = one + Value(tail);
  const auto weight = tail / Square(one_plus);
  const N bend = a_dv2 * (-Expm1Minus(v) / one_plus);
  return {{ZeroPart(x), (linear - bend) * weight}, (linear + bend) * weight};
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_FORMULA_INL_H_
