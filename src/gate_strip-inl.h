// A strip: some hundred elements, for which a gate's rows are first looked up,
// and then computed with.

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <bit>
#include <cstring>

#include "elements.h"
#include "gate_rows-inl.h"
#include "gates.h"

#if defined(GELU_SRC_GATE_STRIP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_GATE_STRIP_INL_H_
#undef GELU_SRC_GATE_STRIP_INL_H_
#else
#define GELU_SRC_GATE_STRIP_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

// The rows of as many elements are looked up before one is computed: so the
// latencies overlap.
constexpr size_t kStrip = 256;

// The nearest nodes' rows, one vector of any more, and the distances from the
// nodes.
struct LookedUp {
  HWY_ALIGN uint32_t offset[kStrip + hn::MaxLanes(DF())];
  HWY_ALIGN float h[kStrip];
};

// Bits for the elements of a strip, as StoreMaskBits gives them: whole bytes
// for a vector, which it may not fill.
class StripMask {
 public:
  HWY_INLINE void Set(size_t vector, MF mask) {
    hn::StoreMaskBits(DF(), mask, bytes_ + vector * kBytes);
  }

  // Calls act(element) for those of the first `vectors` that are not set.
  template <class Act>
  HWY_INLINE void ForEachUnset(size_t vectors, Act act) const {
    const size_t lanes = hn::Lanes(DF());
    for (size_t at = 0; at < vectors * kBytes; at += sizeof(uint64_t)) {
      for (uint64_t word = Unset(vectors, at); word != 0; word &= word - 1) {
        const size_t bit = at * 8 + static_cast<size_t>(std::countr_zero(word));
        act(bit / (8 * kBytes) * lanes + bit % (8 * kBytes));
      }
    }
  }

  size_t CountUnset(size_t vectors) const {
    size_t count = 0;
    for (size_t at = 0; at < vectors * kBytes; at += sizeof(uint64_t)) {
      count += static_cast<size_t>(std::popcount(Unset(vectors, at)));
    }
    return count;
  }

 private:
  static constexpr size_t kBytes = (hn::MaxLanes(DF()) + 7) / 8;

  HWY_INLINE uint64_t Unset(size_t vectors, size_t at) const {
    uint64_t word;
    std::memcpy(&word, bytes_ + at, sizeof(word));
    const size_t rest = vectors * kBytes - at;
    const uint64_t within =
        rest < sizeof(word) ? (uint64_t{1} << 8 * rest) - 1 : ~uint64_t{0};
    return ~word & within & kLanes;
  }

  // In each byte, the bits that stand for a lane.
  static constexpr uint64_t kLanes =
      hn::MaxLanes(DF()) >= 8
          ? ~uint64_t{0}
          : ((uint64_t{1} << hn::MaxLanes(DF())) - 1) * 0x0101010101010101;

  uint8_t bytes_[kStrip * kBytes];
};

// Arithmetic::Compute(columns, h, from, i) is the Result for the vector that
// begins at the i-th element.
template <class Arithmetic>
struct GateStrip {
  using T = typename Arithmetic::Element;
  template <bool kScaled>
  using For = GateStrip<typename Arithmetic::template For<kScaled>>;
  static constexpr bool kOneResult = Arithmetic::kOneResult;
  static constexpr int kFactors = Arithmetic::kFactors;

  static HWY_INLINE void LookUp(const Gate& gate, const T* x, size_t length,
                                LookedUp& rows) {
    const DF d;
    const DU du;
    const hn::RebindToSigned<DF> di;
    const VF magic = hn::Set(d, gate.magic);
    const auto least = hn::Set(di, MagicBits(gate) + gate.first);
    const auto most = hn::Set(di, MagicBits(gate) + gate.last);
    for (size_t i = 0; i < length; i += hn::Lanes(d)) {
      const VF from = LoadFloats(x + i);
      const VF index = hn::Add(from, magic);
      // Of all others, NaN too, the bits are beyond one limit as integers.
      const auto row = hn::Min(hn::Max(hn::BitCast(di, index), least), most);
      hn::Store(hn::BitCast(du, hn::ShiftLeft<4>(row)), du, rows.offset + i);
      hn::Store(hn::Sub(from, hn::Sub(index, magic)), d, rows.h + i);
    }
    hn::Store(hn::Set(du, OffsetOf(gate, gate.first)), du,
              rows.offset + length);
  }

  // The offsets of the rows that decide nothing, at the ends.
  struct Ends {
    explicit Ends(const Gate& gate)
        : first(OffsetOf(gate, gate.side < 0 ? gate.last : gate.first)),
          last(OffsetOf(gate, gate.side > 0 ? gate.first : gate.last)) {}

    HWY_INLINE bool Have(uint32_t offset) const {
      return offset == first || offset == last;
    }
    // The elements at the ends: set in `beyond`.
    HWY_INLINE void Mark(size_t length, const LookedUp& rows,
                         StripMask& beyond) const {
      const DF d;
      const DU du;
      for (size_t i = 0; i < length; i += hn::Lanes(d)) {
        const auto offset = hn::Load(du, rows.offset + i);
        const auto is_end = hn::Or(hn::Eq(offset, hn::Set(du, first)),
                                   hn::Eq(offset, hn::Set(du, last)));
        beyond.Set(i / hn::Lanes(d), hn::RebindMask(d, is_end));
      }
    }

    const uint32_t first, last;
  };

  // Stores the results, and which are decided.
  static HWY_INLINE void Compute(const Gate& gate, const Elements<T> from,
                                 size_t length, const LookedUp& rows, T* y,
                                 StripMask& decided) {
    const DF d;
    const char* base =
        reinterpret_cast<const char*>(gate.rows) - OffsetOf(gate, gate.first);
    Columns next = LoadRows(base, rows.offset);
    for (size_t i = 0; i < length; i += hn::Lanes(d)) {
      // This loop is too long for the processor to look ahead over it: where
      // the arrays come from memory, a third of the time is saved.
      hwy::Prefetch(from.x + i + 2 * kStrip);
      if constexpr (kFactors > 0) hwy::Prefetch(from.p + i + 2 * kStrip);
      if constexpr (kFactors > 1) hwy::Prefetch(from.q + i + 2 * kStrip);
      hwy::Prefetch(y + i + kStrip);
      // Those for the next vector, before the arithmetic waits for its own.
      const Columns columns = next;
      next = LoadRows(base, rows.offset + i + hn::Lanes(d));
      const auto result =
          Arithmetic::Compute(columns, hn::Load(d, rows.h + i), from, i);
      decided.Set(i / hn::Lanes(d), result.decided);
      StoreFloats(result.y, y + i);
    }
  }

 private:
  // Adding magic rounds to the nodes; the low bits then count them.
  static int32_t MagicBits(const Gate& gate) {
    return std::bit_cast<int32_t>(gate.magic);
  }
  static uint32_t OffsetOf(const Gate& gate, int32_t node) {
    static_assert(sizeof(Row) == 1 << 4);
    return static_cast<uint32_t>(MagicBits(gate) + node) << 4;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_GATE_STRIP_INL_H_
