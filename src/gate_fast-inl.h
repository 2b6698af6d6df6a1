// `fast`, and the 16-bit types, through a gate: in float. The products are not
// fused, so that the bits are the same on every target. For 16 bits, where
// everything near the product rounds to the same element, that is the result.

#include <hwy/highway.h>

#include <bit>

#include "elements.h"
#include "gates.h"
#include "rounding-inl.h"

#if defined(GELU_SRC_GATE_FAST_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_GATE_FAST_INL_H_
#undef GELU_SRC_GATE_FAST_INL_H_
#else
#define GELU_SRC_GATE_FAST_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

using DF = hn::ScalableTag<float>;
using VF = hn::Vec<DF>;
using MF = hn::Mask<DF>;
using DU = hn::RebindToUnsigned<DF>;

struct FastColumns {
  VF value, slope, bend, error;
};

// As LoadRows of gate_correct-inl.h.
HWY_INLINE FastColumns LoadRows(const char* base, const uint32_t* offsets) {
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

// Whether all within 8 ULP of v round to the same element, a normal number.
template <class T>
HWY_INLINE MF IsFarFromTie(VF v) {
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
  const auto far = hn::Gt(hn::BitCast(di, beyond_tie),
                          hn::Set(di, static_cast<int32_t>(2 * kUlps)));
  const VF size = hn::Abs(v);
  return hn::And(hn::RebindMask(d, far),
                 hn::And(hn::Gt(size, hn::Set(d, kLeast)),
                         hn::Lt(size, hn::Set(d, kMost))));
}

template <class T, Multiplier kMultiplier>
struct FastGate {
  using Element = T;
  // whoever computes it
  static constexpr bool kOneResult = sizeof(T) == 2;
  static constexpr size_t kMaxLanes = hn::MaxLanes(DF());
  static constexpr int kFactors = FactorsOf(kMultiplier);
  static constexpr size_t kMaxBlock = 2 * kMaxLanes;
  static size_t BlockSize() { return 2 * hn::Lanes(DF()); }

  // The nearest nodes' rows, and the distances from the nodes.
  struct Rows {
    HWY_ALIGN uint32_t offset[kMaxBlock];
    HWY_ALIGN float h[kMaxBlock];
  };

  static HWY_INLINE void LookUp(const T* x, Rows& rows) {
    LookUpVector(x, rows, 0);
    LookUpVector(x, rows, hn::Lanes(DF()));
  }

  struct Result {
    VF y;
    MF decided;
  };

  struct Results {
    Result a, b;

    HWY_INLINE bool AllDecided() const {
      return hn::AllTrue(DF(), hn::And(a.decided, b.decided));
    }
    // Bits of lanes.
    HWY_INLINE uint64_t Undecided() const {
      return Bits(a) | Bits(b) << hn::Lanes(DF());
    }
    HWY_INLINE void Store(T* to) const {
      StoreFloats(a.y, to);
      StoreFloats(b.y, to + hn::Lanes(DF()));
    }

   private:
    static HWY_INLINE uint64_t Bits(const Result& result) {
      uint8_t bytes[8] = {};
      hn::StoreMaskBits(DF(), hn::Not(result.decided), bytes);
      return bytes[0] | uint64_t{bytes[1]} << 8;
    }
  };

  static HWY_INLINE Results Compute(const Gate& gate, const Elements<T>& from,
                                    const Rows& rows) {
    return {ComputeVector(gate, from, rows, 0),
            ComputeVector(gate, from, rows, hn::Lanes(DF()))};
  }

 private:
  // Adding it rounds to the nodes; the low bits then count them.
  static constexpr float kMagic = 0x1.8p23f / kGateSteps;
  static constexpr uint32_t kMagicOffset = std::bit_cast<uint32_t>(kMagic) << 4;
  static_assert(sizeof(FastRow) == 1 << 4);

  static HWY_INLINE void LookUpVector(const T* x, Rows& rows, size_t i) {
    const DF d;
    const VF limit = hn::Set(d, static_cast<float>(kGateLimit));
    const VF magic = hn::Set(d, kMagic);
    const VF size = hn::Abs(LoadFloats(x + i));
    const VF a = hn::IfThenElse(hn::Lt(size, limit), size, limit);
    const VF index = hn::Add(a, magic);
    hn::StoreU(hn::ShiftLeft<4>(hn::BitCast(DU(), index)), DU(),
               rows.offset + i);
    hn::StoreU(hn::Sub(a, hn::Sub(index, magic)), d, rows.h + i);
  }

  // A product of two is rounded. Beyond the floats it gives an infinity or
  // a zero, which do not count as decided.
  static HWY_INLINE VF LoadMultiplier(VF x, const Elements<T>& from, size_t i) {
    if constexpr (kMultiplier == Multiplier::kX) {
      return x;
    } else {
      const VF p = LoadFloats(from.p + i);
      if constexpr (kMultiplier == Multiplier::kPX) return hn::Mul(p, x);
      if constexpr (kMultiplier == Multiplier::kPQ) {
        return hn::Mul(p, LoadFloats(from.q + i));
      }
      return p;
    }
  }

  static HWY_INLINE Result ComputeVector(const Gate& gate,
                                         const Elements<T>& from,
                                         const Rows& rows, size_t i) {
    const DF d;
    const char* base = reinterpret_cast<const char*>(gate.fast) - kMagicOffset;
    const FastColumns c = LoadRows(base, rows.offset + i);
    const VF h = hn::LoadU(d, rows.h + i);
    const VF x = LoadFloats(from.x + i);
    const VF line = hn::Add(hn::Mul(c.bend, h), c.slope);
    const VF negative = hn::Add(hn::Mul(line, h), c.value);
    const VF positive =
        hn::Add(hn::Mul(hn::Set(d, static_cast<float>(gate.sign)), negative),
                hn::Set(d, static_cast<float>(gate.offset)));
    const VF g = hn::IfNegativeThenElse(x, negative, positive);
    VF y = g;
    if constexpr (kMultiplier != Multiplier::kOne) {
      y = hn::Mul(g, LoadMultiplier(x, from, i));
    }
    // else the error of g may be above 3 ULP
    const MF precise =
        hn::Gt(hn::Abs(g), hn::Mul(c.error, hn::Set(d, 0x1.8p22f)));
    return {y, hn::And(precise, IsDecided(y))};
  }

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
