// `fast`, and the 16-bit types, through a gate. The products are not fused, so
// that the bits are the same on every target. For 16 bits, where everything
// near the product rounds to the same element, that is the result.

#include <hwy/highway.h>

#include "gate_rows-inl.h"

#if defined(GELU_SRC_GATE_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_GATE_FAST_INL_H_
#undef GELU_SRC_GATE_FAST_INL_H_
#else
#define GELU_SRC_GATE_FAST_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

// v for T: what StoreFloats makes of it is right where `decided`, if v is right
// within 8 ULP.
template <class T>
HWY_INLINE Result ForStore(T /*tag*/, VF v) {
  constexpr int kDropped = 23 - Element<T>::kMantissaBits;
  constexpr uint32_t kUlps = 8;
  constexpr bool kF16 = Element<T>::kMinExponent == -14;
  constexpr float kLeast = kF16 ? 0x1.01p-14f : 0x1.01p-126f;
  constexpr float kMost = kF16 ? 0x1.FFp15f : 0x1.FEp127f;
  const DF d;
  const DU du;
  const hn::RebindToSigned<DF> di;
  const auto half = hn::Set(du, (uint32_t{1} << (kDropped - 1)) + kUlps);
  const auto dropped = hn::Set(du, (uint32_t{1} << kDropped) - 1);
  const auto beyond_tie = hn::And(hn::Add(hn::BitCast(du, v), half), dropped);
  const MF far_from_tie =
      hn::RebindMask(d, hn::Gt(hn::BitCast(di, beyond_tie),
                               hn::Set(di, static_cast<int32_t>(2 * kUlps))));
  const VF size = hn::Abs(v);
  const MF normal = hn::And(hn::Gt(size, hn::Set(d, kLeast)),
                            hn::Lt(size, hn::Set(d, kMost)));
  const MF decided = hn::And(far_from_tie, normal);
  if constexpr (kF16) {
    // Adding 0.75 rounds to a subnormal, or to 0.
    const VF magic = hn::Set(d, 0.75f);
    const VF low = hn::Add(hn::Mul(size, hn::Set(d, 1 - 0x1p-20f)), magic);
    const VF high = hn::Add(hn::Mul(size, hn::Set(d, 1 + 0x1p-20f)), magic);
    const MF subnormal = hn::Lt(size, hn::Set(d, 0x1.FEp-15f));
    return {hn::IfThenElse(subnormal, hn::CopySign(hn::Sub(low, magic), v), v),
            hn::Or(decided, hn::And(subnormal, hn::Eq(low, high)))};
  } else {
    const MF zero = hn::Lt(size, hn::Set(d, 0x1.FCp-135f));
    return {v, hn::Or(decided, zero)};
  }
}
HWY_INLINE Result ForStore(float /*tag*/, VF v) {
  // NaN is no such number: there is one NaN only
  return {v, hn::Lt(hn::Abs(v), hn::Set(DF(), 0x1.FFFFp127f))};
}

template <class T, Multiplier kMultiplier, bool kScaled = false>
struct FastArithmetic {
  using Element = T;
  template <bool kOther>
  using For = FastArithmetic<T, kMultiplier, kOther>;
  // whoever computes it
  static constexpr bool kOneResult = sizeof(T) == 2;
  static constexpr int kFactors = FactorsOf(kMultiplier);

  static HWY_INLINE Result Compute(const Columns& c, VF h,
                                   const Elements<T>& from, size_t i) {
    const VF line = hn::Add(hn::Mul(c.bend, h), c.slope);
    const VF g = hn::Add(hn::Mul(line, h), c.value);
    const VF y = Multiply<kMultiplier>(g, from, i);
    // Rounding g and the product takes 3.5 ULP at most. The rest is left out.
    if constexpr (!kScaled) {
      return ForStore(T(), y);
    } else {
      const MF precise =
          hn::Gt(hn::Abs(g), hn::Mul(c.Error(), hn::Set(DF(), 0x1p25f)));
      // A g that is not precise is one with an error of no more than g.
      const VF size = hn::Abs(y);
      const auto unscaled = Unscaled::Of(size, hn::Add(size, size), y);
      const Result result = ForStore(T(), unscaled.y);
      const MF right = hn::Or(unscaled.zero, hn::And(unscaled.normal, precise));
      return {result.y, hn::And(result.decided, right)};
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_GATE_FAST_INL_H_
