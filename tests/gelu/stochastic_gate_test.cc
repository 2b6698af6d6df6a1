// The stochastic gate: its random bits, where it opens, and its mean.

#include <gelu/fused.h>

#include <cmath>
#include <limits>

#include "philox.h"
#include "support.h"

namespace gelu::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

Values Gate(DType dtype, const Values& x, std::uint64_t seed,
            std::uint64_t offset) {
  Bytes bytes = Pack(dtype, x);
  StochasticGate(dtype, bytes.data(), bytes.data(), x.size(), seed, offset);
  return Unpack(dtype, bytes.data(), x.size());
}

// The answers that the authors' library publishes with it.
TEST(Philox, KnownAnswers) {
  using Counter = PhiloxCounter;
  EXPECT_EQ(Philox({0, 0, 0, 0}, {0, 0}),
            (Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(Philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(Philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
                   {0xa4093822, 0x299f31d0}),
            (Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(StochasticGate, OpensWhereItsNumberIsBelowPhi) {
  constexpr std::uint64_t kSeed = 0x123456789abcdef0,
                          kOffset = (1ull << 33) - 7;
  const Values x = Random(DType::kF64, 3000, 91);
  const Values y = Gate(DType::kF64, x, kSeed, kOffset);
  int open = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint64_t index = kOffset + i;
    const PhiloxCounter bits =
        Philox({static_cast<std::uint32_t>(index / 2),
                static_cast<std::uint32_t>(index / 2 >> 32), 0, 0},
               {0x9abcdef0, 0x12345678});
    const std::size_t half = index % 2 * 2;
    const double u = std::ldexp(static_cast<double>(bits[half + 1]), -32) +
                     std::ldexp(static_cast<double>(bits[half] >> 11), -53) +
                     0x1p-54;
    // P(u < Phi(-|x|)), on the side of x
    const double tail = std::erfc(std::abs(x[i]) * std::sqrt(0.5)) / 2;
    const bool want = x[i] < 0 ? u < tail : u >= tail;
    EXPECT_TRUE(oracle::Same(y[i], want ? x[i] : std::copysign(0, x[i])))
        << HexFloat(x[i]) << " " << HexFloat(u);
    open += want;
  }
  EXPECT_GT(open, 1000);
  EXPECT_LT(open, 2000);
}

// However an array is cut, and whatever type holds the values.
TEST(StochasticGate, DependsOnValueSeedAndIndexOnly) {
  constexpr std::size_t kLength = 3001;
  const Values x = Random(DType::kBF16, kLength, 92);
  const Values whole = Gate(DType::kF32, x, 7, 1000);
  EXPECT_NE(whole, Gate(DType::kF32, x, 8, 1000));
  EXPECT_NE(whole, Gate(DType::kF32, x, 7, 1001));
  const Values rounded = Gate(DType::kBF16, x, 7, 1000);
  for (std::size_t i = 0; i < kLength; ++i) {
    EXPECT_TRUE(oracle::Same(whole[i], rounded[i])) << i;
  }
  for (std::size_t begin = 0; begin < kLength; begin += 333) {
    const std::size_t end = std::min(kLength, begin + 333);
    const Values part =
        Gate(DType::kF32, Values(x.begin() + begin, x.begin() + end), 7,
             1000 + begin);
    for (std::size_t i = 0; i < part.size(); ++i) {
      EXPECT_TRUE(oracle::Same(part[i], whole[begin + i])) << begin + i;
    }
  }
}

// The mean of x m over n masks is GELU(x), within 5 standard errors: at 40
// points a true one fails once in 40,000 such tests; the seed is fixed.
TEST(StochasticGate, MeanIsGelu) {
  constexpr std::size_t kMasks = 200'000;
  for (DType dtype : {DType::kF64, DType::kF32, DType::kF16, DType::kBF16}) {
    const oracle::Oracle gelu(Activation::kGelu, kForward, DType::kF64);
    for (double at = -3; at <= 3; at += 0.625) {
      const double x = oracle::Round(dtype, at);
      const Values y = Gate(dtype, Values(kMasks, x), 93, 0);
      double sum = 0;
      for (double v : y) sum += v;
      const double phi = gelu(x) / x;
      const double error = std::abs(x) * std::sqrt(phi * (1 - phi) / kMasks);
      EXPECT_NEAR(sum / kMasks, gelu(x), 5 * error) << x;
    }
  }
}

TEST(StochasticGate, BackwardHasTheSameMask) {
  constexpr std::size_t kLength = 2000;
  for (DType dtype : {DType::kF64, DType::kF32, DType::kF16, DType::kBF16}) {
    const Values x = Random(dtype, kLength, 94),
                 dy = Random(dtype, kLength, 95);
    const Values y = Gate(dtype, x, 96, 5);
    const Bytes in = Pack(dtype, x);
    Bytes dx = Pack(dtype, dy);
    StochasticGateBackward(dtype, dx.data(), in.data(), dx.data(), kLength, 96,
                           5);
    const Values got = Unpack(dtype, dx.data(), kLength);
    for (std::size_t i = 0; i < kLength; ++i) {
      if (x[i] == 0) continue;  // y does not tell
      EXPECT_TRUE(
          oracle::Same(got[i], y[i] == 0 ? std::copysign(0.0, dy[i]) : dy[i]));
    }
  }
}

TEST(StochasticGate, SpecialValues) {
  for (DType dtype : {DType::kF64, DType::kF32, DType::kF16, DType::kBF16}) {
    const double least = oracle::FromBits(dtype, 1);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const Values x = {-kInfinity, kInfinity, double{NAN}, 0.0, -0.0, least};
      const Values y = Gate(dtype, x, seed, 0);
      EXPECT_TRUE(oracle::Same(y[0], -0.0));
      EXPECT_TRUE(oracle::Same(y[1], kInfinity));
      EXPECT_TRUE(std::isnan(y[2]));
      EXPECT_TRUE(oracle::Same(y[3], 0.0));
      EXPECT_TRUE(oracle::Same(y[4], -0.0));
      EXPECT_TRUE(y[5] == 0 || y[5] == least);
    }
  }
}

}  // namespace
}  // namespace gelu::test
