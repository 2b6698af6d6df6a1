// Vectors of floats: columns of a gate's rows, and elements, from memory and
// back.

#include <hwy/highway.h>

#include "elements.h"
#include "gates.h"
#include "rounding-inl.h"

#if defined(GELU_SRC_GATE_ROWS_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_GATE_ROWS_INL_H_
#undef GELU_SRC_GATE_ROWS_INL_H_
#else
#define GELU_SRC_GATE_ROWS_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

using DF = hn::ScalableTag<float>;
using VF = hn::Vec<DF>;
using MF = hn::Mask<DF>;
using DU = hn::RebindToUnsigned<DF>;

struct Columns {
  VF value, slope, bend, rest_and_error;

  HWY_INLINE VF Rest() const {
    const auto high = hn::Set(DU(), 0xFFFF0000u);
    return hn::BitCast(DF(), hn::And(hn::BitCast(DU(), rest_and_error), high));
  }
  HWY_INLINE VF Error() const {
    return hn::BitCast(DF(),
                       hn::ShiftLeft<16>(hn::BitCast(DU(), rest_and_error)));
  }
};

// Loads a row for each lane and transposes. `base` is such that adding an
// offset to it gives the row.
HWY_INLINE Columns LoadRows(const char* base, const uint32_t* offsets) {
  const DF d;
  const auto row = [&](size_t i) HWY_ATTR {
    return reinterpret_cast<const float*>(base + offsets[i]);
  };
#if HWY_TARGET == HWY_SCALAR
  const float* r = row(0);
  return {hn::Set(d, r[0]), hn::Set(d, r[1]), hn::Set(d, r[2]),
          hn::Set(d, r[3])};
#else
  const hn::Simd<float, 4, 0> d4;
  const auto four = [&](size_t i) HWY_ATTR { return hn::LoadU(d4, row(i)); };
  const auto load = [&](size_t i) HWY_ATTR {
#if HWY_MAX_BYTES == 16
    return four(i);
#elif HWY_MAX_BYTES == 32
    return hn::Combine(d, four(i + 4), four(i));
#else
    const hn::Half<DF> half;
    return hn::Combine(d, hn::Combine(half, four(i + 12), four(i + 8)),
                       hn::Combine(half, four(i + 4), four(i)));
#endif
  };
  // A transposition in each block of 128 bits.
  const hn::Repartition<double, DF> d2;
  const VF r0 = load(0), r1 = load(1), r2 = load(2), r3 = load(3);
  const auto low_01 = hn::BitCast(d2, hn::InterleaveLower(d, r0, r1));
  const auto low_23 = hn::BitCast(d2, hn::InterleaveLower(d, r2, r3));
  const auto high_01 = hn::BitCast(d2, hn::InterleaveUpper(d, r0, r1));
  const auto high_23 = hn::BitCast(d2, hn::InterleaveUpper(d, r2, r3));
  return {hn::BitCast(d, hn::InterleaveLower(d2, low_01, low_23)),
          hn::BitCast(d, hn::InterleaveUpper(d2, low_01, low_23)),
          hn::BitCast(d, hn::InterleaveLower(d2, high_01, high_23)),
          hn::BitCast(d, hn::InterleaveUpper(d2, high_01, high_23))};
#endif
}

HWY_INLINE VF LoadFloats(const float* from) { return hn::LoadU(DF(), from); }
template <class T>
HWY_INLINE VF LoadFloats(const T* from) {
  const hn::Rebind<uint16_t, DF> d16;
  const auto bits = hn::LoadU(d16, reinterpret_cast<const uint16_t*>(from));
  return ToF32(T(), hn::PromoteTo(DU(), bits));
}

// m, rounded where `load` gives floats; exact where it gives doubles of them.
template <Multiplier kMultiplier, class T, class Load>
HWY_INLINE auto LoadMultiplier(const Load& load, const Elements<T>& from,
                               size_t i) {
  const auto m = load((kMultiplier == Multiplier::kX ? from.x : from.p) + i);
  if constexpr (kMultiplier == Multiplier::kPX) {
    return hn::Mul(m, load(from.x + i));
  } else if constexpr (kMultiplier == Multiplier::kPQ) {
    return hn::Mul(m, load(from.q + i));
  } else {
    return m;
  }
}

// m g. Beyond the floats it is an infinity or a zero.
template <Multiplier kMultiplier, class T>
HWY_INLINE VF Multiply(VF g, const Elements<T>& from, size_t i) {
  if constexpr (kMultiplier == Multiplier::kOne) {
    return g;
  } else {
    const auto load = [](const T* at) HWY_ATTR { return LoadFloats(at); };
    return hn::Mul(g, LoadMultiplier<kMultiplier>(load, from, i));
  }
}

// The nearest element of T, where v is far from a tie and within T's range.
HWY_INLINE void StoreFloats(VF v, float* to) { hn::StoreU(v, DF(), to); }
template <class T>
HWY_INLINE void StoreFloats(VF v, T* to) {
  constexpr int kDropped = 23 - Element<T>::kMantissaBits;
  const DU du;
  const hn::Rebind<uint16_t, DF> d16;
  const hn::RebindToSigned<DF> di;
  const auto half = hn::Set(du, uint32_t{1} << (kDropped - 1));
  const auto kept = hn::Set(du, ~uint32_t{0} << kDropped);
  const auto nearest = hn::And(hn::Add(hn::BitCast(du, v), half), kept);
  const auto bits = FromF32(T(), hn::BitCast(DF(), nearest));
  hn::StoreU(hn::DemoteTo(d16, hn::BitCast(di, bits)), d16,
             reinterpret_cast<uint16_t*>(to));
}

// Results of a gate that is scaled: normal numbers and zeros. Others are left:
// arithmetic with subnormal numbers takes many times as long.
struct Unscaled {
  VF y;
  MF normal, zero;

  // Of a size, which rounds to 0 if `most` does, and with the sign of `sign`.
  static HWY_INLINE Unscaled Of(VF size, VF most, VF sign) {
    const DF d;
    const MF normal = hn::And(hn::Ge(size, hn::Set(d, 0x1p-126f / kGateScale)),
                              hn::Lt(size, hn::Set(d, 0x1p127f)));
    const MF zero = hn::Lt(most, hn::Set(d, 0x1p-126f / kGateScale * 0x1p-24f));
    const VF y =
        hn::Mul(hn::IfThenElseZero(normal, size), hn::Set(d, kGateScale));
    return {hn::CopySign(y, sign), normal, zero};
  }
};

// What a row gives for each lane.
struct Result {
  VF y;
  MF decided;
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_GATE_ROWS_INL_H_
