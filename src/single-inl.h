// Arithmetic in plain double, for the quick evaluation.
//
// Single<D> and Pair<D> (pair-inl.h) offer the same operations, so that a
// formula is written once and evaluated in either. Here a few roundings are
// let go: the caller asks only for 2^-37 (kQuickError in loop-inl.h), and
// decides the rounding of near-ties in Pair. Whether MulAdd is fused changes
// the last bit here, never the result.

#include <hwy/highway.h>

#include <array>
#include <iterator>

#include "tables.h"

#if defined(GELU_SRC_SINGLE_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_SINGLE_INL_H_
#undef GELU_SRC_SINGLE_INL_H_
#else
#define GELU_SRC_SINGLE_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using D64 = hn::ScalableTag<double>;
using V64 = hn::Vec<D64>;
using M64 = hn::Mask<D64>;

// c[0] + c[1] x + ... by Horner's rule.
template <class Coefficients>
HWY_INLINE V64 Polynomial(V64 x, const Coefficients& c) {
  const D64 d;
  V64 sum = hn::Set(d, c[std::size(c) - 1]);
  for (size_t i = std::size(c) - 1; i-- > 0;) {
    sum = hn::MulAdd(sum, x, hn::Set(d, c[i]));
  }
  return sum;
}

struct Single {
  V64 v;

  // The largest |x| that can matter, of the limits for f32 and for f64.
  static double Limit(double f32, double /*f64*/) { return f32; }
  static HWY_INLINE Single Of(V64 v) { return {v}; }
  static HWY_INLINE Single Of(tables::Double2 c) {
    return {hn::Set(D64(), c.hi)};
  }
  static HWY_INLINE Single Of(double c) { return {hn::Set(D64(), c)}; }
};

HWY_INLINE Single operator+(Single a, Single b) { return {hn::Add(a.v, b.v)}; }
HWY_INLINE Single operator-(Single a, Single b) { return {hn::Sub(a.v, b.v)}; }
HWY_INLINE Single operator*(Single a, Single b) { return {hn::Mul(a.v, b.v)}; }
HWY_INLINE Single operator/(Single a, Single b) { return {hn::Div(a.v, b.v)}; }
HWY_INLINE Single operator-(Single a) { return {hn::Neg(a.v)}; }
HWY_INLINE Single MulAdd(Single a, Single b, Single c) {
  return {hn::MulAdd(a.v, b.v, c.v)};
}
HWY_INLINE Single Square(Single a) { return {hn::Mul(a.v, a.v)}; }
HWY_INLINE Single Half(Single a) { return {hn::Mul(a.v, hn::Set(D64(), 0.5))}; }
HWY_INLINE Single ZeroUnless(M64 keep, Single a) {
  return {hn::IfThenElseZero(keep, a.v)};
}
HWY_INLINE Single NegateIf(M64 negate, Single a) {
  const V64 sign = hn::IfThenElseZero(negate, hn::SignBit(D64()));
  return {hn::Xor(a.v, sign)};
}
// a * x, where x may be so small or large that Pair must take care.
HWY_INLINE Single MulAnyScale(Single a, Single x) { return a * x; }
// With a power of two that Pair keeps apart.
HWY_INLINE Single Value(Single a) { return a; }

// e^-t = 2^k (1 + r quotient), |r| <= ln(2)/2.
struct ReducedExp {
  hn::Vec<hn::RebindToUnsigned<D64>> exponent_bits;  // k << 52
  V64 r, quotient;
};

// For t = s / kDivisor (a power of two, which costs nothing here), 0 <= t <=
// 700. r is left as kDivisor times its size, the coefficients make up for it.
template <int kDivisor = 1>
HWY_INLINE ReducedExp ReduceExpMinus(Single s) {
  static constexpr auto kQuotient = [] {
    auto c = std::to_array(tables::kExpQuotient);
    double power = 1;
    for (double& coefficient : c) coefficient /= (power *= kDivisor);
    return c;
  }();
  const D64 d;
  const hn::RebindToUnsigned<D64> du;
  // Adding 1.5 * 2^52 rounds to an integer, which the low bits then hold.
  const V64 magic = hn::Set(d, 0x1.8p52);
  const V64 minus_log2e = hn::Set(d, -0x1.71547652b82fep+0 / kDivisor);
  const V64 ln2 = hn::Set(d, 0x1.62e42fefa39efp-1 * kDivisor);
  const V64 k_bits = hn::MulAdd(s.v, minus_log2e, magic);
  const V64 r = hn::MulAdd(hn::Sub(k_bits, magic), ln2, s.v);
  return {hn::ShiftLeft<52>(hn::BitCast(du, k_bits)), r,
          Polynomial(r, kQuotient)};
}

HWY_INLINE V64 TimesPowerOf2(V64 v,
                             hn::Vec<hn::RebindToUnsigned<D64>> exponent_bits) {
  const hn::RebindToUnsigned<D64> du;
  return hn::BitCast(D64(), hn::Add(hn::BitCast(du, v), exponent_bits));
}

HWY_INLINE Single ExpMinus(ReducedExp e) {
  const V64 one = hn::Set(D64(), 1.0);
  return {TimesPowerOf2(hn::MulAdd(e.r, e.quotient, one), e.exponent_bits)};
}

// e^-t, 0 <= t <= 700. Relative error 2^-38.8.
HWY_INLINE Single ExpMinus(Single t) { return ExpMinus(ReduceExpMinus(t)); }

// e^(-s/2), the same.
HWY_INLINE Single ExpMinusHalf(Single s) {
  return ExpMinus(ReduceExpMinus<2>(s));
}

// e^-t - 1, 0 <= t <= 700. Relative error 2^-37.5: no cancellation near 0.
HWY_INLINE Single Expm1Minus(Single t) {
  const ReducedExp e = ReduceExpMinus(t);
  const V64 one = hn::Set(D64(), 1.0);
  const V64 power = TimesPowerOf2(one, e.exponent_bits);
  const V64 expm1 = hn::Mul(e.r, e.quotient);
  return {hn::MulAdd(power, expm1, hn::Sub(power, one))};
}

// R(a) = e^(a^2/2) Phi(-a), 0 <= a <= 15. Relative error 2^-39.7.
HWY_INLINE Single HalfErfcx(Single a) {
  return {hn::Div(Polynomial(a.v, tables::kHalfErfcxN),
                  Polynomial(a.v, tables::kHalfErfcxD))};
}

// Pair replaces a factor near its root; here its error bound covers that.
HWY_INLINE Single NearRoot(const tables::Root&, Single, Single factor) {
  return factor;
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_SINGLE_INL_H_
