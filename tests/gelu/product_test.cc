// Products, rounded once: dx = dy * f'(x), and b * f(a), where b is called dy.

#include <cmath>
#include <limits>
#include <random>

#include "support.h"

namespace gelu::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

class ProductTest : public testing::TestWithParam<Function> {
 protected:
  void ExpectRight(const Values& dy, const Values& x) const {
    const DType dtype = GetParam().dtype;
    const oracle::Oracle oracle(GetParam().activation, GetParam().direction,
                                dtype);
    const Values dx = Apply(GetParam(), x, dy);
    const auto right = [&](std::size_t i) {
      if (dtype != DType::kF64) {
        return oracle::Same(dx[i], oracle.Product(dy[i], x[i]));
      }
      return oracle.ProductUlpError(dy[i], x[i], dx[i]) < 1;
    };
    int wrong = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (right(i) || ++wrong > 5) continue;
      ADD_FAILURE() << NameOf(GetParam()) << " [" << i << "] dy "
                    << HexFloat(dy[i]) << " x " << HexFloat(x[i]) << " got "
                    << HexFloat(dx[i]) << " want "
                    << HexFloat(oracle.Product(dy[i], x[i])) << ", error "
                    << oracle.ProductUlpError(dy[i], x[i], dx[i]) << " ULP";
    }
    EXPECT_EQ(wrong, 0) << "of " << x.size();
    Options options;
    for (; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      ExpectSame(GetParam(), options, x, Apply(GetParam(), x, dy, options), dx);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(, ProductTest,
                         testing::ValuesIn(Functions(
                             {kBackward, kGated}, {DType::kF64, DType::kF32,
                                                   DType::kF16, DType::kBF16})),
                         PrintName());

TEST_P(ProductTest, RandomGradients) {
  const DType dtype = GetParam().dtype;
  ExpectRight(Random(dtype, 20000, 1), Random(dtype, 20000, 2));
}

TEST_P(ProductTest, HardInputs) {
  const DType dtype = GetParam().dtype;
  const Values x = Hard(GetParam().activation, dtype);
  ExpectRight(Random(dtype, x.size(), 3), x);
}

// Both tails, times zeros and factors of every size: results of every size.
TEST_P(ProductTest, Tails) {
  const DType dtype = GetParam().dtype;
  std::mt19937_64 generator(5);
  std::uniform_real_distribution<double> tail(4.5, 45), far(4.5, 120);
  Values dy, x;
  for (int i = 0; i < 3000; ++i) {
    const double a =
        oracle::Round(dtype, i % 8 < 7 ? tail(generator) : far(generator));
    x.push_back(i % 4 == 0 ? a : -a);
    const auto bits = generator() & oracle::LastPattern(dtype);
    const double any = oracle::FromBits(dtype, bits);
    dy.push_back(i % 16 == 1 || !std::isfinite(any) ? std::copysign(0.0, any)
                                                    : any);
  }
  ExpectRight(dy, x);
}

// Subnormal gradients, where 0.5 * dy may be a tie.
TEST_P(ProductTest, SubnormalGradients) {
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
TEST_P(ProductTest, SpecialGradients) {
  Values dy, x;
  for (double gradient : {kInfinity, -kInfinity, 0.0, -0.0, double{NAN}}) {
    for (double at : {-2.5, -1.0, -0.0, 0.0, 0.25, 1.0, 3.0, double{NAN}}) {
      dy.push_back(gradient);
      x.push_back(at);
    }
  }
  ExpectRight(dy, x);
}

TEST_P(ProductTest, InfiniteInputs) {
  ExpectRight({1.5, -1.5, 1.5, -1.5},
              {kInfinity, kInfinity, -kInfinity, -kInfinity});
}

// With dy = 1 it is the function itself.
TEST_P(ProductTest, OfOneIsTheFunction) {
  const auto [activation, direction, dtype] = GetParam();
  Values x = Random(dtype, 5000, 4);
  // where `gated` is more precise than its bound, in f64
  std::erase_if(x, [](double v) { return v != 0 && std::abs(v) < 0x1p-700; });
  const Function alone{activation, direction == kGated ? kForward : kDerivative,
                       dtype};
  ExpectSame(GetParam(), {}, x, Apply(GetParam(), x, Values(x.size(), 1)),
             Apply(alone, x));
}

}  // namespace
}  // namespace gelu::test
