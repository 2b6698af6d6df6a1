// The one loop, and the two evaluations of a formula that it goes through.
//
// Quick: in plain double, which gives an interval that holds the true value.
// If both ends round to the same element, that is the result (A. Ziv, "Fast
// evaluation of elementary mathematical functions with correctly rounded last
// bit", 1991). For the few others, and for f64: in double-double.

#include <hwy/highway.h>

#include <cstring>

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

template <class Formula, Direction kDirection, class N>
HWY_INLINE auto Evaluate(typename N::Raw x, double parameter) {
  if constexpr (kDirection == Direction::kForward ||
                kDirection == Direction::kGated) {
    return Formula::template Forward<N>(x, parameter);
  } else if constexpr (kDirection == Direction::kSecondDerivative) {
    return Formula::template SecondDerivative<N>(x, parameter);
  } else {
    return Formula::template Derivative<N>(x, parameter);
  }
}

// Whether the result is a product, with p or p q.
constexpr bool IsProduct(Direction direction) {
  return direction == Direction::kBackward || direction == Direction::kGated;
}

// A value in double-double. `plain` has its sign where it is 0 or infinite, and
// is NaN where it is: there Pair itself may not tell.
struct Decided {
  Pair value;
  V64 plain;
};

// v, unless it is 0 since delta has underflowed: then a small number that has
// delta's sign.
HWY_INLINE V64 SignOfLost(V64 v, const ScaledPair& delta) {
  const D64 d;
  const V64 sign = delta.value.hi, zero = hn::Zero(d);
  const M64 lost = hn::And(hn::Eq(v, zero), hn::Ne(sign, zero));
  return hn::IfThenElse(lost, hn::CopySign(hn::Set(d, 0x1p-300), sign), v);
}

template <class Formula, Direction kDirection>
HWY_INLINE Decided AccurateValue(V64 x, double parameter) {
  const auto parts = Evaluate<Formula, kDirection, Pair>(x, parameter);
  const Pair delta = Value(parts.delta);
  const V64 plain = hn::Add(parts.base, delta.hi);
  return {Pair::Of(parts.base) + delta, SignOfLost(plain, parts.delta)};
}

// Times p, or p q: whatever may underflow before them, the product does not
// feel it.
template <class Formula, Direction kDirection>
HWY_INLINE Decided AccurateProduct(V64 x, const Elements<double>& factors,
                                   double parameter) {
  const D64 d;
  const hn::RebindToSigned<D64> di;
  const V64 zero = hn::Zero(d);
  // Near 0 a function that is 0 there is linear: it is taken where it is an
  // ordinary number, and scaled back.
  const M64 tiny = hn::Lt(hn::Abs(x), hn::Set(d, 0x1p-700));
  const V64 up = hn::IfThenElse(
      tiny, hn::Set(d, kDirection == Direction::kGated ? 0x1p300 : 1.0),
      hn::Set(d, 1.0));
  const auto parts =
      Evaluate<Formula, kDirection, Pair>(hn::Mul(x, up), parameter);
  const V64 sign = parts.delta.value.hi;
  Pair delta = Value(parts.delta);
  // The product with the base may be a tie, which delta decides by its sign.
  const V64 least = hn::Mul(hn::Abs(parts.base), hn::Set(d, 0x1p-200));
  const M64 vanishes = hn::And(
      hn::And(hn::Lt(hn::Abs(delta.hi), least), hn::IsFinite(parts.base)),
      hn::Ne(sign, zero));
  delta = IfThenElse(vanishes, Pair::Of(hn::CopySign(least, sign)), delta);
  const Pair sum = Pair::Of(parts.base) + delta;
  const M64 linear = hn::And(hn::Gt(up, hn::Set(d, 1.0)),
                             hn::Lt(hn::Abs(sum.hi), hn::Set(d, 0x1p-300)));
  const V64Int down = hn::IfThenElseZero(hn::RebindMask(di, linear),
                                         hn::Set(di, int64_t{-300}));

  const V64 p = hn::LoadU(d, factors.p);
  const auto times = [&](const ScaledPair& v) HWY_ATTR {
    ScaledPair product = MulAnyScale(v, Pair::Of(p));
    if (factors.q) {
      product = MulAnyScale(product, Pair::Of(hn::LoadU(d, factors.q)));
    }
    return Value({product.value, hn::Add(product.exponent, down)});
  };
  // In range, so that 0 times an infinity is of the inputs only.
  V64 plain = SignOfLost(hn::Add(parts.base, delta.hi), parts.delta);
  plain = hn::Mul(Moderate(plain), Moderate(p));
  if (factors.q) {
    plain = hn::Mul(plain, Moderate(hn::LoadU(d, factors.q)));
  }
  const M64 is_tail = hn::Eq(parts.base, zero);
  return {IfThenElse(is_tail, times(parts.delta), times(sum)), plain};
}

template <class Formula, Direction kDirection>
HWY_INLINE Decided Decide(V64 x, const Elements<double>& from,
                          double parameter) {
  if constexpr (IsProduct(kDirection)) {
    return AccurateProduct<Formula, kDirection>(x, from, parameter);
  } else {
    return AccurateValue<Formula, kDirection>(x, parameter);
  }
}

// One vector in double-double: hi + lo, with hi the nearest double. Out of
// line and not by element type, since it is long and rarely called.
template <class Formula, Direction kDirection>
HWY_NOINLINE void AccurateVector(const Elements<double>& from, double parameter,
                                 double* hi, double* lo) {
  const D64 d;
  const V64 x = hn::LoadU(d, from.x);
  const Decided y = Decide<Formula, kDirection>(x, from, parameter);
  V64 nearest = y.value.hi;
  nearest = hn::IfThenElse(hn::Eq(nearest, hn::Zero(d)),
                           hn::CopySign(hn::Zero(d), y.plain), nearest);
  nearest = hn::IfThenElse(hn::Or(hn::IsNaN(nearest), hn::IsNaN(y.plain)),
                           y.plain, nearest);
  hn::StoreU(nearest, d, hi);
  hn::StoreU(hn::IfThenElseZero(hn::IsFinite(nearest), y.value.lo), d, lo);
}

template <class Formula, Direction kDirection, class T>
VBits<T> Accurate(const Elements<T>& from, double parameter) {
  const D64 d;
  constexpr size_t kLanes = hn::MaxLanes(D64());
  HWY_ALIGN double x[kLanes], p[kLanes], q[kLanes], hi[kLanes], lo[kLanes];
  hn::Store(LoadAsDouble(from.x), d, x);
  if (from.p) hn::Store(LoadAsDouble(from.p), d, p);
  if (from.q) hn::Store(LoadAsDouble(from.q), d, q);
  AccurateVector<Formula, kDirection>(
      {x, from.p ? p : nullptr, from.q ? q : nullptr}, parameter, hi, lo);
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

// Times p, or p q, which is exact here.
template <class T>
HWY_INLINE Interval TimesFactors(Interval ends, const Elements<T>& from) {
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
    Interval ends = Enclose(
        Evaluate<Formula, kDirection, Single>(LoadSingle(from.x), parameter));
    if constexpr (IsProduct(kDirection)) ends = TimesFactors(ends, from);
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
