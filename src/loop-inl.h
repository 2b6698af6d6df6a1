// The one loop, and the two evaluations of a formula that it goes through.
//
// Quick: in plain double, which gives an interval that holds the true value.
// If both ends round to the same element, that is the result (A. Ziv, "Fast
// evaluation of elementary mathematical functions with correctly rounded last
// bit", 1991). For the few others, and for f64: in double-double.

#include <hwy/highway.h>

#include <cstring>

#include "accurate-inl.h"
#include "elements.h"
#include "float_environment.h"
#include "formula-inl.h"
#include "kernels.h"
#include "rounding-inl.h"

#if defined(GELU_SRC_LOOP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_LOOP_INL_H_
#undef GELU_SRC_LOOP_INL_H_
#else
#define GELU_SRC_LOOP_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

// Bound of the error of a quick delta, relative to its scale. The largest part
// is 2^-37.5 of Expm1Minus.
constexpr double kQuickError = 0x1p-37;

struct Interval {
  Single lower, upper;
};

// Both hold the true value (in any order: delta may be negative).
HWY_INLINE Interval Enclose(const Parts<Single>& parts) {
  return {MulAdd(parts.delta, Single::Of(1 - kQuickError), parts.base),
          MulAdd(parts.delta, Single::Of(1 + kQuickError), parts.base)};
}
HWY_INLINE Interval Enclose(const DifferenceParts<Single>& parts) {
  const Single error = Single::Of(kQuickError);
  return {parts.base + MulAdd(-error, parts.scale, parts.delta),
          parts.base + MulAdd(error, parts.scale, parts.delta)};
}

// Times a factor, widened to cover the roundings of the sum and of the
// products.
HWY_INLINE Interval Times(Interval ends, Single factor) {
  const Single p = ends.lower * factor, q = ends.upper * factor;
  const auto below = [](V64 u, V64 v) HWY_ATTR {
    const V64 low = hn::Min(u, v);
    return hn::NegMulAdd(hn::Set(D64(), 0x1p-50), hn::Abs(low), low);
  };
  const auto above = [](V64 u, V64 v) HWY_ATTR {
    const V64 high = hn::Max(u, v);
    return hn::MulAdd(hn::Set(D64(), 0x1p-50), hn::Abs(high), high);
  };
  return {Map(below, p, q), Map(above, p, q)};
}

// Times p, or p q, which is exact: they are floats.
HWY_INLINE Interval TimesFactors(Interval ends, const Elements<double>& from) {
  Single factor = LoadSingle(from.p);
  if (from.q) {
    factor = factor * LoadSingle(from.q);
    // The limits of Magnitude allow for one factor: more is left to Pair.
    const auto undecided_if_huge = [](V64 end, V64 f) HWY_ATTR {
      const D64 d;
      const M64 huge =
          hn::And(hn::Gt(hn::Abs(f), hn::Set(d, 0x1p127)), hn::IsFinite(f));
      return hn::IfThenElse(huge, hn::Set(d, 0x1p1000), end);
    };
    ends.upper = Map(undecided_if_huge, ends.upper, factor);
  }
  return Times(ends, factor);
}

// Room for a Single.
struct Block64 {
  HWY_ALIGN double lanes[4 * hn::MaxLanes(D64())];
};

// The interval's ends. Out of line and not by element type: formulas are long,
// and would otherwise be compiled once for each.
template <class Formula, Direction kDirection>
HWY_NOINLINE void EncloseBlock(const Elements<double>& from, double parameter,
                               Block64* lower, Block64* upper) {
  Interval ends = Enclose(
      Evaluate<Formula, kDirection, Single>(LoadSingle(from.x), parameter));
  if constexpr (IsProduct(kDirection)) ends = TimesFactors(ends, from);
  StoreSingle(ends.lower, lower->lanes);
  StoreSingle(ends.upper, upper->lanes);
}

// The results for one vector of four, if both ends of the interval agree.
template <class T>
struct Rounding {
  VBits<T> bits, undecided;  // undecided: 0 in every lane that agrees

  HWY_INLINE Rounding(V64 lower, V64 upper) {
    if constexpr (sizeof(T) == 4) {
      const DBits<T> db;
      const VF32 low = NearestF32(lower);
      bits = CanonicalBits<T>(low);
      undecided =
          hn::Xor(hn::BitCast(db, low), hn::BitCast(db, NearestF32(upper)));
    } else {
      bits = RoundTo<T>(lower);
      undecided = hn::Xor(bits, RoundTo<T>(upper));
    }
  }
};

template <class T>
HWY_INLINE bool IsZero(VBits<T> v) {
  const DBits<T> db;
  return hn::AllTrue(db, hn::Eq(v, hn::Zero(db)));
}

// A formula for the loop: Block() computes BlockSize() elements.
template <class Formula, Direction kDirection, class T>
struct Rounded {
  static size_t BlockSize() { return 4 * hn::Lanes(D64()); }

  static HWY_INLINE void Block(const Elements<T>& from, T* y,
                               double parameter) {
    Block64 x, p, q, lower, upper;
    StoreSingle(LoadSingle(from.x), x.lanes);
    if (from.p) StoreSingle(LoadSingle(from.p), p.lanes);
    if (from.q) StoreSingle(LoadSingle(from.q), q.lanes);
    EncloseBlock<Formula, kDirection>(
        {x.lanes, from.p ? p.lanes : nullptr, from.q ? q.lanes : nullptr},
        parameter, &lower, &upper);
    const D64 d;
    const auto round = [&](size_t i) HWY_ATTR {
      return Rounding<T>(hn::Load(d, lower.lanes + i),
                         hn::Load(d, upper.lanes + i));
    };
    const size_t lanes = hn::Lanes(d);
    Rounding<T> r[] = {round(0), round(lanes), round(2 * lanes),
                       round(3 * lanes)};
    const auto undecided = hn::Or(hn::Or(r[0].undecided, r[1].undecided),
                                  hn::Or(r[2].undecided, r[3].undecided));
    if (HWY_UNLIKELY(!IsZero<T>(undecided))) {
      for (size_t i = 0; i < 4; ++i) {
        if (IsZero<T>(r[i].undecided)) continue;
        r[i].bits =
            Accurate<Formula, kDirection>(from.From(i * lanes), parameter);
      }
    }
    // Only now: y may be an input.
    for (size_t i = 0; i < 4; ++i) StoreBits(r[i].bits, y + i * lanes);
  }
};

template <class Formula, Direction kDirection>
struct Rounded<Formula, kDirection, double> {
  static size_t BlockSize() { return hn::Lanes(D64()); }

  static HWY_INLINE void Block(const Elements<double>& from, double* y,
                               double parameter) {
    StoreBits(Accurate<Formula, kDirection>(from, parameter), y);
  }
};

// Calls Evaluation::Block over the array, and over a padded copy of the rest:
// the same code for every element, so its place in the array cannot matter.
template <class Evaluation, class T>
void Loop(const Inputs& inputs, void* y_to, size_t length, double parameter) {
  if (length == 0) return;
  constexpr size_t kMaxBlock = 4 * hn::MaxLanes(D64());
  const FloatEnvironment environment;
  const auto from = Elements<T>::Of(inputs);
  auto* y = static_cast<T*>(y_to);
  const size_t block = Evaluation::BlockSize();
  const size_t rest_length = length % block, blocks_end = length - rest_length;
  const Padded<T, kMaxBlock> rest(from.From(blocks_end), rest_length);
  T rest_y[kMaxBlock];
  for (size_t i = 0; i < length; i += block) {
    const bool whole = i < blocks_end;
    Evaluation::Block(whole ? from.From(i) : rest.elements(),
                      whole ? y + i : rest_y, parameter);
  }
  std::memcpy(y + blocks_end, rest_y, rest_length * sizeof(T));
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_LOOP_INL_H_
