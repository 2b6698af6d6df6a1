// Arithmetic in plain double, for the quick evaluation.
//
// Single<D> and Pair<D> (pair-inl.h) offer the same operations, so that a
// formula is written once and evaluated in either. Here a few roundings are
// let go: the caller asks only for 2^-37 (kQuickError in loop-inl.h), and
// decides the rounding of near-ties in Pair. Whether MulAdd is fused changes
// the last bit here, never the result.

#include <hwy/highway.h>

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

struct NormalTail;

// Four vectors that go through a formula side by side. Their chains of
// operations are independent: interleaved, they fill each other's latencies,
// which a processor cannot do over the length of a whole formula.
struct Single {
  using Raw = Single;
  using Scaled = Single;
  using NormalTail = HWY_NAMESPACE::NormalTail;

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
// z - x y
HWY_INLINE Single NegMulAdd(Single x, Single y, Single z) {
  return Map([](V64 u, V64 v, V64 w)
                 HWY_ATTR { return hn::NegMulAdd(u, v, w); },
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

// For 0 <= t <= 700.
HWY_INLINE ReducedExp ReduceExpMinus(Single t) {
  // Adding 1.5 * 2^52 rounds to an integer, which the low bits then hold.
  const Single magic = Single::Of(0x1.8p52);
  const Single minus_log2e = Single::Of(-0x1.71547652b82fep+0);
  const Single ln2 = Single::Of(0x1.62e42fefa39efp-1);
  const Single k_bits = MulAdd(t, minus_log2e, magic);
  const Single r = MulAdd(k_bits - magic, ln2, t);
  return {k_bits, r, Polynomial(r, tables::kExpQuotient)};
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

// e^-t, 0 <= t <= 700. Relative error 2^-38.8.
HWY_INLINE Single ExpMinus(Single t) {
  const ReducedExp e = ReduceExpMinus(t);
  return TimesPowerOf2(MulAdd(e.r, e.quotient, Single::Of(1.0)), e.k_bits);
}

// e^-t - 1, 0 <= t <= 700. Relative error 2^-37.5: no cancellation near 0.
HWY_INLINE Single Expm1Minus(Single t) {
  const ReducedExp e = ReduceExpMinus(t);
  const Single one = Single::Of(1.0);
  const Single power = TimesPowerOf2(one, e.k_bits);
  return MulAdd(power, e.r * e.quotient, power - one);
}

struct Two {
  V64 first, second;
};

// table[2 i] and table[2 i + 1] for the i in the low 20 bits of each lane. Two
// neighbours are one load: faster than two gathers, which many processors
// take apart.
HWY_INLINE Two LoadNeighbours(const double* table, V64 index) {
  const D64 d;
  const hn::RebindToUnsigned<D64> du;
  const hn::RebindToSigned<D64> di;
  const auto row = hn::BitCast(
      di, hn::ShiftRight<43>(hn::ShiftLeft<44>(hn::BitCast(du, index))));
#if HWY_TARGET == HWY_SCALAR
  const double* at = table + hn::GetLane(row);
  return {hn::Set(d, at[0]), hn::Set(d, at[1])};
#elif HWY_MAX_BYTES <= 32
  const hn::Simd<double, 2, 0> d2;
  HWY_ALIGN int64_t rows[hn::MaxLanes(d)];
  hn::Store(row, di, rows);
  const auto load = [&](size_t i)
                        HWY_ATTR { return hn::LoadU(d2, table + rows[i]); };
#if HWY_MAX_BYTES == 16
  const V64 even = load(0), odd = load(1);
#else
  const V64 even = hn::Combine(d, load(2), load(0));
  const V64 odd = hn::Combine(d, load(3), load(1));
#endif
  return {hn::InterleaveLower(d, even, odd), hn::InterleaveUpper(d, even, odd)};
#else
  return {hn::GatherIndex(d, table, row), hn::GatherIndex(d, table + 1, row)};
#endif
}

// The nearest node of the table, a = node + h, and its row.
struct Node {
  Single node, h, cdf, density;
};

HWY_INLINE Node NearestNode(Single a) {
  // Adding 1.5 * 2^44 leaves no bits below 2^-8.
  const Single magic = Single::Of(0x1.8p44);
  const Single index = a + magic;
  const Single node = index - magic;
  const double* table = &tables::kNormalTail[0][0];
  const Two p = LoadNeighbours(table, index.a);
  const Two q = LoadNeighbours(table, index.b);
  const Two r = LoadNeighbours(table, index.c);
  const Two s = LoadNeighbours(table, index.d);
  return {node,
          a - node,
          {p.first, q.first, r.first, s.first},
          {p.second, q.second, r.second, s.second}};
}

// Phi(-a) and phi(a), 0 <= a <= 21, by Taylor's series from a node n, with
// h = a - n, |h| <= 2^-9, and z = n h:
//   phi(n + h) = phi(n) e^(-z - h^2/2)
//   Phi(-n - h) = Phi(-n) - phi(n) h P,  P the mean of e^(-z t - h^2 t^2/2)
//                                        over 0 <= t <= 1.
// Relative error 2^-40: |z| <= 0.041, where the terms left out are below
// z^6/5040, z^3 h^2/36 and h^4/40 of P.
struct NormalTail {
  Single cdf, density;

  explicit HWY_INLINE NormalTail(Single a) : NormalTail(Of(a)) {}

 private:
  HWY_INLINE NormalTail(Single c, Single d) : cdf(c), density(d) {}

  static HWY_INLINE NormalTail Of(Single a) {
    const Node at = NearestNode(a);
    const Single z = at.node * at.h;
    const Single h2 = Square(at.h);
    // (1 - e^-z) / z
    static constexpr double kMean[] = {1,         -1.0 / 2,  1.0 / 6,
                                       -1.0 / 24, 1.0 / 120, -1.0 / 720};
    const Single mean = Polynomial(z, kMean);
    static constexpr double kBend[] = {-1.0 / 6, 1.0 / 8, -1.0 / 20};
    const Single p = MulAdd(h2, Polynomial(z, kBend), mean);
    const Single e = NegMulAdd(z, mean, Single::Of(1.0));
    static constexpr double kSquare[] = {1, -1.0 / 2, 1.0 / 8};
    return {NegMulAdd(at.density * at.h, p, at.cdf),
            at.density * e * Polynomial(h2, kSquare)};
  }
};

// Pair takes expansions near a root or 0; here the error bound covers that.
HWY_INLINE Single NearZero(Single, Single f, Single) { return f; }
HWY_INLINE Single NearRoot(const tables::Root&, Single, Single f, Single) {
  return f;
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_SINGLE_INL_H_
