// The kernels against the oracle: values and derivatives.

#include <algorithm>
#include <cmath>

#include "support.h"

namespace gelu::test {
namespace {

class Accuracy : public testing::TestWithParam<Function> {
 protected:
  // f32, f16, bf16: the oracle's own bits, on every target.
  void ExpectCorrectlyRounded(const Values& x) const {
    const Values want = Expected(GetParam(), x);
    for (std::size_t target = 0; target < Targets().size(); ++target) {
      const Options options{.target = static_cast<int>(target)};
      ExpectSame(GetParam(), options, x, Apply(GetParam(), x, options), want);
    }
  }

  // f64, and parameters that aren't the default.
  void ExpectWithinOneUlp(const Values& x, Options options = {}) const {
    const auto [activation, direction, dtype] = GetParam();
    const oracle::Oracle oracle(activation, direction, dtype,
                                options.parameter);
    const Values y = Apply(GetParam(), x, options);
    double worst = 0, at = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double error = oracle.UlpError(x[i], y[i]);
      if (error > worst) {
        worst = error;
        at = x[i];
      }
    }
    EXPECT_LE(worst, 1) << NameOf(GetParam()) << ", parameter "
                        << options.parameter << ": worst at " << HexFloat(at)
                        << ", got "
                        << HexFloat(Apply(GetParam(), {at}, options)[0])
                        << " want " << HexFloat(oracle(at));
    for (; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      ExpectSame(GetParam(), options, x, Apply(GetParam(), x, options), y);
    }
  }
};

class Accuracy16Bit : public Accuracy {};
class AccuracyF32 : public Accuracy {};
class AccuracyF64 : public Accuracy {};
class AccuracyParameter : public Accuracy {};

INSTANTIATE_TEST_SUITE_P(, Accuracy16Bit,
                         testing::ValuesIn(Functions({kForward, kDerivative},
                                                     {DType::kF16,
                                                      DType::kBF16})),
                         PrintName());
INSTANTIATE_TEST_SUITE_P(, AccuracyF32,
                         testing::ValuesIn(Functions({kForward, kDerivative},
                                                     {DType::kF32})),
                         PrintName());
INSTANTIATE_TEST_SUITE_P(, AccuracyF64,
                         testing::ValuesIn(Functions({kForward, kDerivative},
                                                     {DType::kF64})),
                         PrintName());

TEST_P(Accuracy16Bit, EveryInput) {
  const Values x = Strided(GetParam().dtype);
  ASSERT_EQ(x.size(), 65536u);
  ExpectCorrectlyRounded(x);
}

TEST_P(AccuracyF32, Strided) {
  const Values x = Strided(DType::kF32);
  ASSERT_GE(x.size(), 41000u);
  ExpectCorrectlyRounded(x);
}

TEST_P(AccuracyF32, Hard) {
  ExpectCorrectlyRounded(Hard(GetParam().activation, DType::kF32));
}

TEST_P(AccuracyF64, Strided) {
  const Values x = Strided(DType::kF64);
  ASSERT_GE(x.size(), 46000u);
  ExpectWithinOneUlp(x);
}

TEST_P(AccuracyF64, Hard) {
  ExpectWithinOneUlp(Hard(GetParam().activation, DType::kF64));
}

// Only those that have a parameter, at values around their own default.
std::vector<Function> WithParameter() {
  std::vector<Function> functions =
      Functions({kForward, kDerivative},
                {DType::kF64, DType::kF32, DType::kF16, DType::kBF16});
  std::erase_if(functions, [](const Function& function) {
    return Info(function.activation).parameter.empty();
  });
  return functions;
}
INSTANTIATE_TEST_SUITE_P(, AccuracyParameter,
                         testing::ValuesIn(WithParameter()), PrintName());

TEST_P(AccuracyParameter, WithinOneUlp) {
  const auto [activation, direction, dtype] = GetParam();
  Values x = Random(dtype, 4000, 11);
  const Values hard = Hard(activation, dtype);
  for (std::size_t i = 0; i < hard.size(); i += 7) x.push_back(hard[i]);
  for (double parameter : {0.2, 0.5, 1.702, 2.0, 3.0}) {
    ExpectWithinOneUlp(x, {.parameter = parameter});
  }
}

}  // namespace
}  // namespace gelu::test
