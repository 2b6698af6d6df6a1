// Double-double arithmetic: a value is hi + lo, |lo| <= ulp(hi)/2. It decides
// what the quick evaluation could not, and computes f64. Relative error of
// the functions here: below 2^-70 (of ExpMinus, HalfErfcx), 2^-100 (of the
// basic operations).
//
// The same bits on every target: only +, -, *, / and exact products are used,
// never a MulAdd that one target fuses and another does not.
//
// Sources: T. J. Dekker, "A floating-point technique for extending the
// available precision", 1971; M. Joldes, J.-M. Muller, V. Popescu, "Tight and
// rigorous error bounds for basic building blocks of double-word arithmetic",
// 2017.

#include <hwy/highway.h>

#include "single-inl.h"
#include "tables.h"

#if defined(GELU_SRC_PAIR_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_PAIR_INL_H_
#undef GELU_SRC_PAIR_INL_H_
#else
#define GELU_SRC_PAIR_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

using V64Int = hn::Vec<hn::RebindToSigned<D64>>;

struct ScaledPair;

struct Pair {
  using Raw = V64;
  using Scaled = ScaledPair;
  using NormalTail = struct NormalTailPair;

  V64 hi, lo;

  static double Limit(double /*f32*/, double f64) { return f64; }
  static HWY_INLINE Pair Of(V64 v) { return {v, hn::Zero(D64())}; }
  static HWY_INLINE Pair Of(tables::Double2 c) {
    return {hn::Set(D64(), c.hi), hn::Set(D64(), c.lo)};
  }
  static HWY_INLINE Pair Of(double c) { return Of(hn::Set(D64(), c)); }
};

// a + b exactly, if |a| >= |b| or a == 0.
HWY_INLINE Pair FastTwoSum(V64 a, V64 b) {
  const V64 sum = hn::Add(a, b);
  return {sum, hn::Sub(b, hn::Sub(sum, a))};
}

// a + b exactly.
HWY_INLINE Pair TwoSum(V64 a, V64 b) {
  const V64 sum = hn::Add(a, b);
  const V64 b_part = hn::Sub(sum, a);
  const V64 a_part = hn::Sub(sum, b_part);
  return {sum, hn::Add(hn::Sub(a, a_part), hn::Sub(b, b_part))};
}

#if !HWY_NATIVE_FMA
// The upper 26 bits of v, rounded to nearest: what is left fits in 26 bits.
HWY_INLINE V64 UpperHalf(V64 v) {
  const hn::RebindToUnsigned<D64> du;
  const auto rounded =
      hn::Add(hn::BitCast(du, v), hn::Set(du, uint64_t{1} << 26));
  return hn::BitCast(D64(), hn::And(rounded, hn::Set(du, ~uint64_t{0} << 27)));
}
#endif

// a * b exactly, unless the low part underflows (|a b| < 2^-960).
HWY_INLINE Pair TwoProduct(V64 a, V64 b) {
  const V64 product = hn::Mul(a, b);
#if HWY_NATIVE_FMA
  return {product, hn::MulSub(a, b, product)};
#else
  const V64 a_hi = UpperHalf(a), a_lo = hn::Sub(a, a_hi);
  const V64 b_hi = UpperHalf(b), b_lo = hn::Sub(b, b_hi);
  V64 rest = hn::Sub(hn::Mul(a_hi, b_hi), product);
  rest = hn::Add(rest, hn::Mul(a_hi, b_lo));
  rest = hn::Add(rest, hn::Mul(a_lo, b_hi));
  return {product, hn::Add(rest, hn::Mul(a_lo, b_lo))};
#endif
}

HWY_INLINE Pair operator+(Pair a, Pair b) {
  const Pair hi = TwoSum(a.hi, b.hi);
  const Pair lo = TwoSum(a.lo, b.lo);
  const Pair sum = FastTwoSum(hi.hi, hn::Add(hi.lo, lo.hi));
  return FastTwoSum(sum.hi, hn::Add(sum.lo, lo.lo));
}
HWY_INLINE Pair operator-(Pair a) { return {hn::Neg(a.hi), hn::Neg(a.lo)}; }
HWY_INLINE Pair operator-(Pair a, Pair b) { return a + -b; }
HWY_INLINE Pair operator*(Pair a, V64 b) {
  const Pair p = TwoProduct(a.hi, b);
  return FastTwoSum(p.hi, hn::Add(p.lo, hn::Mul(a.lo, b)));
}
HWY_INLINE Pair operator*(Pair a, Pair b) {
  const Pair p = TwoProduct(a.hi, b.hi);
  const V64 cross = hn::Add(hn::Mul(a.hi, b.lo), hn::Mul(a.lo, b.hi));
  return FastTwoSum(p.hi, hn::Add(p.lo, cross));
}
// Out of line, as all that is long here: it is called rarely, from many places.
static HWY_NOINLINE Pair operator/(const Pair& a, const Pair& b) {
  const V64 q = hn::Div(a.hi, b.hi);
  const Pair rest = a - b * q;
  return FastTwoSum(q, hn::Div(rest.hi, b.hi));
}
HWY_INLINE Pair MulAdd(Pair a, Pair b, Pair c) { return a * b + c; }
HWY_INLINE Pair Square(Pair a) { return a * a; }
HWY_INLINE Pair Half(Pair a) {
  const V64 half = hn::Set(D64(), 0.5);
  return {hn::Mul(a.hi, half), hn::Mul(a.lo, half)};
}
HWY_INLINE Pair IfThenElse(M64 mask, Pair yes, Pair no) {
  return {hn::IfThenElse(mask, yes.hi, no.hi),
          hn::IfThenElse(mask, yes.lo, no.lo)};
}

// value * 2^exponent, exponent <= 4000. The power is multiplied in last, so
// that nothing inside a formula underflows.
struct ScaledPair {
  Pair value;
  V64Int exponent;

  HWY_INLINE ScaledPair(Pair v, V64Int e) : value(v), exponent(e) {}
  HWY_INLINE ScaledPair(Pair v)
      : value(v), exponent(hn::Zero(hn::RebindToSigned<D64>())) {}
};

HWY_INLINE ScaledPair operator*(Pair a, ScaledPair b) {
  return {a * b.value, b.exponent};
}
// Only of values that have the same exponent.
HWY_INLINE ScaledPair operator+(ScaledPair a, ScaledPair b) {
  return {a.value + b.value, a.exponent};
}
HWY_INLINE ScaledPair operator-(ScaledPair a, ScaledPair b) {
  return {a.value - b.value, a.exponent};
}
HWY_INLINE ScaledPair operator/(ScaledPair a, Pair b) {
  return {a.value / b, a.exponent};
}
HWY_INLINE ScaledPair operator-(ScaledPair a) { return {-a.value, a.exponent}; }

// In four steps, of which only the last can round.
static HWY_NOINLINE Pair Value(const ScaledPair& a) {
  const D64 d;
  const hn::RebindToSigned<D64> di;
  const auto power = [&](V64Int exponent) HWY_ATTR {
    const V64Int biased = hn::Add(exponent, hn::Set(di, 1023));
    return hn::BitCast(d, hn::ShiftLeft<52>(biased));
  };
  // below it all is 0, and power() at an end
  const V64Int exponent = hn::Max(a.exponent, hn::Set(di, int64_t{-4000}));
  const V64Int quarter = hn::ShiftRight<2>(exponent);
  const V64Int three = hn::Add(hn::Add(quarter, quarter), quarter);
  const V64 p = power(quarter), q = power(hn::Sub(exponent, three));
  const auto times = [&](V64 v) HWY_ATTR {
    return hn::Mul(hn::Mul(hn::Mul(hn::Mul(v, p), p), p), q);
  };
  return {times(a.value.hi), times(a.value.lo)};
}

// v, or its product with 2^600 or 2^-600: a product of two such neither
// overflows, nor loses its low part to underflow.
struct Scale {
  V64 factor;
  V64Int back;  // the exponent that undoes it

  explicit HWY_INLINE Scale(V64 v) {
    const D64 d;
    const hn::RebindToSigned<D64> di;
    const M64 tiny = hn::Lt(hn::Abs(v), hn::Set(d, 0x1p-400));
    const M64 huge = hn::Gt(hn::Abs(v), hn::Set(d, 0x1p400));
    factor = hn::IfThenElse(
        tiny, hn::Set(d, 0x1p600),
        hn::IfThenElse(huge, hn::Set(d, 0x1p-600), hn::Set(d, 1.0)));
    const auto if_true = [&](M64 mask) HWY_ATTR {
      return hn::IfThenElseZero(hn::RebindMask(di, mask),
                                hn::Set(di, int64_t{600}));
    };
    back = hn::Sub(if_true(huge), if_true(tiny));
  }
};
HWY_INLINE V64 Moderate(V64 v) { return hn::Mul(v, Scale(v).factor); }
HWY_INLINE ScaledPair Moderate(const ScaledPair& a) {
  const Scale scale(a.value.hi);
  return {
      {hn::Mul(a.value.hi, scale.factor), hn::Mul(a.value.lo, scale.factor)},
      hn::Add(a.exponent, scale.back)};
}

// a * x, also where the exact product would underflow or overflow inside, and
// where x is infinite.
static HWY_NOINLINE ScaledPair MulAnyScale(const ScaledPair& a, const Pair& x) {
  const ScaledPair b = Moderate(a), y = Moderate(ScaledPair(x));
  const Pair p = b.value * y.value;
  const Pair plain = Pair::Of(hn::Mul(b.value.hi, y.value.hi));
  return Moderate(ScaledPair{IfThenElse(hn::IsFinite(p.hi), p, plain),
                             hn::Add(b.exponent, y.exponent)});
}
HWY_INLINE Pair MulAnyScale(Pair a, Pair x) {
  return Value(MulAnyScale(ScaledPair(a), x));
}

// e^-t = 2^exponent * (power + power * expm1), 0 <= t <= 1650: power is
// 2^(i/64), expm1 is e^-r - 1 with |r| <= ln(2)/128.
struct ReducedExpPair {
  V64Int exponent;
  Pair power;
  Pair expm1;
};

static HWY_NOINLINE ReducedExpPair ReduceExpMinus(const Pair& t) {
  const D64 d;
  const hn::RebindToSigned<D64> di;
  const V64 magic = hn::Set(d, 0x1.8p52);
  const V64 n_bits =
      hn::Add(hn::Mul(t.hi, hn::Set(d, tables::kMinus64OverLn2)), magic);
  const V64 n = hn::Sub(n_bits, magic);
  // n has 18 bits, the high part of ln(2)/64 at most 35: an exact product.
  const V64 near_t = hn::Mul(n, hn::Set(d, tables::kLn2Over64.hi));
  const V64 low = hn::Mul(n, hn::Set(d, tables::kLn2Over64.lo));
  const Pair high = TwoSum(t.hi, near_t);
  const Pair r = TwoSum(high.hi, hn::Add(hn::Add(t.lo, low), high.lo));

  // -r + r^2/2 - r^3 (1/3! - r (1/4! - ...)), the last part in double: it is
  // below 2^-24 of the sum.
  V64 tail = hn::Set(d, -1.0 / 362880);
  for (double c :
       {1.0 / 40320, -1.0 / 5040, 1.0 / 720, -1.0 / 120, 1.0 / 24, -1.0 / 6}) {
    tail = hn::Add(hn::Mul(tail, r.hi), hn::Set(d, c));
  }
  tail = hn::Mul(tail, hn::Mul(r.hi, hn::Mul(r.hi, r.hi)));
  const Pair square = Half(Square(r));
  const Pair sum = FastTwoSum(hn::Neg(r.hi), square.hi);
  const V64 rest = hn::Sub(hn::Add(hn::Add(square.lo, tail), sum.lo), r.lo);

  // 1.5 * 2^52 leaves n itself, sign-extended, after these shifts.
  const V64Int integer =
      hn::ShiftRight<13>(hn::ShiftLeft<13>(hn::BitCast(di, n_bits)));
  const V64Int i = hn::And(integer, hn::Set(di, 63));
  return {hn::ShiftRight<6>(integer),
          {hn::GatherIndex(d, tables::kExp2Hi, i),
           hn::GatherIndex(d, tables::kExp2Lo, i)},
          FastTwoSum(sum.hi, rest)};
}

static HWY_NOINLINE HWY_MAYBE_UNUSED ScaledPair ExpMinus(const Pair& t) {
  const ReducedExpPair e = ReduceExpMinus(t);
  return {e.power + e.power * e.expm1, e.exponent};
}

static HWY_NOINLINE HWY_MAYBE_UNUSED Pair Expm1Minus(const Pair& t) {
  const D64 d;
  const ReducedExpPair e = ReduceExpMinus(t);
  const Pair power = Value(ScaledPair{e.power, e.exponent});
  // power is 1 near 0, and the sum then e.expm1 itself
  return (power - Pair::Of(hn::Set(d, 1.0))) + power * e.expm1;
}

// c[0] + c[1] u + ...: the first five terms as pairs, since the others are
// below 2^-20 of the sum.
template <class CoefficientHi, class CoefficientLo>
HWY_INLINE Pair PolynomialPair(V64 u, CoefficientHi hi, CoefficientLo lo) {
  V64 high_terms = hi(12);
  for (int i = 12; i-- > 5;) {
    high_terms = hn::Add(hn::Mul(high_terms, u), hi(i));
  }
  Pair sum = Pair::Of(high_terms);
  for (int i = 5; i-- > 0;) {
    const Pair product = sum * u;
    const Pair top = TwoSum(hi(i), product.hi);
    sum = FastTwoSum(top.hi, hn::Add(hn::Add(product.lo, lo(i)), top.lo));
  }
  return sum;
}

// R(a) = e^(a^2/2) Phi(-a), 0 <= a <= 55, a.lo == 0.
static HWY_NOINLINE Pair HalfErfcx(const Pair& a) {
  const D64 d;
  const hn::RebindToSigned<D64> di;
  // 16 pieces an octave of a + 1: its exponent and first four mantissa bits
  const V64 a1 = hn::Add(a.hi, hn::Set(d, 1.0));
  const V64Int piece = hn::Sub(hn::ShiftRight<48>(hn::BitCast(di, a1)),
                               hn::Set(di, int64_t{1023} << 4));
  const V64 u =
      hn::Sub(a.hi, hn::GatherIndex(d, tables::kHalfErfcxCenter, piece));
  constexpr int64_t kStride = sizeof(tables::Polynomial) / sizeof(double);
  const double* first = tables::kHalfErfcxPiece[0].hi;
  // piece * kStride, as no 64-bit multiplication is common to all targets
  static_assert(kStride == 18);
  const V64Int row = hn::Add(hn::ShiftLeft<4>(piece), hn::ShiftLeft<1>(piece));
  return PolynomialPair(
      u, [&](int i) HWY_ATTR { return hn::GatherIndex(d, first + i, row); },
      [&](int i) HWY_ATTR { return hn::GatherIndex(d, first + 13 + i, row); });
}

// f(a), but its expansion where a^2 is lost beside 1.
HWY_INLINE ScaledPair NearZero(Pair a, ScaledPair f, Pair expansion) {
  const hn::RebindToSigned<D64> di;
  const M64 near = hn::Lt(a.hi, hn::Set(D64(), 0x1p-60));
  return {IfThenElse(near, expansion, f.value),
          hn::IfThenZeroElse(hn::RebindMask(di, near), f.exponent)};
}

// Phi(-a) and phi(a), 0 <= a <= 55, a.lo == 0, with the same exponent.
struct NormalTailPair {
  ScaledPair density, cdf;

  explicit HWY_INLINE NormalTailPair(Pair a)
      : density(ExpMinus(Half(Square(a)))), cdf(HalfErfcx(a) * density) {
    density = Pair::Of(tables::kInvSqrt2Pi) * density;
  }
};

// f, but near the root of v -> f / weight its expansion there.
static HWY_NOINLINE HWY_MAYBE_UNUSED ScaledPair
NearRoot(const tables::Root& root, const Pair& v, const ScaledPair& f,
         const ScaledPair& weight) {
  const D64 d;
  const hn::RebindToSigned<D64> di;
  const Pair top = TwoSum(hn::Set(d, root.root[0]), hn::Neg(v.hi));
  const V64 below = hn::Sub(hn::Set(d, root.root[1]), v.lo);
  const Pair to_root =
      TwoSum(top.hi, hn::Add(hn::Add(below, hn::Set(d, root.root[2])), top.lo));
  const M64 near = hn::Le(hn::Abs(to_root.hi), hn::Set(d, 1.0 / 32));
  const Pair quotient = PolynomialPair(
      hn::Neg(to_root.hi),
      [&](int i) HWY_ATTR { return hn::Set(d, root.quotient.hi[i]); },
      [&](int i) HWY_ATTR { return hn::Set(d, root.quotient.lo[i]); });
  const Pair expansion = to_root * quotient * weight.value;
  return {
      IfThenElse(near, expansion, f.value),
      hn::IfThenElse(hn::RebindMask(di, near), weight.exponent, f.exponent)};
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_PAIR_INL_H_
