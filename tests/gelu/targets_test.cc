// Every instruction set gives the same bits.

#include <algorithm>
#include <set>

#include "support.h"

namespace gelu::test {
namespace {

class SameBits : public testing::TestWithParam<Function> {};

INSTANTIATE_TEST_SUITE_P(
    , SameBits,
    testing::ValuesIn(Functions({kForward, kDerivative, kBackward, kGated},
                                {DType::kF64, DType::kF32, DType::kF16,
                                 DType::kBF16})),
    PrintName());

TEST_P(SameBits, OnEveryTarget) {
  const auto [activation, direction, dtype] = GetParam();
  Values x = Random(dtype, 100000, 41);
  const Values hard = Hard(activation, dtype);
  x.insert(x.end(), hard.begin(), hard.end());
  const Values dy = Random(dtype, x.size(), 42);
  const Values want = Apply(GetParam(), x, dy);
  Options options;
  for (options.target = 1; options.target < static_cast<int>(Targets().size());
       ++options.target) {
    ExpectSame(GetParam(), options, x, Apply(GetParam(), x, dy, options), want);
  }
}

TEST(Targets, HaveDistinctNames) {
  const auto targets = Targets();
  ASSERT_FALSE(targets.empty());
  EXPECT_EQ(std::set(targets.begin(), targets.end()).size(), targets.size());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    EXPECT_EQ(TargetFromName(targets[i]), static_cast<int>(i));
    std::string lower(targets[i]);
    std::transform(lower.begin(), lower.end(), lower.begin(), ::tolower);
    EXPECT_EQ(TargetFromName(lower), static_cast<int>(i));
  }
}

}  // namespace
}  // namespace gelu::test
