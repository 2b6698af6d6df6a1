// dx = dy * f'(x), rounded once.

#include <cmath>
#include <limits>

#include "support.h"

namespace gelu::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class BackwardTest : public testing::TestWithParam<Function> {
 protected:
  void ExpectRight(const Values& dy, const Values& x) const {
    const DType dtype = GetParam().dtype;
    const oracle::Oracle oracle(GetParam().activation, kDerivative, dtype);
    const Values dx = Apply(GetParam(), x, dy);
    const auto right = [&](std::size_t i) {
      if (dtype != DType::kF64) {
        return oracle::Same(dx[i], oracle.Backward(dy[i], x[i]));
      }
      return oracle.BackwardUlpError(dy[i], x[i], dx[i]) < 1;
    };
    int wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (right(i) || ++wrong > 5) continue;
      ADD_FAILURE() << NameOf(GetParam()) << " [" << i << "] dy "
                    << HexFloat(dy[i]) << " x " << HexFloat(x[i]) << " got "
                    << HexFloat(dx[i]) << " want "
                    << HexFloat(oracle.Backward(dy[i], x[i])) << ", error "
                    << oracle.BackwardUlpError(dy[i], x[i], dx[i]) << " ULP";
    }
    EXPECT_EQ(wrong, 0) << "of " << x.size();
    Options options;
    for (; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      ExpectSame(GetParam(), options, x, Apply(GetParam(), x, dy, options), dx);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(
    , BackwardTest,
    testing::ValuesIn(Functions({kBackward}, {DType::kF64, DType::kF32,
                                              DType::kF16, DType::kBF16})),
    PrintName());

TEST_P(BackwardTest, RandomGradients) {
  const DType dtype = GetParam().dtype;
  ExpectRight(Random(dtype, 20000, 1), Random(dtype, 20000, 2));
}

TEST_P(BackwardTest, HardInputs) {
  const DType dtype = GetParam().dtype;
  const Values x = Hard(GetParam().activation, dtype);
  ExpectRight(Random(dtype, x.size(), 3), x);
}

// Subnormal gradients, where 0.5 * dy may be a tie.
TEST_P(BackwardTest, SubnormalGradients) {
  const DType dtype = GetParam().dtype;
  Values dy, x;
  for (std::uint64_t bits = 0; bits < 40; ++bits) {
    for (double at : {0.0, -0.0, 0.5, -0.5, 3.0, -3.0}) {
      dy.push_back(oracle::FromBits(dtype, bits));
      x.push_back(at);
    }
  }
  ExpectRight(dy, x);
}

// Where f' is an ordinary number, dx is what IEEE multiplication gives.
TEST_P(BackwardTest, SpecialGradients) {
  Values dy, x;
  for (double gradient : {kInfinity, -kInfinity, 0.0, -0.0, double{NAN}}) {
    for (double at : {-2.5, -1.0, -0.0, 0.0, 0.25, 1.0, 3.0, double{NAN}}) {
      dy.push_back(gradient);
      x.push_back(at);
    }
  }
  ExpectRight(dy, x);
}

TEST_P(BackwardTest, InfiniteInputs) {
  ExpectRight({1.5, -1.5, 1.5, -1.5},
              {kInfinity, kInfinity, -kInfinity, -kInfinity});
}

// With dy = 1 it is the derivative.
TEST_P(BackwardTest, OfOneIsTheDerivative) {
  const auto [activation, direction, dtype] = GetParam();
  const Values x = Random(dtype, 5000, 4);
  const Function derivative{activation, kDerivative, dtype};
  ExpectSame(GetParam(), {}, x, Apply(GetParam(), x, Values(x.size(), 1)),
             Apply(derivative, x));
}

}  // namespace
}  // namespace gelu::test
