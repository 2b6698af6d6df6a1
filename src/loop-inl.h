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
HWY_INLINE auto Evaluate(typename N::Raw x, double parameter) {
  if constexpr (kDirection == Direction::kForward) {
    return Formula::template Forward<N>(x, parameter);
  } else if constexpr (kDirection == Direction::kSecondDerivative) {
    return Formula::template SecondDerivative<N>(x, parameter);
  } else {
    return Formula::template Derivative<N>(x, parameter);
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
  const Pair delta = Value(parts.delta);
  Pair y = Pair::Of(parts.base) + delta;
  V64 plain = hn::Add(parts.base, delta.hi);
  if constexpr (kDirection == Direction::kBackward) {
    const V64 dy = hn::LoadU(d, dy_from);
    // delta alone may underflow where its product with dy does not
    const Pair tail = Value(MulAnyScale(parts.delta, Pair::Of(dy)));
    const M64 is_tail = hn::Eq(parts.base, hn::Zero(d));
    y = IfThenElse(is_tail, tail, MulAnyScale(y, Pair::Of(dy)));
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

// Times dy, widened to cover the roundings of the sum and of the products.
HWY_INLINE Interval Times(Interval slope, Single dy) {
  const Single p = slope.lower * dy, q = slope.upper * dy;
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

  static HWY_INLINE void Block(const T* x, const T* dy, T* y,
                               double parameter) {
    Interval ends = Enclose(
        Evaluate<Formula, kDirection, Single>(LoadSingle(x), parameter));
    if constexpr (kDirection == Direction::kBackward) {
      ends = Times(ends, LoadSingle(dy));
    }
    Rounding<T> r[] = {{ends.lower.a, ends.upper.a},
                       {ends.lower.b, ends.upper.b},
                       {ends.lower.c, ends.upper.c},
                       {ends.lower.d, ends.upper.d}};
    const auto undecided = hn::Or(hn::Or(r[0].undecided, r[1].undecided),
                                  hn::Or(r[2].undecided, r[3].undecided));
    const size_t lanes = hn::Lanes(D64());
    if (HWY_UNLIKELY(!IsZero<T>(undecided))) {
      for (size_t i = 0; i < 4; ++i) {
        if (IsZero<T>(r[i].undecided)) continue;
        r[i].bits = Accurate<Formula, kDirection>(x + i * lanes, dy + i * lanes,
                                                  parameter);
      }
    }
    // Only now: y may be x.
    for (size_t i = 0; i < 4; ++i) StoreBits(r[i].bits, y + i * lanes);
  }
};

template <class Formula, Direction kDirection>
struct Rounded<Formula, kDirection, double> {
  static size_t BlockSize() { return hn::Lanes(D64()); }

  static HWY_INLINE void Block(const double* x, const double* dy, double* y,
                               double parameter) {
    StoreBits(Accurate<Formula, kDirection>(x, dy, parameter), y);
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
  constexpr size_t kMaxBlock = 4 * hn::MaxLanes(D64());
  T rest_x[kMaxBlock] = {}, rest_dy[kMaxBlock] = {}, rest_y[kMaxBlock];
  while (length > 0) {
    const bool whole = length >= block;
    if (!whole) {
      std::memcpy(rest_x, x, length * sizeof(T));
      std::memcpy(rest_dy, dy, length * sizeof(T));
    }
    Evaluation::Block(whole ? x : rest_x, whole ? dy : rest_dy,
                      whole ? y : rest_y, parameter);
    if (!whole) {
      std::memcpy(y, rest_y, length * sizeof(T));
      return;
    }
    x += block, dy += block, y += block, length -= block;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_LOOP_INL_H_
