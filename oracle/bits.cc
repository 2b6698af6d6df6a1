#include <gelu/oracle/bits.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace gelu::oracle {
namespace {

constexpr Format kFormats[] = {
    {53, -1074, 1024},  // f64
    {24, -149, 128},    // f32
    {11, -24, 16},      // f16
    {8, -133, 128},     // bf16
};

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

int Width(DType dtype) { return static_cast<int>(8 * Size(dtype)); }

}  // namespace

const Format& FormatOf(DType dtype) {
  return kFormats[static_cast<int>(dtype)];
}

std::uint64_t LastPattern(DType dtype) { return ~0ull >> (64 - Width(dtype)); }

double FromBits(DType dtype, std::uint64_t bits) {
  const Format& format = FormatOf(dtype);
  const int fraction_bits = format.precision - 1;
  const std::uint64_t hidden = 1ull << fraction_bits;
  const std::uint64_t sign = 1ull << (Width(dtype) - 1);
  const std::uint64_t fraction = bits & (hidden - 1);
  const std::uint64_t exponent = (bits & (sign - 1)) >> fraction_bits;
  const std::uint64_t top_exponent = (sign - 1) >> fraction_bits;

  double magnitude;
  if (exponent == top_exponent) {
    magnitude = fraction != 0 ? kNaN : kInfinity;
  } else if (exponent == 0) {
    magnitude = std::ldexp(static_cast<double>(fraction), format.min_exponent);
  } else {
    magnitude =
        std::ldexp(static_cast<double>(hidden | fraction),
                   format.min_exponent + static_cast<int>(exponent) - 1);
  }
  return std::copysign(magnitude, (bits & sign) != 0 ? -1.0 : 1.0);
}

std::uint64_t ToBits(DType dtype, double value) {
  const Format& format = FormatOf(dtype);
  const int fraction_bits = format.precision - 1;
  const std::uint64_t sign = 1ull << (Width(dtype) - 1);
  const std::uint64_t infinity = sign - (1ull << fraction_bits);
  if (std::isnan(value)) return infinity | (1ull << (fraction_bits - 1));

  std::uint64_t magnitude;
  if (std::isinf(value)) {
    magnitude = infinity;
  } else {
    // The patterns of the positive values count up by one; a binade holds
    // 2^fraction_bits of them, the first two alike in their spacing.
    int exponent = format.min_exponent + fraction_bits;
    if (value != 0) exponent = std::max(exponent, std::ilogb(value));
    const int spacing = exponent - fraction_bits;
    const auto steps =
        static_cast<std::uint64_t>(std::ldexp(std::abs(value), -spacing));
    magnitude =
        steps + (static_cast<std::uint64_t>(spacing - format.min_exponent)
                 << fraction_bits);
  }
  return magnitude | (std::signbit(value) ? sign : 0);
}

double Round(DType dtype, double value) {
  const Format& format = FormatOf(dtype);
  if (value == 0 || !std::isfinite(value)) return value;
  const int spacing =
      std::max(std::ilogb(value) + 1 - format.precision, format.min_exponent);
  // Scaling is exact: it only moves the value towards 1, or loses nothing
  // because the value's own bits end above 2^-1074. nearbyint ties to even.
  const double steps = std::nearbyint(std::ldexp(value, -spacing));
  const double rounded = std::ldexp(steps, spacing);
  if (std::abs(rounded) >= std::ldexp(1.0, format.overflow - 1) * 2) {
    return std::copysign(kInfinity, value);
  }
  return rounded;
}

std::uint64_t UlpDistance(DType dtype, double a, double b) {
  const std::uint64_t magnitudes = LastPattern(dtype) >> 1;
  const std::uint64_t i = ToBits(dtype, a) & magnitudes;
  const std::uint64_t j = ToBits(dtype, b) & magnitudes;
  if (std::signbit(a) != std::signbit(b)) return i + j;
  return i > j ? i - j : j - i;
}

}  // namespace gelu::oracle
