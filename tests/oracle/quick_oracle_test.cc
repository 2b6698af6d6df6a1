// The intervals by double: that they hold the truth with room to spare, and
// that they are worth having.

#include <gelu/gelu.h>
#include <gelu/oracle/quick_oracle.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "formulas.h"

namespace gelu::oracle {
namespace {

// A greater number makes the same tests longer.
int Samples() {
  const char* text = std::getenv("GELU_QUICK_SAMPLES");
  return text ? std::atoi(text) : 2000;
}

// Of f32: spread over all bit patterns, over where the curves bend, and over
// the ranges where a formula changes or the truth dies out.
std::vector<double> Inputs(int count) {
  std::vector<double> inputs;
  const auto spread = [&](double from, double to) {
    const double first = ToBits(DType::kF32, from);
    const double last = ToBits(DType::kF32, to);
    for (int i = 0; i < count; ++i) {
      const double bits = std::lerp(first, last, (i + 0.5) / count);
      const auto x = FromBits(DType::kF32, static_cast<std::uint64_t>(bits));
      inputs.insert(inputs.end(), {x, -x});
    }
  };
  spread(0, 0x1.fffffep127);
  spread(0, 0x1p-120);  // ties of x/2
  spread(0x1p-27, 0x1p-23);
  spread(0x1p-6, 1);
  spread(0.74, 0.76);  // roots of the derivatives
  spread(1.27, 1.29);
  spread(1, 8);
  spread(8, 16);
  spread(48, 130);
  return inputs;
}

using Test = std::function<void(const ActivationInfo&, Direction)>;

void ForEachFunction(const Test& test) {
  for (const ActivationInfo& info : Activations()) {
    for (Direction direction : {Direction::kForward, Direction::kDerivative}) {
      SCOPED_TRACE(std::string(info.name) +
                   (direction == Direction::kForward ? "" : " derivative"));
      test(info, direction);
    }
  }
}

testing::AssertionResult Near(double said, double truth, double limit) {
  const bool near =
      said == truth || std::abs(said - truth) <= 0x1p-14 * std::max(1.0, truth);
  if (near && (said <= limit) == (truth <= limit)) {
    return testing::AssertionSuccess();
  }
  return testing::AssertionFailure() << said << ", truth " << truth;
}

TEST(QuickOracle, SaysWhatTheOracleSays) {
  const std::vector<double> inputs = Inputs(Samples() / 5);
  ForEachFunction([&](const ActivationInfo& info, Direction direction) {
    const QuickOracle quick(info.activation, direction, DType::kF32);
    const Oracle oracle(info.activation, direction, DType::kF32);
    for (double x : inputs) ASSERT_PRED2(Same, quick(x), oracle(x)) << x;
    for (double x : {0.0, -0.0, HUGE_VAL, -HUGE_VAL, std::nan("")}) {
      EXPECT_PRED2(Same, quick(x), oracle(x)) << x;
    }
  });
}

TEST(QuickOracle, SaysItFor16Bits) {
  ForEachFunction([&](const ActivationInfo& info, Direction direction) {
    for (DType dtype : {DType::kF16, DType::kBF16}) {
      const QuickOracle quick(info.activation, direction, dtype);
      const Oracle oracle(info.activation, direction, dtype);
      for (std::uint64_t bits = 0; bits < 1 << 16; bits += 37) {
        const double x = FromBits(dtype, bits);
        ASSERT_PRED2(Same, quick(x), oracle(x)) << x;
        const double y = Round(dtype, oracle(x) * 1.05);
        if (std::isnan(y)) continue;
        EXPECT_PRED3(Near, quick.UlpError(x, y, 1), oracle.UlpError(x, y), 1)
            << x;
      }
    }
  });
}

// The middle of an interval is what double gave; the truth, from an oracle in
// f64, must lie within a quarter of the bound from there.
TEST(QuickOracle, BoundsHaveAFactorOfFourToSpare) {
  const std::vector<double> inputs = Inputs(Samples());
  ForEachFunction([&](const ActivationInfo& info, Direction direction) {
    const Definition& definition = DefinitionOf(info.activation);
    const QuickFormula formula = direction == Direction::kForward
                                     ? definition.quick_value
                                     : definition.quick_derivative;
    ASSERT_NE(formula, nullptr);
    const Oracle oracle(info.activation, direction, DType::kF64);
    double worst = 0;
    for (double x : inputs) {
      const Enclosure y = formula(x, info.default_parameter);
      const double radius = (y.high - y.low) / 2;
      // Bounds of other kinds: exact, or from inequalities.
      if (!(radius > 0x1p-46 * std::abs(y.low))) continue;
      if (std::abs(x) < 0x1p-26 || std::abs(y.low) <= 0x1p-170) continue;
      const double truth = oracle(x);
      // The truth is rounded to f64 itself.
      const double error =
          std::abs(truth - (y.low + radius)) - 0x1p-53 * std::abs(truth);
      worst = std::max(worst, error / radius);
    }
    EXPECT_LT(worst, 0.25);
  });
}

TEST(QuickOracle, InequalitiesHold) {
  ForEachFunction([&](const ActivationInfo& info, Direction direction) {
    const Definition& definition = DefinitionOf(info.activation);
    const QuickFormula formula = direction == Direction::kForward
                                     ? definition.quick_value
                                     : definition.quick_derivative;
    const Oracle oracle(info.activation, direction, DType::kF64);
    for (double x : Inputs(Samples() / 5)) {
      const Enclosure y = formula(x, info.default_parameter);
      ASSERT_LE(y.low, y.high) << x;
      // f64 may round the truth onto a bound that it is strictly beyond.
      const double truth = oracle(x);
      ASSERT_LE(y.low, JustAbove(truth)) << x;
      ASSERT_GE(y.high, JustBelow(truth)) << x;
    }
  });
}

TEST(QuickOracle, LeavesLittleToMpfr) {
  const std::vector<double> inputs = Inputs(20000);
  ForEachFunction([&](const ActivationInfo& info, Direction direction) {
    const QuickOracle quick(info.activation, direction, DType::kF32);
    std::size_t left = 0;
    for (double x : inputs) left += !quick.WithoutMpfr(x).has_value();
    EXPECT_LT(left, inputs.size() / 500);
  });
}

TEST(QuickOracle, DecidesByMpfrWhereDoubleCannot) {
  const QuickOracle gelu(Activation::kGelu, Direction::kForward, DType::kF32);
  EXPECT_FALSE(gelu.WithoutMpfr(0x1.6148dep-16).has_value());
  EXPECT_EQ(gelu(0x1.6148dep-16), 0xb0a531p-40);
  EXPECT_EQ(gelu(-0x1.6148dep-16), -0xb0a3adp-40);
  EXPECT_PRED2(Same, gelu(-0x1p-149), -0.0);
  EXPECT_PRED2(Same, gelu(-0x3p-149), -0x1p-149);
  // Of another parameter or dtype the intervals know nothing.
  const QuickOracle beta(Activation::kSilu, Direction::kForward, DType::kF32,
                         2);
  EXPECT_FALSE(beta.WithoutMpfr(1).has_value());
  EXPECT_EQ(beta(1),
            Oracle(Activation::kSilu, Direction::kForward, DType::kF32, 2)(1));
  const QuickOracle f64(Activation::kGelu, Direction::kForward, DType::kF64);
  EXPECT_FALSE(f64.WithoutMpfr(1).has_value());
}

TEST(QuickOracle, UlpErrorsAreTheOracles) {
  ForEachFunction([&](const ActivationInfo& info, Direction direction) {
    const QuickOracle quick(info.activation, direction, DType::kF32);
    const Oracle oracle(info.activation, direction, DType::kF32);
    for (double x : Inputs(40)) {
      const double right = oracle(x);
      for (double y : {right, Round(DType::kF32, right * 1.0000002),
                       Round(DType::kF32, right * 0.999999), -right, 0.0, -0.0,
                       0x1p-149, HUGE_VAL, std::nan("")}) {
        EXPECT_PRED3(Near, quick.UlpError(x, y, 3), oracle.UlpError(x, y), 3)
            << x << " " << y;
      }
    }
  });
}

}  // namespace
}  // namespace gelu::oracle
