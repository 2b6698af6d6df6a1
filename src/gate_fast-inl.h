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

// Whether all within 8 ULP of v round to the same element, a normal number or
// 0.
template <class T>
HWY_INLINE MF IsFarFromTie(VF v) {
  constexpr int kDropped = 23 - Element<T>::kMantissaBits;
  constexpr uint32_t kUlps = 8;
  constexpr bool kF16 = Element<T>::kMinExponent == -14;
  constexpr float kZero = kF16 ? 0x1.FCp-26f : 0x1.FCp-135f;
  constexpr float kLeast = kF16 ? 0x1.01p-14f : 0x1.01p-126f;
  constexpr float kMost = kF16 ? 0x1.FFp15f : 0x1.FEp127f;
  const DF d;
  const DU du;
  const hn::RebindToSigned<DF> di;
  const auto half = hn::Set(du, (uint32_t{1} << (kDropped - 1)) + kUlps);
  const auto dropped = hn::Set(du, (uint32_t{1} << kDropped) - 1);
  const auto beyond_tie = hn::And(hn::Add(hn::BitCast(du, v), half), dropped);
  const auto far = hn::Gt(hn::BitCast(di, beyond_tie),
                          hn::Set(di, static_cast<int32_t>(2 * kUlps)));
  const VF size = hn::Abs(v);
  const MF normal = hn::And(hn::Gt(size, hn::Set(d, kLeast)),
                            hn::Lt(size, hn::Set(d, kMost)));
  return hn::Or(hn::Lt(size, hn::Set(d, kZero)),
                hn::And(hn::RebindMask(d, far), normal));
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
    const DF d;
    const VF line = hn::Add(hn::Mul(c.bend, h), c.slope);
    const VF g = hn::Add(hn::Mul(line, h), c.value);
    VF y = Multiply(g, from, i);
    // Rounding g and the product takes 3.5 ULP at most. The rest is left out.
    if constexpr (!kScaled) return {y, IsDecided(y)};
    y = hn::Mul(y, hn::Set(d, kGateScale));
    // Of a g that is known less well, only zeros are right.
    const MF precise =
        hn::Gt(hn::Abs(g), hn::Mul(c.Error(), hn::Set(d, 0x1p25f)));
    return {y, hn::And(hn::Or(precise, hn::Eq(y, hn::Zero(d))), IsDecided(y))};
  }

  // m g. Beyond the floats it is an infinity or a zero.
  static HWY_INLINE VF Multiply(VF g, const Elements<T>& from, size_t i) {
    if constexpr (kMultiplier == Multiplier::kOne) {
      return g;
    } else {
      const auto load = [](const T* at) HWY_ATTR { return LoadFloats(at); };
      return hn::Mul(g, LoadMultiplier<kMultiplier>(load, from, i));
    }
  }

 private:
  static HWY_INLINE MF IsDecided(VF y) {
    if constexpr (sizeof(T) == 4) {
      // NaN is no such number: there is one NaN only
      return hn::Lt(hn::Abs(y), hn::Set(DF(), 0x1.FFFFp127f));
    } else {
      return IsFarFromTie<T>(y);
    }
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_GATE_FAST_INL_H_
