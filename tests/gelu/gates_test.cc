// What is particular to the gates: tables with nodes at the multiples of 1/512
// up to 5.75, and others, from 4.75 on, for the tails; and elements that are
// left to other kernels in groups.

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
void AppendEnds(double from, double to, int steps, int stride, Values* x) {
  for (int i = static_cast<int>(from * steps); i < to * steps; i += stride) {
    const float end =
        (static_cast<float>(i) + 0.5f) / static_cast<float>(steps);
    for (float a :
         {std::nextafter(end, 0.0f), end, std::nextafter(end, 99.0f)}) {
      x->push_back(a);
      x->push_back(-a);
    }
  }
}

TEST_P(Gates, EndsOfRows) {
  Values x;
  AppendEnds(0, 6, 512, 1, &x);
  ExpectRight(x);
}

TEST_P(Gates, EndsOfRowsInTails) {
  Values x;
  for (int steps : {64, 256}) AppendEnds(4.5, 41, steps, 3, &x);
  for (int steps : {2048, 4096}) AppendEnds(4.5, 16, steps, 19, &x);
  ExpectRight(x);
}

class GatesInPlace : public testing::TestWithParam<Function> {
 protected:
  // On every target, out of place, over x, over dy, and an element alone.
  void ExpectTheSame(const Values& x, const Values& dy,
                     Accuracy accuracy) const {
    const DType dtype = GetParam().dtype;
    Options options{.accuracy = accuracy};
    const Bytes want = Pack(dtype, Apply(GetParam(), x, dy, options));
    const Bytes in = Pack(dtype, x), gradient = Pack(dtype, dy);
    for (; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      Bytes over_x = in, over_dy = gradient;
      Call(GetParam(), over_x.data(), gradient.data(), over_x.data(), x.size(),
           options);
      EXPECT_EQ(over_x, want) << NameOf(GetParam());
      if (!IsProduct(GetParam().direction)) continue;
      Call(GetParam(), in.data(), over_dy.data(), over_dy.data(), x.size(),
           options);
      EXPECT_EQ(over_dy, want) << NameOf(GetParam());
    }
    for (std::size_t i = 0; i < x.size(); i += 3) {
      Bytes y(Size(dtype));
      Call(GetParam(), &in[i * y.size()], &gradient[i * y.size()], y.data(), 1,
           {.accuracy = accuracy});
      ASSERT_TRUE(std::equal(y.begin(), y.end(), &want[i * y.size()]))
          << NameOf(GetParam()) << " [" << i << "]";
    }
  }
};

INSTANTIATE_TEST_SUITE_P(
    , GatesInPlace,
    testing::ValuesIn(Functions({kForward, kDerivative, kBackward, kGated},
                                {DType::kF32, DType::kF16, DType::kBF16})),
    PrintName());

// Elements that the first table decides, single ones that it does not, and
// whole runs of those: all over x, and over dy. `fast`, too, gives each element
// what it would give that alone.
TEST_P(GatesInPlace, MixedInputs) {
  const DType dtype = GetParam().dtype;
  constexpr std::size_t kLength = 5003;
  Values x = Random(dtype, kLength, 61), dy = Random(dtype, kLength, 62);
  for (std::size_t i = 0; i < kLength; ++i) {
    const bool is_run = (i / 700) % 2 == 1;
    const double far = (i / 1400 % 2 == 0 ? -5.5 : 5) +
                       (is_run ? -1.0 : -2.0) * static_cast<double>(i % 9) / 4;
    x[i] = is_run || i % 37 == 0 ? far : std::clamp(x[i], -4.0, 4.0);
    if (i % 11 == 0) dy[i] = std::copysign(0.0, dy[i]);
  }
  for (const Accuracy accuracy : {Accuracy::kCorrect, Accuracy::kFast}) {
    ExpectTheSame(x, dy, accuracy);
  }
}

}  // namespace
}  // namespace gelu::test
