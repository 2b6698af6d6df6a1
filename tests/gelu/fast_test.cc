// Accuracy::kFast: at most 4 ULP in f32, the special values of `correct`, the
// same bits on every target.

#include <cmath>
#include <limits>

#include "support.h"

namespace gelu::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kMaxUlp = 4;
const Options kFast{.accuracy = gelu::Accuracy::kFast};

class Fast : public testing::TestWithParam<Function> {
 protected:
  void ExpectWithinBound(const Values& x) const {
    const oracle::Oracle oracle(GetParam().activation, GetParam().direction,
                                DType::kF32);
    const Values y = Apply(GetParam(), x, kFast);
    for (std::size_t i = 0; i < x.size(); ++i) {
      ASSERT_LE(oracle.UlpError(x[i], y[i]), kMaxUlp)
          << NameOf(GetParam()) << " of " << HexFloat(x[i]) << " gives "
          << HexFloat(y[i]) << ", not " << HexFloat(oracle(x[i]));
    }
  }
};

INSTANTIATE_TEST_SUITE_P(, Fast,
                         testing::ValuesIn(Functions({kForward, kDerivative},
                                                     {DType::kF32})),
                         PrintName());

TEST_P(Fast, Strided) { ExpectWithinBound(Strided(DType::kF32)); }

TEST_P(Fast, Hard) {
  ExpectWithinBound(Hard(GetParam().activation, DType::kF32));
}

// Where most inputs of networks lie.
TEST_P(Fast, Ordinary) {
  Values x;
  for (double a = 0; a < 8; a += 0x1.3p-12) {
    x.push_back(static_cast<float>(a));
    x.push_back(static_cast<float>(-a));
  }
  ExpectWithinBound(x);
}

TEST_P(Fast, SpecialValues) {
  Values x;
  for (double v : {0.0, -0.0, kInfinity, -kInfinity, double{NAN}}) {
    x.insert(x.end(), 19, v);
    x.push_back(1);
  }
  const Values got = Apply(GetParam(), x, kFast);
  const Values want = Expected(GetParam(), x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i] == 1) continue;
    EXPECT_TRUE(oracle::Same(got[i], want[i])) << x[i];
  }
}

TEST_P(Fast, SameBitsOnEveryTarget) {
  const Values x = Random(DType::kF32, 50000, 51);
  const Values want = Apply(GetParam(), x, kFast);
  for (Options options = kFast;
       options.target < static_cast<int>(Targets().size()); ++options.target) {
    ExpectSame(GetParam(), options, x, Apply(GetParam(), x, options), want);
  }
}

class FastProduct : public testing::TestWithParam<Function> {};

INSTANTIATE_TEST_SUITE_P(, FastProduct,
                         testing::ValuesIn(Functions({kBackward, kGated},
                                                     {DType::kF32})),
                         PrintName());

TEST_P(FastProduct, WithinBoundAndTheSameBits) {
  const oracle::Oracle oracle(GetParam().activation, GetParam().direction,
                              DType::kF32);
  Values x = Random(DType::kF32, 20000, 52);
  for (std::size_t i = 0; i < x.size(); i += 3) {  // both tails
    if (std::abs(x[i]) <= 16) x[i] *= 4;
  }
  Values dy = Random(DType::kF32, x.size(), 53);
  for (std::size_t i = 0; i < 40; ++i) {  // subnormal, and near overflow
    dy[i] = oracle::FromBits(DType::kF32, i);
    dy[40 + i] = oracle::FromBits(DType::kF32, 0x7F800000 - i);
  }
  const Values dx = Apply(GetParam(), x, dy, kFast);
  for (std::size_t i = 0; i < x.size(); ++i) {
    ASSERT_LE(oracle.ProductUlpError(dy[i], x[i], dx[i]), kMaxUlp)
        << NameOf(GetParam()) << " dy " << HexFloat(dy[i]) << " x "
        << HexFloat(x[i]) << " gives " << HexFloat(dx[i]);
  }
  for (Options options = kFast;
       options.target < static_cast<int>(Targets().size()); ++options.target) {
    ExpectSame(GetParam(), options, x, Apply(GetParam(), x, dy, options), dx);
  }
}

// Else these tests would hold `correct` to a weaker bound.
TEST(FastIsAnotherKernel, OfGelu) {
  const Function gelu{Activation::kGelu, kForward, DType::kF32};
  const Values x = Random(DType::kF32, 20000, 54);
  EXPECT_NE(Apply(gelu, x, kFast), Apply(gelu, x));
}

}  // namespace
}  // namespace gelu::test
