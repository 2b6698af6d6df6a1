// What is particular to the gates: tables with nodes at the multiples of 1/256
// up to 5.75, and elements that are left to other kernels in groups.

#include <algorithm>
#include <cmath>

#include "support.h"

namespace gelu::test {
namespace {

class Gates : public testing::TestWithParam<Function> {
 protected:
  // The correctly rounded value, on every target.
  void ExpectRight(const Values& x) const {
    const Values want = Expected(GetParam(), x);
    for (Options options; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      ExpectSame(GetParam(), options, x, Apply(GetParam(), x, options), want);
    }
  }
};

INSTANTIATE_TEST_SUITE_P(, Gates,
                         testing::ValuesIn(Functions({kForward, kDerivative},
                                                     {DType::kF32})),
                         PrintName());

// Where one row ends and the next begins, with the neighbours on both sides.
TEST_P(Gates, EndsOfRows) {
  Values x;
  for (int i = 0; i <= 1474; ++i) {
    const float end = (static_cast<float>(i) + 0.5f) / 256;
    for (float a :
         {std::nextafter(end, 0.0f), end, std::nextafter(end, 9.0f)}) {
      x.push_back(a);
      x.push_back(-a);
    }
  }
  ExpectRight(x);
}

class GatesInPlace : public testing::TestWithParam<Function> {};

INSTANTIATE_TEST_SUITE_P(
    , GatesInPlace,
    testing::ValuesIn(Functions({kForward, kDerivative, kBackward, kGated},
                                {DType::kF32, DType::kF16, DType::kBF16})),
    PrintName());

// Elements that the table decides, single ones that it does not, and whole runs
// of those: all over x, and over dy.
TEST_P(GatesInPlace, MixedInputs) {
  const DType dtype = GetParam().dtype;
  constexpr std::size_t kLength = 5003;
  Values x = Random(dtype, kLength, 61), dy = Random(dtype, kLength, 62);
  for (std::size_t i = 0; i < kLength; ++i) {
    const bool is_far = (i / 700) % 2 == 1 || i % 37 == 0;
    x[i] = is_far ? -6.5 - static_cast<double>(i % 4) / 4
                  : std::clamp(x[i], -4.0, 4.0);
  }
  const Bytes want = Pack(dtype, Apply(GetParam(), x, dy));
  const Bytes in = Pack(dtype, x), gradient = Pack(dtype, dy);
  for (Options options; options.target < static_cast<int>(Targets().size());
       ++options.target) {
    Bytes over_x = in, over_dy = gradient;
    Call(GetParam(), over_x.data(), gradient.data(), over_x.data(), kLength,
         options);
    EXPECT_EQ(over_x, want) << NameOf(GetParam());
    if (!IsProduct(GetParam().direction)) continue;
    Call(GetParam(), in.data(), over_dy.data(), over_dy.data(), kLength,
         options);
    EXPECT_EQ(over_dy, want) << NameOf(GetParam());
  }
  // as if each were alone
  for (std::size_t i = 0; i < kLength; i += 101) {
    Bytes y(Size(dtype));
    Call(GetParam(), &in[i * y.size()], &gradient[i * y.size()], y.data(), 1,
         {});
    EXPECT_TRUE(std::equal(y.begin(), y.end(), &want[i * y.size()]))
        << NameOf(GetParam()) << " [" << i << "]";
  }
}

}  // namespace
}  // namespace gelu::test
