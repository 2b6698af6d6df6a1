// `correct` through a gate: in double, an interval that holds m g(x). Where
// both ends round to the same float, that is the result.

#include <hwy/highway.h>

#include <bit>

#include "elements.h"
#include "gates.h"
#include "rounding-inl.h"
#include "single-inl.h"

#if defined(GELU_SRC_GATE_CORRECT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_GATE_CORRECT_INL_H_
#undef GELU_SRC_GATE_CORRECT_INL_H_
#else
#define GELU_SRC_GATE_CORRECT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct CorrectColumns {
  V64 value, slope, bend, twist;
};

// Loads a row for each lane and transposes. `base` is such that adding an
// offset to it gives the row.
HWY_INLINE CorrectColumns LoadRows(const char* base, const uint64_t* offsets) {
  const D64 d;
  const auto row = [&](size_t i) HWY_ATTR {
    return reinterpret_cast<const double*>(base + offsets[i]);
  };
#if HWY_TARGET == HWY_SCALAR
  const double* r = row(0);
  return {hn::Set(d, r[0]), hn::Set(d, r[1]), hn::Set(d, r[2]),
          hn::Set(d, r[3])};
#else
  const hn::Simd<double, 2, 0> d2;
  // Two neighbours of each even or odd lane, in its place.
  const auto load = [&](size_t lane, size_t column) HWY_ATTR {
    const auto two = [&](size_t i) HWY_ATTR {
      return hn::LoadU(d2, row(lane + i) + column);
    };
#if HWY_MAX_BYTES == 16
    return two(0);
#elif HWY_MAX_BYTES == 32
    return hn::Combine(d, two(2), two(0));
#else
    const hn::Half<D64> half;
    return hn::Combine(d, hn::Combine(half, two(6), two(4)),
                       hn::Combine(half, two(2), two(0)));
#endif
  };
  const V64 even = load(0, 0), odd = load(1, 0);
  const V64 even2 = load(0, 2), odd2 = load(1, 2);
  return {hn::InterleaveLower(d, even, odd), hn::InterleaveUpper(d, even, odd),
          hn::InterleaveLower(d, even2, odd2),
          hn::InterleaveUpper(d, even2, odd2)};
#endif
}

template <Multiplier kMultiplier>
struct CorrectGate {
  using Element = float;
  static constexpr bool kOneResult = true;  // whoever computes it
  static constexpr int kFactors = FactorsOf(kMultiplier);
  static constexpr size_t kMaxBlock = 4 * hn::MaxLanes(D64());
  static size_t BlockSize() { return 4 * hn::Lanes(D64()); }

  // The nearest nodes' rows, and the distances from the nodes.
  struct Rows {
    HWY_ALIGN uint64_t offset[kMaxBlock];
    HWY_ALIGN double h[kMaxBlock];
  };

  static HWY_INLINE void LookUp(const float* x, Rows& rows) {
    const D64 d;
    const V64 limit = hn::Set(d, kGateLimit);
    const auto magnitude = [&](V64 v) HWY_ATTR {
      const V64 a = hn::Abs(v);
      return hn::IfThenElse(hn::Lt(a, limit), a, limit);  // also for NaN
    };
    const Single a = Map(magnitude, LoadSingle(x));
    const Single magic = Single::Of(kMagic);
    const Single index = a + magic;
    const Single h = a - (index - magic);
    const size_t lanes = hn::Lanes(d);
    Store(index.a, h.a, rows, 0);
    Store(index.b, h.b, rows, lanes);
    Store(index.c, h.c, rows, 2 * lanes);
    Store(index.d, h.d, rows, 3 * lanes);
  }

  struct Result {
    VF32 y;
    hn::Mask<DF32> decided;
  };

  struct Results {
    Result a, b, c, d;

    HWY_INLINE bool AllDecided() const {
      const auto ab = hn::And(a.decided, b.decided);
      return hn::AllTrue(DF32(), hn::And(ab, hn::And(c.decided, d.decided)));
    }
    // Bits of lanes.
    HWY_INLINE uint64_t Undecided() const {
      const size_t lanes = hn::Lanes(D64());
      return Bits(a) | Bits(b) << lanes | Bits(c) << 2 * lanes |
             Bits(d) << 3 * lanes;
    }
    HWY_INLINE void Store(float* to) const {
      const DF32 df;
      const size_t lanes = hn::Lanes(df);
      hn::StoreU(a.y, df, to);
      hn::StoreU(b.y, df, to + lanes);
      hn::StoreU(c.y, df, to + 2 * lanes);
      hn::StoreU(d.y, df, to + 3 * lanes);
    }

   private:
    static HWY_INLINE uint64_t Bits(const Result& result) {
      uint8_t bytes[8] = {};
      hn::StoreMaskBits(DF32(), hn::Not(result.decided), bytes);
      return bytes[0];
    }
  };

  static HWY_INLINE Results Compute(const Gate& gate,
                                    const Elements<float>& from,
                                    const Rows& rows) {
    const size_t lanes = hn::Lanes(D64());
    return {ComputeVector(gate, from, rows, 0),
            ComputeVector(gate, from, rows, lanes),
            ComputeVector(gate, from, rows, 2 * lanes),
            ComputeVector(gate, from, rows, 3 * lanes)};
  }

 private:
  // Adding it rounds to the nodes; the low bits then count them.
  static constexpr double kMagic = 0x1.8p52 / kGateSteps;
  static constexpr uint64_t kMagicOffset = std::bit_cast<uint64_t>(kMagic) << 5;
  static_assert(sizeof(CorrectRow) == 1 << 5);

  static HWY_INLINE void Store(V64 index, V64 h, Rows& rows, size_t i) {
    const hn::RebindToUnsigned<D64> du;
    hn::StoreU(hn::ShiftLeft<5>(hn::BitCast(du, index)), du, rows.offset + i);
    hn::StoreU(h, D64(), rows.h + i);
  }

  // Exact, since the inputs are floats.
  static HWY_INLINE V64 LoadMultiplier(V64 x, const Elements<float>& from,
                                       size_t i) {
    if constexpr (kMultiplier == Multiplier::kX) {
      return x;
    } else {
      const V64 p = LoadAsDouble(from.p + i);
      if constexpr (kMultiplier == Multiplier::kPX) return hn::Mul(p, x);
      if constexpr (kMultiplier == Multiplier::kPQ) {
        return hn::Mul(p, LoadAsDouble(from.q + i));
      }
      return p;
    }
  }

  static HWY_INLINE Result ComputeVector(const Gate& gate,
                                         const Elements<float>& from,
                                         const Rows& rows, size_t i) {
    const D64 d;
    const hn::RebindToUnsigned<D64> du;
    const char* base =
        reinterpret_cast<const char*>(gate.correct) - kMagicOffset;
    const CorrectColumns c = LoadRows(base, rows.offset + i);
    const V64 h = hn::LoadU(d, rows.h + i);
    const V64 x = LoadAsDouble(from.x + i);
    const V64 negative = hn::MulAdd(
        hn::MulAdd(hn::MulAdd(c.twist, h, c.bend), h, c.slope), h, c.value);
    const V64 positive =
        hn::MulAdd(hn::Set(d, gate.sign), negative, hn::Set(d, gate.offset));
    const V64 g = hn::IfNegativeThenElse(x, negative, positive);
    const V64 error =
        hn::BitCast(d, hn::ShiftLeft<32>(hn::BitCast(du, c.twist)));
    V64 below = hn::Sub(g, error), above = hn::Add(g, error);
    if constexpr (kMultiplier != Multiplier::kOne) {
      const V64 m = LoadMultiplier(x, from, i);
      below = hn::Mul(below, m);
      above = hn::Mul(above, m);
    }
    // False for NaN. The ends are not 0 of both signs: no float is so near a
    // root of g that an interval holds 0.
    const VF32 y = NearestF32(below);
    return {y, hn::Eq(y, NearestF32(above))};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_GATE_CORRECT_INL_H_
