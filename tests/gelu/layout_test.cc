// Where elements lie must not matter: length, alignment, place in the array,
// neighbours, output over input. Nothing outside the output is written.

#include <algorithm>
#include <cmath>
#include <limits>

#include "support.h"

namespace gelu::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr unsigned char kGuard = 0xa5;

class Layout : public testing::TestWithParam<Function> {
 protected:
  std::size_t BytesOf(std::size_t elements) const {
    return elements * Size(GetParam().dtype);
  }
};

INSTANTIATE_TEST_SUITE_P(
    , Layout,
    testing::ValuesIn(Functions({kForward, kDerivative, kBackward, kGated},
                                {DType::kF64, DType::kF32, DType::kF16,
                                 DType::kBF16})),
    PrintName());

TEST_P(Layout, AnyLengthAtAnyAlignment) {
  constexpr std::size_t kLengths = 68, kOffsets = 16;
  const DType dtype = GetParam().dtype;
  const Values x = Random(dtype, kLengths, 21),
               dy = Random(dtype, kLengths, 22);
  const Bytes want = Pack(dtype, Apply(GetParam(), x, dy));
  const Bytes in = Pack(dtype, x), gradient = Pack(dtype, dy);
  Bytes from(BytesOf(kLengths + kOffsets)), grad(from.size());
  Bytes to(from.size());

  for (Options options; options.target < static_cast<int>(Targets().size());
       ++options.target) {
    for (std::size_t offset = 0; offset < kOffsets; ++offset) {
      std::copy(in.begin(), in.end(), from.begin() + BytesOf(offset));
      std::copy(gradient.begin(), gradient.end(),
                grad.begin() + BytesOf(offset));
      const std::size_t start = BytesOf((offset * 7 + 3) % kOffsets);
      for (std::size_t length = 0; length < kLengths; ++length) {
        std::fill(to.begin(), to.end(), kGuard);
        Call(GetParam(), from.data() + BytesOf(offset),
             grad.data() + BytesOf(offset), to.data() + start, length, options);
        const auto first = to.begin() + start, last = first + BytesOf(length);
        const auto guards = std::count(to.begin(), first, kGuard) +
                            std::count(last, to.end(), kGuard);
        ASSERT_EQ(static_cast<std::size_t>(guards), to.size() - BytesOf(length))
            << "written outside, length " << length << " offset " << offset;
        ASSERT_TRUE(std::equal(first, last, want.begin()))
            << NameOf(GetParam()) << " on " << Targets()[options.target]
            << ", length " << length << " offset " << offset;
      }
    }
  }
}

TEST_P(Layout, InPlaceEqualsOutOfPlace) {
  const DType dtype = GetParam().dtype;
  for (std::size_t length : {1, 3, 8, 17, 64, 1000}) {
    const Values x = Random(dtype, length, 23), dy = Random(dtype, length, 24);
    const Bytes want = Pack(dtype, Apply(GetParam(), x, dy));
    for (Options options; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      Bytes in = Pack(dtype, x), gradient = Pack(dtype, dy);
      Call(GetParam(), in.data(), gradient.data(), in.data(), length, options);
      EXPECT_EQ(in, want) << "y over x, length " << length;
      in = Pack(dtype, x);
      if (!IsProduct(GetParam().direction)) continue;
      Call(GetParam(), in.data(), gradient.data(), gradient.data(), length,
           options);
      EXPECT_EQ(gradient, want) << "dx over dy, length " << length;
    }
  }
}

// A special value at every place of arrays of every length up to two vectors
// of 16 lanes and one more, among ordinary values that must not
// notice it.
TEST_P(Layout, SpecialValuesInEveryLane) {
  constexpr std::size_t kLongest = 2 * 16 + 1;
  const Direction direction = GetParam().direction;
  const DType dtype = GetParam().dtype;
  const oracle::Oracle oracle(GetParam().activation, direction, dtype);
  const double tiny = oracle::FromBits(dtype, 1);
  const double most =
      oracle::FromBits(dtype, oracle::ToBits(dtype, kInfinity) - 1);
  const Values specials = {double{NAN}, kInfinity, -kInfinity, 0.0,  -0.0,
                           tiny,        -tiny,     most,       -most};
  const Values ordinary = Random(dtype, kLongest, 25);
  const Values dy(kLongest, 1.25);  // no tie at the least x
  const auto want = [&](double x) {
    return IsProduct(direction) ? oracle.Product(1.25, x) : oracle(x);
  };
  const Values undisturbed = Apply(GetParam(), ordinary, dy);

  for (double special : specials) {
    const double special_want = want(special);
    for (Options options; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      for (std::size_t length = 1; length <= kLongest; ++length) {
        for (std::size_t place = 0; place < length; ++place) {
          Values x(ordinary.begin(), ordinary.begin() + length);
          Values expected(undisturbed.begin(), undisturbed.begin() + length);
          x[place] = special;
          expected[place] = special_want;
          ExpectSame(GetParam(), options, x, Apply(GetParam(), x, dy, options),
                     expected);
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST_P(Layout, NullPointersOfNoElements) {
  EXPECT_NO_THROW(Call(GetParam(), nullptr, nullptr, nullptr, 0, {}));
}

}  // namespace
}  // namespace gelu::test
