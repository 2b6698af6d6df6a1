// The one loop, and the two evaluations of a formula that it goes through.
//
// Quick: in plain double, which gives an interval that holds the true value.
// If both ends round to the same element, that is the result (A. Ziv, "Fast
// evaluation of elementary mathematical functions with correctly rounded last
// bit", 1991). For the few others, and for f64: in double-double.

#include <hwy/highway.h>

#include <cstring>

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

template <class Formula, Direction kDirection, class N>
HWY_INLINE auto Evaluate(V64 x, double parameter) {
  if constexpr (kDirection == Direction::kForward) {
    return Formula::template Forward<N>(x, parameter);
  } else {
    auto parts = [&] {
      if constexpr (kDirection == Direction::kSecondDerivative) {
        return Formula::template SecondDerivative<N>(x, parameter);
      } else {
        return Formula::template Derivative<N>(x, parameter);
      }
    }();
    parts.base = hn::IfThenElse(hn::IsNaN(x), x, parts.base);
    return parts;
  }
}

// One vector in double-double: hi + lo, with hi the nearest double. Out of
// line and not by element type, since it is long and rarely called.
template <class Formula, Direction kDirection>
HWY_NOINLINE void AccurateVector(const double* x_from, const double* dy_from,
                                 double parameter, double* hi, double* lo) {
  const D64 d;
  const V64 x = hn::LoadU(d, x_from);
  const auto parts = Evaluate<Formula, kDirection, Pair>(x, parameter);
  Pair y = Pair::Of(parts.base) + parts.delta;
  V64 plain = hn::Add(parts.base, parts.delta.hi);
  if constexpr (kDirection == Direction::kBackward) {
    const V64 dy = hn::LoadU(d, dy_from);
    y = MulAnyScale(y, Pair::Of(dy));
    plain = hn::Mul(plain, dy);
  }
  // Infinities make NaN inside Pair, and sums lose the sign of zero.
  const M64 is_pair = hn::And(hn::IsFinite(y.hi), hn::Ne(y.hi, hn::Zero(d)));
  y = IfThenElse(is_pair, y, Pair::Of(plain));
  hn::StoreU(y.hi, d, hi);
  hn::StoreU(y.lo, d, lo);
}

template <class Formula, Direction kDirection, class T>
VBits<T> Accurate(const T* x_from, const T* dy_from, double parameter) {
  const D64 d;
  constexpr size_t kLanes = hn::MaxLanes(D64());
  HWY_ALIGN double x[kLanes], dy[kLanes], hi[kLanes], lo[kLanes];
  hn::Store(LoadAsDouble(x_from), d, x);
  hn::Store(LoadAsDouble(dy_from), d, dy);
  AccurateVector<Formula, kDirection>(x, dy, parameter, hi, lo);
  return RoundTo<T>(Pair{hn::Load(d, hi), hn::Load(d, lo)});
}

struct Interval {
  V64 lower, upper;
};

// Both hold the true value (in any order: delta may be negative).
HWY_INLINE Interval Enclose(const Parts<Single>& parts) {
  const D64 d;
  const V64 less = hn::Set(d, 1 - kQuickError);
  const V64 more = hn::Set(d, 1 + kQuickError);
  return {hn::MulAdd(parts.delta.v, less, parts.base),
          hn::MulAdd(parts.delta.v, more, parts.base)};
}
HWY_INLINE Interval Enclose(const DifferenceParts<Single>& parts) {
  const V64 error = hn::Set(D64(), kQuickError);
  const V64 low = hn::NegMulAdd(error, parts.scale.v, parts.delta.v);
  const V64 high = hn::MulAdd(error, parts.scale.v, parts.delta.v);
  return {hn::Add(parts.base, low), hn::Add(parts.base, high)};
}

// Times dy, widened to cover the roundings of the sum and of the products.
HWY_INLINE Interval Times(Interval slope, V64 dy) {
  const V64 tiny = hn::Set(D64(), 0x1p-50);
  const V64 p = hn::Mul(slope.lower, dy), q = hn::Mul(slope.upper, dy);
  const V64 low = hn::Min(p, q), high = hn::Max(p, q);
  return {hn::NegMulAdd(tiny, hn::Abs(low), low),
          hn::MulAdd(tiny, hn::Abs(high), high)};
}

// The same interval, its ends rounded to T.
template <class T>
struct Rounding {
  VBits<T> lower, upper;
};

template <class Formula, Direction kDirection, class T>
HWY_INLINE Rounding<T> QuickVector(const T* x_from, const T* dy_from,
                                   double parameter) {
  const V64 x = LoadAsDouble(x_from);
  Interval y = Enclose(Evaluate<Formula, kDirection, Single>(x, parameter));
  if constexpr (kDirection == Direction::kBackward) {
    y = Times(y, LoadAsDouble(dy_from));
  }
  return {RoundTo<T>(y.lower), RoundTo<T>(y.upper)};
}

// A formula for the loop: Block() computes kBlock elements.
template <class Formula, Direction kDirection, class T>
struct Rounded {
  static constexpr size_t kVectors = sizeof(T) == 8 ? 1 : 4;
  static size_t BlockSize() { return kVectors * hn::Lanes(D64()); }

  static HWY_INLINE void Block(const T* x, const T* dy, T* y,
                               double parameter) {
    const DBits<T> db;
    const size_t lanes = hn::Lanes(db);
    if constexpr (sizeof(T) == 8) {
      StoreBits(Accurate<Formula, kDirection>(x, dy, parameter), y);
    } else {
      Rounding<T> ends[kVectors];
      VBits<T> undecided = hn::Zero(db);
      for (size_t i = 0; i < kVectors; ++i) {
        const size_t at = i * lanes;
        ends[i] = QuickVector<Formula, kDirection>(x + at, dy + at, parameter);
        undecided = hn::Or(undecided, hn::Xor(ends[i].lower, ends[i].upper));
      }
      if (HWY_UNLIKELY(!hn::AllTrue(db, hn::Eq(undecided, hn::Zero(db))))) {
        for (size_t i = 0; i < kVectors; ++i) {
          if (hn::AllTrue(db, hn::Eq(ends[i].lower, ends[i].upper))) continue;
          const size_t at = i * lanes;
          ends[i].lower =
              Accurate<Formula, kDirection>(x + at, dy + at, parameter);
        }
      }
      // Only now: y may be x.
      for (size_t i = 0; i < kVectors; ++i) {
        StoreBits(ends[i].lower, y + i * lanes);
      }
    }
  }
};

// Calls Evaluation::Block over the array, and over a padded copy of the rest:
// the same code for every element, so its place in the array cannot matter.
template <class Evaluation, class T>
void Loop(const void* x_from, const void* dy_from, void* y_to, size_t length,
          double parameter) {
  const FloatEnvironment environment;
  const auto* x = static_cast<const T*>(x_from);
  // Forward and derivative don't read dy; any valid pointer will do.
  const auto* dy = static_cast<const T*>(dy_from ? dy_from : x_from);
  auto* y = static_cast<T*>(y_to);
  const size_t block = Evaluation::BlockSize();
  size_t i = 0;
  for (; i + block <= length; i += block) {
    Evaluation::Block(x + i, dy + i, y + i, parameter);
  }
  if (i == length) return;
  constexpr size_t kMaxBlock = 4 * hn::MaxLanes(D64());
  T rest_x[kMaxBlock] = {}, rest_dy[kMaxBlock] = {}, rest_y[kMaxBlock];
  const size_t bytes = (length - i) * sizeof(T);
  std::memcpy(rest_x, x + i, bytes);
  std::memcpy(rest_dy, dy + i, bytes);
  Evaluation::Block(rest_x, rest_dy, rest_y, parameter);
  std::memcpy(y + i, rest_y, bytes);
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_LOOP_INL_H_
