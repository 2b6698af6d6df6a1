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

// Four vectors that go through a formula side by side. Their chains of
// operations are independent: interleaved, they fill each other's latencies,
// which a processor cannot do over the length of a whole formula.
struct Single {
  using Raw = Single;
  using Scaled = Single;

  V64 a, b, c, d;

  // The largest |x| that can matter, of the limits for f32 and for f64.
  static double Limit(double f32, double /*f64*/) { return f32; }
  static HWY_INLINE Single Of(V64 v) { return {v, v, v, v}; }
  static HWY_INLINE Single Of(Single v) { return v; }
  static HWY_INLINE Single Of(double c) { return Of(hn::Set(D64(), c)); }
  static HWY_INLINE Single Of(tables::Double2 c) { return Of(c.hi); }
};

// f for each of the four.
template <class F, class... Args>
HWY_INLINE Single Map(F f, const Args&... args) {
  return {f(args.a...), f(args.b...), f(args.c...), f(args.d...)};
}

HWY_INLINE Single operator+(Single x, Single y) {
  return Map([](V64 u, V64 v) HWY_ATTR { return hn::Add(u, v); }, x, y);
}
HWY_INLINE Single operator-(Single x, Single y) {
  return Map([](V64 u, V64 v) HWY_ATTR { return hn::Sub(u, v); }, x, y);
}
HWY_INLINE Single operator*(Single x, Single y) {
  return Map([](V64 u, V64 v) HWY_ATTR { return hn::Mul(u, v); }, x, y);
}
HWY_INLINE Single operator/(Single x, Single y) {
  return Map([](V64 u, V64 v) HWY_ATTR { return hn::Div(u, v); }, x, y);
}
HWY_INLINE Single operator-(Single x) {
  return Map([](V64 v) HWY_ATTR { return hn::Neg(v); }, x);
}
HWY_INLINE Single MulAdd(Single x, Single y, Single z) {
  return Map([](V64 u, V64 v, V64 w) HWY_ATTR { return hn::MulAdd(u, v, w); },
             x, y, z);
}
HWY_INLINE Single Square(Single x) { return x * x; }
// a * x, where x may be so small or large that Pair must take care.
HWY_INLINE Single MulAnyScale(Single a, Single x) { return a * x; }
// With a power of two that Pair keeps apart.
HWY_INLINE Single Value(Single x) { return x; }

// c[0] + c[1] x + ... by Horner's rule.
template <class Coefficients>
HWY_INLINE Single Polynomial(Single x, const Coefficients& c) {
  Single sum = Single::Of(c[std::size(c) - 1]);
  for (size_t i = std::size(c) - 1; i-- > 0;) {
    sum = MulAdd(sum, x, Single::Of(c[i]));
  }
  return sum;
}

// e^-t = 2^k (1 + r quotient), |r| <= ln(2)/2.
struct ReducedExp {
  Single k_bits;  // k in the low bits
  Single r, quotient;
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
  // Adding 1.5 * 2^52 rounds to an integer, which the low bits then hold.
  const Single magic = Single::Of(0x1.8p52);
  const Single minus_log2e = Single::Of(-0x1.71547652b82fep+0 / kDivisor);
  const Single ln2 = Single::Of(0x1.62e42fefa39efp-1 * kDivisor);
  const Single k_bits = MulAdd(s, minus_log2e, magic);
  const Single r = MulAdd(k_bits - magic, ln2, s);
  return {k_bits, r, Polynomial(r, kQuotient)};
}

// x * 2^k, by adding k to its exponent.
HWY_INLINE Single TimesPowerOf2(Single x, Single k_bits) {
  const auto times = [](V64 v, V64 k) HWY_ATTR {
    const hn::RebindToUnsigned<D64> du;
    return hn::BitCast(D64(), hn::Add(hn::BitCast(du, v),
                                      hn::ShiftLeft<52>(hn::BitCast(du, k))));
  };
  return Map(times, x, k_bits);
}

HWY_INLINE Single ExpMinus(ReducedExp e) {
  return TimesPowerOf2(MulAdd(e.r, e.quotient, Single::Of(1.0)), e.k_bits);
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
  const Single one = Single::Of(1.0);
  const Single power = TimesPowerOf2(one, e.k_bits);
  return MulAdd(power, e.r * e.quotient, power - one);
}

// R(a) = e^(a^2/2) Phi(-a), 0 <= a <= 21. Relative error 2^-39.4.
HWY_INLINE Single HalfErfcx(Single a) {
  return Polynomial(a, tables::kHalfErfcxN) /
         Polynomial(a, tables::kHalfErfcxD);
}

// Pair takes expansions near a root or 0; here the error bound covers that.
HWY_INLINE Single NearZero(Single, Single f, Single) { return f; }
HWY_INLINE Single NearRoot(const tables::Root&, Single, Single factor) {
  return factor;
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_SINGLE_INL_H_
