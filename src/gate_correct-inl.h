// `correct` in f32 through a gate: an interval that holds m g(x). Where both
// ends round to the same float, that is the result.

#include <hwy/highway.h>

#include "gate_rows-inl.h"

#if defined(GELU_SRC_GATE_CORRECT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_GATE_CORRECT_INL_H_
#undef GELU_SRC_GATE_CORRECT_INL_H_
#else
#define GELU_SRC_GATE_CORRECT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

// The ends, rounded to floats.
template <class V>
struct EndsIn {
  V below, above;
};
using Ends = EndsIn<VF>;

#if HWY_NATIVE_FMA

// A product that is not rounded: high + low, but for what is below the floats.
struct Product {
  VF high, low;

  static HWY_INLINE Product Of(VF a, VF b) {
    const VF high = hn::Mul(a, b);
    return {high, hn::MulSub(a, b, high)};
  }
};

// m g for g = value + rest. m value is exact as a pair, m rest joins its lower
// part. What overflows becomes NaN: undecided.
template <Multiplier kMultiplier>
HWY_INLINE Ends EncloseAll(VF value, VF rest, VF error,
                           const Elements<float>& from, size_t i) {
  const DF d;
  if constexpr (kMultiplier == Multiplier::kOne) {
    return {hn::Add(value, hn::Sub(rest, error)),
            hn::Add(value, hn::Add(rest, error))};
  } else {
    VF m = LoadFloats((kMultiplier == Multiplier::kX ? from.x : from.p) + i);
    VF low, smallest = hn::Abs(m);
    constexpr bool kTwo =
        kMultiplier == Multiplier::kPX || kMultiplier == Multiplier::kPQ;
    if constexpr (kTwo) {
      const VF factor =
          LoadFloats((kMultiplier == Multiplier::kPX ? from.x : from.q) + i);
      smallest = hn::Min(smallest, hn::Abs(factor));
      const auto product = Product::Of(m, factor);
      m = product.high;
      low = product.low;
    }
    Product y = Product::Of(m, value);
    if constexpr (kTwo) y.low = hn::MulAdd(low, value, y.low);
    y.low = hn::MulAdd(m, rest, y.low);
    // What is lost of products below 2^-126 is less than 2^-147; of 0, nothing.
    const VF lost = hn::IfThenZeroElse(hn::Eq(smallest, hn::Zero(d)),
                                       hn::Set(d, 0x1p-144f));
    const VF spread = hn::MulAdd(hn::Abs(m), error, lost);
    // so that -0 stays -0
    return {hn::Sub(y.high, hn::Sub(spread, y.low)),
            hn::Add(y.high, hn::Add(spread, y.low))};
  }
}

#else

using HalfEnds = EndsIn<VF32>;

// Without fused products: in double, which has room for those of two floats.
template <Multiplier kMultiplier>
HWY_INLINE HalfEnds Enclose(VF32 value, VF32 rest, VF32 error,
                            const Elements<float>& from, size_t i) {
  const D64 d;
  const V64 g = hn::Add(hn::PromoteTo(d, value), hn::PromoteTo(d, rest));
  const V64 spread = hn::PromoteTo(d, error);
  V64 below = hn::Sub(g, spread), above = hn::Add(g, spread);
  if constexpr (kMultiplier != Multiplier::kOne) {
    const auto load = [](const float* at) HWY_ATTR { return LoadAsDouble(at); };
    const V64 m = LoadMultiplier<kMultiplier>(load, from, i);
    below = hn::Mul(below, m);
    above = hn::Mul(above, m);
  }
  return {NearestF32(below), NearestF32(above)};
}

#if HWY_TARGET == HWY_SCALAR
template <Multiplier kMultiplier>
HWY_INLINE HalfEnds EncloseAll(VF value, VF rest, VF error,
                               const Elements<float>& from, size_t i) {
  return Enclose<kMultiplier>(value, rest, error, from, i);
}
#else
template <Multiplier kMultiplier>
HWY_INLINE Ends EncloseAll(VF value, VF rest, VF error,
                           const Elements<float>& from, size_t i) {
  const DF d;
  const DF32 half;
  const auto lower = Enclose<kMultiplier>(
      hn::LowerHalf(value), hn::LowerHalf(rest), hn::LowerHalf(error), from, i);
  const auto upper = Enclose<kMultiplier>(
      hn::UpperHalf(half, value), hn::UpperHalf(half, rest),
      hn::UpperHalf(half, error), from, i + hn::Lanes(half));
  return {hn::Combine(d, upper.below, lower.below),
          hn::Combine(d, upper.above, lower.above)};
}
#endif

#endif

template <Multiplier kMultiplier, bool kScaled = false>
struct CorrectArithmetic {
  using Element = float;
  template <bool kOther>
  using For = CorrectArithmetic<kMultiplier, kOther>;
  static constexpr bool kOneResult = true;  // whoever computes it
  static constexpr int kFactors = FactorsOf(kMultiplier);

  static HWY_INLINE Result Compute(const Columns& c, VF h,
                                   const Elements<float>& from, size_t i) {
    const VF line = hn::MulAdd(c.bend, h, c.slope);
    const VF rest = hn::MulAdd(line, h, c.Rest());
    const auto ends =
        EncloseAll<kMultiplier>(c.value, rest, c.Error(), from, i);
    // False for NaN.
    const MF same = hn::Eq(ends.below, ends.above);
    if constexpr (!kScaled) {
      return {ends.below, same};
    } else {
      const VF below = hn::Abs(ends.below), above = hn::Abs(ends.above);
      const auto unscaled =
          Unscaled::Of(below, hn::Max(below, above),
                       Multiply<kMultiplier>(c.value, from, i));
      return {unscaled.y,
              hn::Or(unscaled.zero, hn::And(unscaled.normal, same))};
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_GATE_CORRECT_INL_H_
