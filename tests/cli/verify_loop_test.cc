// The loop of `gelu verify` finds what is wrong.

#include "verify_loop.h"

#include <gelu/oracle/bits.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <set>

namespace gelu::cli {
namespace {

constexpr auto kForward = Direction::kForward;

void Right(const void* x, void* y, std::size_t length) {
  Forward(Activation::kGelu, DType::kF32, x, y, length);
}

// One bit off for 1 <= x < 2.
void OneBitOff(const void* x, void* y, std::size_t length) {
  Right(x, y, length);
  const float* in = static_cast<const float*>(x);
  float* out = static_cast<float*>(y);
  for (std::size_t i = 0; i < length; ++i) {
    if (1 <= in[i] && in[i] < 2) out[i] = std::nextafter(out[i], 9.0f);
  }
}

std::vector<Tally> VerifyF32(double tolerance,
                             const std::vector<Function>& functions) {
  const oracle::QuickOracle oracle(Activation::kGelu, kForward, DType::kF32);
  return Verify(Inputs(DType::kF32, 65537), oracle, tolerance, functions,
                [](std::uint64_t) {});
}

TEST(VerifyLoop, CountsAndNamesTheWrongOnes) {
  const std::vector<Tally> tallies = VerifyF32(0.5, {Right, OneBitOff});
  EXPECT_EQ(tallies[0].inputs, 65536u);
  EXPECT_EQ(tallies[0].wrong, 0u);
  EXPECT_EQ(tallies[0].worst_ulp, 0.5);
  const Tally& wrong = tallies[1];
  EXPECT_EQ(wrong.inputs, 65536u);
  EXPECT_EQ(wrong.wrong, 128u);  // 2^23 patterns, every 65537th
  EXPECT_GT(wrong.worst_ulp, 0.5);
  EXPECT_LE(wrong.worst_ulp, 1.5001);
  ASSERT_TRUE(wrong.worst.has_value());
  const oracle::Oracle oracle(Activation::kGelu, kForward, DType::kF32);
  EXPECT_NEAR(oracle.UlpError(wrong.worst->x, wrong.worst->got),
              wrong.worst_ulp, 0x1p-12);
  ASSERT_EQ(wrong.first.size(), Tally::kShown);
  const std::uint64_t one = std::bit_cast<std::uint32_t>(1.0f);
  for (std::size_t i = 0; i < Tally::kShown; ++i) {
    const Mismatch& m = wrong.first[i];
    EXPECT_EQ(m.index, (one + 65536) / 65537 + i);
    EXPECT_EQ(oracle::ToBits(DType::kF32, m.x), m.index * 65537);
    EXPECT_EQ(m.got, std::nextafter(static_cast<float>(m.want), 9.0f));
  }
}

TEST(VerifyLoop, ToleratesWithinTheTolerance) {
  const Tally tally = VerifyF32(1.6, {OneBitOff})[0];
  EXPECT_EQ(tally.wrong, 0u);
  EXPECT_GT(tally.worst_ulp, 0.5);
}

// What is far from the truth counts, however good the rest is.
TEST(VerifyLoop, FindsTheWorstOfFunctionsThatAreNeverRight) {
  const Function rough = [](const void* x, void* y, std::size_t length) {
    Right(x, y, length);
    const float* in = static_cast<const float*>(x);
    float* out = static_cast<float*>(y);
    for (std::size_t i = 0; i < length; ++i) {
      const int steps = in[i] == 0x1.8p-1f ? 5 : 1;
      for (int j = 0; j < steps && std::abs(in[i]) < 9; ++j) {
        out[i] = std::nextafter(out[i], 9.0f);
      }
    }
  };
  const oracle::QuickOracle quick(Activation::kGelu, kForward, DType::kF32);
  const oracle::Oracle slow(Activation::kGelu, kForward, DType::kF32);
  const Inputs inputs(DType::kF32, 1 << 16);
  const Tally tally =
      Verify(inputs, quick, 4, {rough}, [](std::uint64_t) {})[0];
  EXPECT_EQ(tally.wrong, 1u);
  ASSERT_TRUE(tally.worst.has_value());
  EXPECT_EQ(tally.worst->x, 0x1.8p-1);
  EXPECT_NEAR(tally.worst_ulp, slow.UlpError(0x1.8p-1, tally.worst->got),
              0x1p-12);
}

TEST(VerifyLoop, SignOfZeroAndNanCount) {
  const oracle::QuickOracle oracle(Activation::kIdentity, kForward,
                                   DType::kF16);
  const auto wrong_by = [&](std::uint16_t x, std::uint16_t y) {
    const Function function = [=](const void* in, void* out, std::size_t n) {
      const auto* a = static_cast<const std::uint16_t*>(in);
      auto* b = static_cast<std::uint16_t*>(out);
      for (std::size_t i = 0; i < n; ++i) b[i] = a[i] == x ? y : a[i];
    };
    return Verify(Inputs(DType::kF16, 1), oracle, 0.5, {function},
                  [](std::uint64_t) {})[0]
        .wrong;
  };
  EXPECT_EQ(wrong_by(0, 0), 0u);
  EXPECT_EQ(wrong_by(0x8000, 0x0000), 1u);
  EXPECT_EQ(wrong_by(0x7e01, 0xfe00), 0u);  // any NaN is a NaN
  EXPECT_EQ(wrong_by(0x7e01, 0x7c00), 1u);
  EXPECT_EQ(wrong_by(0x7c00, 0x7bff), 1u);
}

TEST(VerifyLoop, PassesErrorsOn) {
  const Function fails = [](const void*, void*, std::size_t) {
    throw Error("no");
  };
  EXPECT_THROW(VerifyF32(0.5, {fails}), Error);
}

TEST(Inputs, CoverEachDType) {
  EXPECT_EQ(Inputs(DType::kF32, 1).size(), 1ull << 32);
  EXPECT_EQ(Inputs(DType::kF32, 3).size(), 1431655766u);
  EXPECT_EQ(Inputs(DType::kF32, 3).Bits(1431655765), 0xffffffffu);
  EXPECT_EQ(Inputs(DType::kBF16, 1000).size(), 65536u);
  EXPECT_EQ(Inputs(DType::kBF16, 1000).Bits(65535), 65535u);

  const Inputs f64(DType::kF64, 1 << 16);
  std::set<std::uint64_t> seen;
  std::set<int> exponents;
  int near = 0, negative = 0;
  for (std::uint64_t i = 0; i < f64.size(); ++i) {
    const double x = std::bit_cast<double>(f64.Bits(i));
    seen.insert(f64.Bits(i));
    exponents.insert(f64.Bits(i) >> 52 & 0x7ff);
    near += std::abs(x) >= 0x1p-30 && std::abs(x) < 0x1p10;
    negative += std::signbit(x);
  }
  EXPECT_EQ(seen.size(), 65536u);
  EXPECT_EQ(exponents.size(), 2048u);
  EXPECT_GE(near, 65536 / 2);
  EXPECT_NEAR(negative, 65536 / 2, 100);
}

}  // namespace
}  // namespace gelu::cli
