// Intervals in plain double that hold a value of f or f' for an input of f32
// (or f16, bf16, which are some of those), at the default parameter: a
// hundredth of MPFR's cost, and nearly always narrow enough to tell the f32
// that the value rounds to.
//
// They rest on the C library: exp, expm1 and erfc of double are taken to be
// within 8 ULP (glibc documents 1, 1 and 5 at most). A formula says why its
// own error is below kQuickError of its value, or of the sum of its terms'
// magnitudes. u stands for 2^-53, half an ULP of 1: 8 ULP are 16 u, and
// kQuickError is 4096 u.

#ifndef GELU_ORACLE_FORMULAS_ENCLOSURE_H_
#define GELU_ORACLE_FORMULAS_ENCLOSURE_H_

#include <bit>
#include <cmath>
#include <cstdint>

namespace gelu::oracle {

// The value rounds to f32, f16 or bf16 as some number in [low, high] does.
struct Enclosure {
  double low;
  double high;
};

inline constexpr double kQuickError = 0x1p-41;

// For the values of f32 and the bounds next to them. Where f32's rounding
// changes is a double with at most 25 significant bits. So the neighbour of
// such a double, or of 0, stands for all numbers between the two.
inline double JustAbove(double x) {
  if (x == 0) return 0x1p-1074;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  return std::bit_cast<double>(x < 0 ? bits - 1 : bits + 1);
}
inline double JustBelow(double x) { return -JustAbove(-x); }

inline Enclosure Only(double value) { return {value, value}; }

inline Enclosure Around(double value) {
  const double error = kQuickError * std::abs(value);
  return {value - error, value + error};
}

inline Enclosure AroundSum(double a, double b) {
  const double error = kQuickError * (std::abs(a) + std::abs(b));
  return {a + b - error, a + b + error};
}

// Below 2^-170 in magnitude, and not 0.
inline Enclosure TinyPositive() { return {JustAbove(0), 0x1p-170}; }
inline Enclosure TinyNegative() { return {-0x1p-170, JustBelow(0)}; }

// x g(x) for |x| < 2^-26 and a gate g with g(0) = 1/2 that increases by less
// than |x|: above x/2, by less than x^2.
inline Enclosure AboveHalf(double x) {
  if (x == 0) return Only(x);
  return {JustAbove(x / 2), JustAbove(x / 2 + x * x)};
}

// f'(x) = 1/2 + 2 g'(0) x + ... of such a product, with |f''| < 1.
inline Enclosure NearHalf(double x) {
  return {JustBelow(0.5 - std::abs(x)), JustAbove(0.5 + std::abs(x))};
}

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_FORMULAS_ENCLOSURE_H_
