// How the oracle rounds, its special values, and how it counts errors.

#include <gelu/gelu.h>
#include <gelu/oracle/oracle.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace gelu::oracle {
namespace {

constexpr Direction kForward = Direction::kForward;
constexpr Direction kDerivative = Direction::kDerivative;
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr DType kDTypes[] = {DType::kF64, DType::kF32, DType::kF16,
                             DType::kBF16};

#define EXPECT_SAME(got, want) \
  EXPECT_PRED2(Same, static_cast<double>(got), static_cast<double>(want))

// f(x) = x/2 + x^2 * (something positive) near 0. For odd subnormals x/2 is a
// tie, and the truth lies just above it: towards +inf, also for negative x.
TEST(OracleRounding, BreaksSubnormalTiesUpwards) {
  for (DType dtype : kDTypes) {
    const double tiny = FromBits(dtype, 1);
    for (Activation activation : {Activation::kSilu, Activation::kQuickGelu,
                                  Activation::kGeluTanh, Activation::kGelu}) {
      const Oracle oracle(activation, kForward, dtype);
      EXPECT_SAME(oracle(tiny), tiny) << Name(dtype);
      EXPECT_SAME(oracle(-tiny), -0.0) << Name(dtype);
      EXPECT_SAME(oracle(3 * tiny), 2 * tiny);
      EXPECT_SAME(oracle(-3 * tiny), -tiny);
      EXPECT_SAME(oracle(5 * tiny), 3 * tiny);
      EXPECT_SAME(oracle(-5 * tiny), -2 * tiny);
      EXPECT_SAME(oracle(6 * tiny), 3 * tiny);
    }
  }
}

// Distances from a tie: 1.0e-12 ULP, beyond what f64 arithmetic sees.
TEST(OracleRounding, DecidesNearTies) {
  const Oracle oracle(Activation::kGelu, kForward, DType::kF32);
  EXPECT_EQ(oracle(0x1.6148dep-16), 0xb0a531p-40);
  EXPECT_EQ(oracle(-0x1.6148dep-16), -0xb0a3adp-40);
}

// 1 + 3 * 2^-24 is a tie of f32, which even would break upwards; the value of
// elu is a little nearer to 0 however far x is.
TEST(OracleRounding, SaturationStaysOnItsSideOfATie) {
  const Oracle oracle(Activation::kElu, kForward, DType::kF32, 1 + 0x3p-24);
  EXPECT_EQ(oracle(-70), -1 - 0x1p-23);
  EXPECT_EQ(oracle(-1e30), -1 - 0x1p-23);
  EXPECT_EQ(oracle(-kInfinity), -1 - 0x1p-22);  // the limit itself: a tie
}

TEST(OracleRounding, ExactTiesGoToEven) {
  const Oracle half(Activation::kLeakyRelu, kForward, DType::kF16, 0.5);
  EXPECT_SAME(half(-0x1p-24), -0.0);
  EXPECT_SAME(half(-0x3p-24), -0x2p-24);
  const Oracle gelu(Activation::kGelu, kDerivative, DType::kF32);
  EXPECT_SAME(gelu.Product(0x1p-149, 0), 0.0);
  EXPECT_SAME(gelu.Product(0x3p-149, 0), 0x2p-149);
}

TEST(OracleRounding, BackwardRoundsOnce) {
  int differ = 0;
  const Oracle oracle(Activation::kGelu, kDerivative, DType::kF16);
  const Oracle wide(Activation::kGelu, kDerivative, DType::kF64);
  for (std::uint64_t bits = 0x3000; bits < 0x4000; ++bits) {
    const double x = FromBits(DType::kF16, bits);
    const double dy = FromBits(DType::kF16, 0x3c00 + bits * 7 % 1024);
    EXPECT_EQ(oracle.Product(dy, x), Round(DType::kF16, dy * wide(x)));
    differ += oracle.Product(dy, x) != Round(DType::kF16, dy * oracle(x));
  }
  EXPECT_GT(differ, 1000);
}

TEST(OracleRounding, Overflows) {
  const Oracle oracle(Activation::kLeakyRelu, kForward, DType::kF16, 2);
  EXPECT_EQ(oracle(-32752), -65504);
  EXPECT_EQ(oracle(-32768), -kInfinity);
  const Oracle gelu(Activation::kGelu, kDerivative, DType::kF32);
  EXPECT_EQ(gelu.Product(0x1.fffffep127, 1), kInfinity);
}

struct Special {
  const char* activation;
  // At -inf, -0, +0, +inf.
  double value[4];
  double derivative[4];
};

constexpr Special kSpecials[] = {
    {"identity", {-kInfinity, -0.0, 0, kInfinity}, {1, 1, 1, 1}},
    {"relu", {0, -0.0, 0, kInfinity}, {0, 0, 0, 1}},
    {"leaky_relu", {-kInfinity, -0.0, 0, kInfinity}, {0.01, 0.01, 0.01, 1}},
    {"elu", {-1, -0.0, 0, kInfinity}, {0, 1, 1, 1}},
    {"sigmoid", {0, 0.5, 0.5, 1}, {0, 0.25, 0.25, 0}},
    {"silu", {-0.0, -0.0, 0, kInfinity}, {-0.0, 0.5, 0.5, 1}},
    {"quick_gelu", {-0.0, -0.0, 0, kInfinity}, {-0.0, 0.5, 0.5, 1}},
    {"gelu_tanh", {-0.0, -0.0, 0, kInfinity}, {-0.0, 0.5, 0.5, 1}},
    {"gelu", {-0.0, -0.0, 0, kInfinity}, {-0.0, 0.5, 0.5, 1}},
};

TEST(OracleSpecials, AreAsSpecified) {
  constexpr double kX[] = {-kInfinity, -0.0, 0.0, kInfinity};
  ASSERT_EQ(std::size(kSpecials), Activations().size());
  for (const Special& special : kSpecials) {
    const Activation activation = ActivationFromName(special.activation);
    for (DType dtype : kDTypes) {
      const Oracle value(activation, kForward, dtype);
      const Oracle derivative(activation, kDerivative, dtype);
      for (int i = 0; i < 4; ++i) {
        SCOPED_TRACE(special.activation);
        EXPECT_SAME(value(kX[i]), Round(dtype, special.value[i])) << kX[i];
        EXPECT_SAME(derivative(kX[i]), Round(dtype, special.derivative[i]))
            << kX[i];
      }
      EXPECT_TRUE(std::isnan(value(kNaN)));
      EXPECT_TRUE(std::isnan(derivative(kNaN)));
      EXPECT_TRUE(std::isnan(value.Product(1, kNaN)));
      EXPECT_TRUE(std::isnan(value.Product(kNaN, 1)));
    }
  }
}

// Far out, where the truth underflows or saturates, as at the infinities.
TEST(OracleSpecials, FarValuesAreTheLimits) {
  for (const ActivationInfo& info : Activations()) {
    for (Direction direction : {kForward, kDerivative}) {
      for (DType dtype : {DType::kF64, DType::kF32, DType::kBF16}) {
        const Oracle oracle(info.activation, direction, dtype);
        for (double x : {0x1p100, -0x1p100, 0x1.fep127, -0x1.fep127}) {
          const double limit = oracle(std::copysign(kInfinity, x));
          if (std::isinf(limit)) continue;
          EXPECT_SAME(oracle(x), limit) << info.name << " at " << x;
        }
      }
    }
    const Oracle wide(info.activation, kDerivative, DType::kF64);
    const double huge = std::numeric_limits<double>::max();
    EXPECT_SAME(wide.Product(huge, -huge), huge * wide(-kInfinity))
        << info.name;
  }
}

TEST(OracleSpecials, BackwardMultipliesAsIeee) {
  const Oracle relu(Activation::kRelu, kDerivative, DType::kF32);
  EXPECT_SAME(relu.Product(-2, -1), -0.0);
  EXPECT_TRUE(std::isnan(relu.Product(kInfinity, -1)));
  const Oracle gelu(Activation::kGelu, kDerivative, DType::kF32);
  EXPECT_SAME(gelu.Product(-0.0, 1), -0.0);
  EXPECT_SAME(gelu.Product(3, -kInfinity), -0.0);
  EXPECT_SAME(gelu.Product(3, kInfinity), 3);
  EXPECT_SAME(gelu.Product(kInfinity, -1), -kInfinity);
  EXPECT_TRUE(std::isnan(gelu.Product(kInfinity, -kInfinity)));
}

TEST(OracleErrors, CountUlpsAroundTheTruth) {
  const Oracle gelu(Activation::kGelu, kForward, DType::kF32);
  const double truth = -0.15865525393145705;  // spacing 2^-26
  EXPECT_NEAR(gelu.UlpError(-1, truth), 0, 1e-6);
  EXPECT_NEAR(gelu.UlpError(-1, truth + 0x3p-26), 3, 1e-6);
  EXPECT_LE(gelu.UlpError(-1, gelu(-1)), 0.5);
  // Subnormal truth: 0x1p-149 apart, however small it is.
  EXPECT_EQ(gelu.UlpError(-14.125, 0), kInfinity);
  EXPECT_NEAR(gelu.UlpError(-14.125, -0.0), 1.8814489986313061e-44 / 0x1p-149,
              1e-9);
  const Oracle backward(Activation::kGelu, kDerivative, DType::kF32);
  EXPECT_NEAR(backward.ProductUlpError(2, 0, 1 + 0x1p-22), 2, 1e-9);
}

TEST(OracleErrors, SpecialValuesAreRightOrInfinitelyWrong) {
  const Oracle gelu(Activation::kGelu, kForward, DType::kF32);
  EXPECT_EQ(gelu.UlpError(kNaN, kNaN), 0);
  EXPECT_EQ(gelu.UlpError(kNaN, 0), kInfinity);
  EXPECT_EQ(gelu.UlpError(1, kNaN), kInfinity);
  EXPECT_EQ(gelu.UlpError(kInfinity, kInfinity), 0);
  EXPECT_EQ(gelu.UlpError(kInfinity, 3e38), kInfinity);
  EXPECT_EQ(gelu.UlpError(-kInfinity, -0.0), 0);
  EXPECT_EQ(gelu.UlpError(-kInfinity, 0.0), kInfinity);
  EXPECT_EQ(gelu.UlpError(-1000, -0.0), 0);
  EXPECT_EQ(gelu.UlpError(-1000, 0.0), kInfinity);
  EXPECT_EQ(gelu.UlpError(-0.0, 0.0), kInfinity);
}

}  // namespace
}  // namespace gelu::oracle
