// The four element types as doubles: every value of each is a double exactly.

#ifndef GELU_ORACLE_BITS_H_
#define GELU_ORACLE_BITS_H_

#include <gelu/gelu.h>

#include <cmath>
#include <cstdint>

namespace gelu::oracle {

// The finite values of a type are m * 2^q with |m| < 2^precision,
// q >= min_exponent, below 2^overflow in magnitude.
struct Format {
  int precision;
  int min_exponent;  // 2^min_exponent is the smallest subnormal
  int overflow;
};
const Format& FormatOf(DType dtype);

// The largest bit pattern of a type: 2^16 - 1, 2^32 - 1 or 2^64 - 1.
std::uint64_t LastPattern(DType dtype);

// The value of a bit pattern.
double FromBits(DType dtype, std::uint64_t bits);

// The bit pattern of a value of that type (one that Round keeps). Every NaN
// becomes the positive quiet one.
std::uint64_t ToBits(DType dtype, double value);

// `value` rounded to the type once: nearest, ties to even.
double Round(DType dtype, double value);

// How many values of the type lie between a and b, counting one of the two;
// +0 and -0 are one value. Neither may be NaN.
std::uint64_t UlpDistance(DType dtype, double a, double b);

// Equal as a test sees it: the same number and sign of zero, or both NaN.
inline bool Same(double a, double b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

}  // namespace gelu::oracle

#endif  // GELU_ORACLE_BITS_H_
