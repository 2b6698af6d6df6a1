#include <gelu/oracle/bits.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace gelu::oracle {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Bits, KnownPatterns) {
  EXPECT_EQ(FromBits(DType::kF16, 0x3c00), 1.0);
  EXPECT_EQ(FromBits(DType::kF16, 0x7bff), 65504.0);
  EXPECT_EQ(FromBits(DType::kF16, 0x0400), 0x1p-14);
  EXPECT_EQ(FromBits(DType::kF16, 0x8001), -0x1p-24);
  EXPECT_EQ(FromBits(DType::kF16, 0xfc00), -kInfinity);
  EXPECT_TRUE(std::isnan(FromBits(DType::kF16, 0x7c01)));
  EXPECT_EQ(FromBits(DType::kBF16, 0x3f80), 1.0);
  EXPECT_EQ(FromBits(DType::kBF16, 0x0001), 0x1p-133);
  EXPECT_EQ(ToBits(DType::kF16, NAN), 0x7e00u);
  EXPECT_EQ(ToBits(DType::kBF16, NAN), 0x7fc0u);
  EXPECT_EQ(ToBits(DType::kF32, NAN), 0x7fc00000u);
  EXPECT_EQ(LastPattern(DType::kF16), 0xffffu);
  EXPECT_EQ(LastPattern(DType::kF32), 0xffffffffu);
  EXPECT_EQ(LastPattern(DType::kF64), ~0ull);
}

TEST(Bits, F32AndF64AreTheMachines) {
  for (std::uint64_t bits = 0; bits <= LastPattern(DType::kF32);
       bits += 65537) {
    const float machine = std::bit_cast<float>(static_cast<uint32_t>(bits));
    ASSERT_TRUE(Same(FromBits(DType::kF32, bits), machine)) << std::hex << bits;
    const std::uint64_t wide = bits << 32 | bits;
    ASSERT_TRUE(Same(FromBits(DType::kF64, wide), std::bit_cast<double>(wide)));
  }
}

TEST(Bits, BF16IsTheUpperHalfOfF32) {
  for (std::uint64_t bits = 0; bits <= 0xffff; ++bits) {
    ASSERT_TRUE(
        Same(FromBits(DType::kBF16, bits), FromBits(DType::kF32, bits << 16)));
  }
}

TEST(Bits, RoundTripsThroughDoubles) {
  for (DType dtype : {DType::kF64, DType::kF32, DType::kF16, DType::kBF16}) {
    const std::uint64_t last = LastPattern(dtype);
    const std::uint64_t stride = last / 65521 | 1;
    for (std::uint64_t bits = 0; bits < last - stride; bits += stride) {
      const double value = FromBits(dtype, bits);
      if (std::isnan(value)) continue;
      ASSERT_EQ(ToBits(dtype, value), bits) << Name(dtype);
      ASSERT_TRUE(Same(Round(dtype, value), value)) << Name(dtype);
    }
  }
}

TEST(Bits, RoundsAsTheMachineDoes) {
  for (std::uint64_t i = 1; i < 200000; ++i) {
    // Doubles in and around the range of f32, and others.
    const double value = std::bit_cast<double>(i * 0x9e3779b97f4a7c15);
    if (value == 0 || !std::isfinite(value)) continue;
    const double near =
        std::ldexp(value, -std::ilogb(value) + static_cast<int>(i % 300) - 160);
    for (double x : {value, near}) {
      ASSERT_TRUE(Same(Round(DType::kF32, x), static_cast<float>(x))) << x;
      ASSERT_TRUE(Same(Round(DType::kF64, x), x)) << x;
    }
  }
}

TEST(Bits, RoundsTiesToEvenAndOverflows) {
  EXPECT_EQ(Round(DType::kF16, 65519.99), 65504);
  EXPECT_EQ(Round(DType::kF16, 65520), kInfinity);
  EXPECT_EQ(Round(DType::kF16, 2049), 2048);
  EXPECT_EQ(Round(DType::kF16, 2051), 2052);
  EXPECT_EQ(Round(DType::kF16, 0x1p-25), 0);
  EXPECT_EQ(Round(DType::kF16, 0x1.00000001p-25), 0x1p-24);
  EXPECT_EQ(Round(DType::kF16, 0x3p-25), 0x1p-23);
  EXPECT_TRUE(Same(Round(DType::kF16, -0x1p-60), -0.0));
  EXPECT_EQ(Round(DType::kBF16, 0x1.01p0), 1);
  EXPECT_EQ(Round(DType::kBF16, 0x1.03p0), 0x1.04p0);
  EXPECT_EQ(Round(DType::kBF16, -0x1.ffp127), -kInfinity);
  EXPECT_EQ(Round(DType::kF32, std::numeric_limits<double>::max()), kInfinity);
}

TEST(Bits, CountsUlps) {
  EXPECT_EQ(UlpDistance(DType::kF16, 1, 1), 0u);
  EXPECT_EQ(UlpDistance(DType::kF16, 1, 1 + 0x1p-10), 1u);
  EXPECT_EQ(UlpDistance(DType::kF16, 1, 1 - 0x1p-11), 1u);
  EXPECT_EQ(UlpDistance(DType::kF16, 0x1p-24, -0x1p-24), 2u);
  EXPECT_EQ(UlpDistance(DType::kF32, 0.0, -0.0), 0u);
  EXPECT_EQ(UlpDistance(DType::kBF16, kInfinity, 0x1.fep127), 1u);
  EXPECT_EQ(UlpDistance(DType::kF64, -1, 1), 2u * 0x3ff0000000000000);
}

TEST(Bits, SameTellsZerosApart) {
  EXPECT_TRUE(Same(NAN, -NAN));
  EXPECT_FALSE(Same(NAN, 1));
  EXPECT_FALSE(Same(0.0, -0.0));
  EXPECT_TRUE(Same(-0.0, -0.0));
}

}  // namespace
}  // namespace gelu::oracle
