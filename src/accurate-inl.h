// A formula in double-double, and its product with further arrays: what decides
// the roundings that the quick evaluation (loop-inl.h) leaves open, and f64.

#include <hwy/highway.h>

#include "elements.h"
#include "formula-inl.h"
#include "kernels.h"
#include "rounding-inl.h"

#if defined(GELU_SRC_ACCURATE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACCURATE_INL_H_
#undef GELU_SRC_ACCURATE_INL_H_
#else
#define GELU_SRC_ACCURATE_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

template <class Formula, Direction kDirection, class N>
HWY_INLINE auto Evaluate(typename N::Raw x, double parameter) {
  if constexpr (IsOfValue(kDirection)) {
    return Formula::template Forward<N>(x, parameter);
  } else if constexpr (kDirection == Direction::kSecondDerivative) {
    return Formula::template SecondDerivative<N>(x, parameter);
  } else {
    return Formula::template Derivative<N>(x, parameter);
  }
}

// A value in double-double. `plain` has its sign where it is 0 or infinite, and
// is NaN where it is: there Pair itself may not tell.
struct Decided {
  Pair value;
  V64 plain;
};

// v, unless it is 0 since delta has underflowed: then a small number that has
// delta's sign.
HWY_INLINE V64 SignOfLost(V64 v, const ScaledPair& delta) {
  const D64 d;
  const V64 sign = delta.value.hi, zero = hn::Zero(d);
  const M64 lost = hn::And(hn::Eq(v, zero), hn::Ne(sign, zero));
  return hn::IfThenElse(lost, hn::CopySign(hn::Set(d, 0x1p-300), sign), v);
}

template <class Formula, Direction kDirection>
HWY_INLINE Decided AccurateValue(V64 x, double parameter) {
  const auto parts = Evaluate<Formula, kDirection, Pair>(x, parameter);
  const Pair delta = Value(parts.delta);
  const V64 plain = hn::Add(parts.base, delta.hi);
  return {Pair::Of(parts.base) + delta, SignOfLost(plain, parts.delta)};
}

// Times p, or p q: whatever may underflow before them, the product does not
// feel it.
template <class Formula, Direction kDirection>
HWY_INLINE Decided AccurateProduct(V64 x, const Elements<double>& factors,
                                   double parameter) {
  const D64 d;
  const hn::RebindToSigned<D64> di;
  const V64 zero = hn::Zero(d);
  // Near 0 a function that is 0 there is linear: it is taken where it is an
  // ordinary number, and scaled back.
  const M64 tiny = hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-700));
  const V64 up = hn::IfThenElse(
      tiny, hn::Set(d, kDirection == Direction::kGated ? 0x1p300 : 1.0),
      hn::Set(d, 1.0));
  const auto parts =
      Evaluate<Formula, kDirection, Pair>(hn::Mul(x, up), parameter);
  const V64 sign = parts.delta.value.hi;
  Pair delta = Value(parts.delta);
  // The product with the base may be a tie, which delta decides by its sign.
  const V64 least = hn::Mul(hn::Abs(parts.base), hn::Set(d, 0x1p-200));
  const M64 vanishes = hn::And(
      hn::And(hn::Lt(hn::Abs(delta.hi), least), hn::IsFinite(parts.base)),
      hn::Ne(sign, zero));
  delta = IfThenElse(vanishes, Pair::Of(hn::CopySign(least, sign)), delta);
  const Pair sum = Pair::Of(parts.base) + delta;
  const M64 linear = hn::And(hn::Gt(up, hn::Set(d, 1.0)),
                             hn::Lt(hn::Abs(sum.hi), hn::Set(d, 0x1p-300)));
  const V64Int down = hn::IfThenElseZero(hn::RebindMask(di, linear),
                                         hn::Set(di, int64_t{-300}));

  const V64 p = hn::LoadU(d, factors.p);
  const auto times = [&](const ScaledPair& v) HWY_ATTR {
    ScaledPair product = MulAnyScale(v, Pair::Of(p));
    if (factors.q) {
      product = MulAnyScale(product, Pair::Of(hn::LoadU(d, factors.q)));
    }
    return Value({product.value, hn::Add(product.exponent, down)});
  };
  // In range, so that 0 times an infinity is of the inputs only.
  V64 plain = SignOfLost(hn::Add(parts.base, delta.hi), parts.delta);
  plain = hn::Mul(Moderate(plain), Moderate(p));
  if (factors.q) {
    plain = hn::Mul(plain, Moderate(hn::LoadU(d, factors.q)));
  }
  const M64 is_tail = hn::Eq(parts.base, zero);
  return {IfThenElse(is_tail, times(parts.delta), times(sum)), plain};
}

template <class Formula, Direction kDirection>
HWY_INLINE Decided Decide(V64 x, const Elements<double>& from,
                          double parameter) {
  if constexpr (IsProduct(kDirection)) {
    return AccurateProduct<Formula, kDirection>(x, from, parameter);
  } else {
    return AccurateValue<Formula, kDirection>(x, parameter);
  }
}

// One vector in double-double: hi + lo, with hi the nearest double. Out of
// line and not by element type, since it is long and rarely called.
template <class Formula, Direction kDirection>
HWY_NOINLINE void AccurateVector(const Elements<double>& from, double parameter,
                                 double* hi, double* lo) {
  const D64 d;
  const V64 x = hn::LoadU(d, from.x);
  const Decided y = Decide<Formula, kDirection>(x, from, parameter);
  V64 nearest = y.value.hi;
  nearest = hn::IfThenElse(hn::Eq(nearest, hn::Zero(d)),
                           hn::CopySign(hn::Zero(d), y.plain), nearest);
  nearest = hn::IfThenElse(hn::Or(hn::IsNaN(nearest), hn::IsNaN(y.plain)),
                           y.plain, nearest);
  hn::StoreU(nearest, d, hi);
  hn::StoreU(hn::IfThenElseZero(hn::IsFinite(nearest), y.value.lo), d, lo);
}

template <class Formula, Direction kDirection, class T>
VBits<T> Accurate(const Elements<T>& from, double parameter) {
  const D64 d;
  constexpr size_t kLanes = hn::MaxLanes(D64());
  HWY_ALIGN double x[kLanes], p[kLanes], q[kLanes], hi[kLanes], lo[kLanes];
  hn::Store(LoadAsDouble(from.x), d, x);
  if (from.p) hn::Store(LoadAsDouble(from.p), d, p);
  if (from.q) hn::Store(LoadAsDouble(from.q), d, q);
  AccurateVector<Formula, kDirection>(
      {x, from.p ? p : nullptr, from.q ? q : nullptr}, parameter, hi, lo);
  return RoundTo<T>(Pair{hn::Load(d, hi), hn::Load(d, lo)});
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACCURATE_INL_H_
