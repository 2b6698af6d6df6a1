// Second derivatives against the oracle.

#include <cmath>

#include "support.h"

namespace gelu::test {
namespace {

constexpr Direction kSecond = Direction::kSecondDerivative;

class SecondDerivative : public testing::TestWithParam<Function> {
 protected:
  Values Inputs() const {
    const auto [activation, direction, dtype] = GetParam();
    Values x = Strided(dtype);
    const Values hard = Hard(activation, dtype);
    x.insert(x.end(), hard.begin(), hard.end());
    return x;
  }
};

INSTANTIATE_TEST_SUITE_P(
    , SecondDerivative,
    testing::ValuesIn(Functions({kSecond}, {DType::kF64, DType::kF32,
                                            DType::kF16, DType::kBF16})),
    PrintName());

TEST_P(SecondDerivative, IsTheOracles) {
  const auto [activation, direction, dtype] = GetParam();
  const oracle::Oracle oracle(activation, direction, dtype);
  const Values x = Inputs();
  const Values want = Expected(GetParam(), x);
  const Values y = Apply(GetParam(), x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (std::isnan(want[i])) {
      ASSERT_TRUE(std::isnan(y[i])) << HexFloat(x[i]);
    } else if (dtype != DType::kF64) {
      // == : the sign of zero is free
      ASSERT_EQ(y[i], want[i]) << HexFloat(x[i]);
    } else if (y[i] != want[i] && std::abs(y[i] - want[i]) > 0x1p-66) {
      ASSERT_LE(oracle.UlpError(x[i], y[i]), 1) << HexFloat(x[i]);
    }
  }
}

TEST_P(SecondDerivative, HasTheSameBitsOnEveryTarget) {
  const Values x = Inputs();
  const Values best = Apply(GetParam(), x);
  for (int target = 1; target < static_cast<int>(Targets().size()); ++target) {
    const Options options{.target = target};
    ExpectSame(GetParam(), options, x, Apply(GetParam(), x, options), best);
  }
}

}  // namespace
}  // namespace gelu::test
