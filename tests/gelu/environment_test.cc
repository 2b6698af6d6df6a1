// What the host does to the floating-point environment (rounding direction,
// flush-to-zero, denormals-are-zero) changes no bit of a result, and is as it
// was after the call.

#include <cfenv>

#include "support.h"

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace gelu::test {
namespace {

class Environment : public testing::TestWithParam<Function> {
 protected:
  void SetUp() override {
    const auto [activation, direction, dtype] = GetParam();
    x_ = Hard(activation, dtype);
    dy_ = Random(dtype, x_.size(), 31);
    packed_x_ = Pack(dtype, x_);
    packed_dy_ = Pack(dtype, dy_);
  }

  // Calls every target between `enter` and `leave`; in between, nothing but
  // the library computes.
  template <class Enter, class Leave>
  void ExpectSameBits(const Enter& enter, const Leave& leave) {
    for (Options options; options.target < static_cast<int>(Targets().size());
         ++options.target) {
      const Values want = Apply(GetParam(), x_, dy_, options);
      Bytes y(packed_x_.size());
      enter();
      Call(GetParam(), packed_x_.data(), packed_dy_.data(), y.data(), x_.size(),
           options);
      leave();
      ExpectSame(GetParam(), options, x_,
                 Unpack(GetParam().dtype, y.data(), x_.size()), want);
    }
  }

 private:
  Values x_, dy_;
  Bytes packed_x_, packed_dy_;
};

INSTANTIATE_TEST_SUITE_P(
    , Environment,
    testing::ValuesIn(Functions({kForward, kDerivative, kBackward, kGated},
                                {DType::kF64, DType::kF32, DType::kF16,
                                 DType::kBF16})),
    PrintName());

TEST_P(Environment, RoundingDirection) {
  for (int direction : {FE_DOWNWARD, FE_UPWARD, FE_TOWARDZERO}) {
    int after = -1;
    ExpectSameBits([&] { std::fesetround(direction); },
                   [&] {
                     after = std::fegetround();
                     std::fesetround(FE_TONEAREST);
                   });
    EXPECT_EQ(after, direction) << "the host's direction was changed";
  }
}

#if defined(__SSE2__)
TEST_P(Environment, FlushToZero) {
  constexpr unsigned kFlags = 0x3f;  // sticky exceptions, free to change
  for (unsigned bits : {0x8000u, 0x0040u, 0x8040u, 0xe040u}) {
    const unsigned before = _mm_getcsr();
    unsigned after = 0;
    ExpectSameBits([&] { _mm_setcsr(before | bits); },
                   [&] {
                     after = _mm_getcsr();
                     _mm_setcsr(before);
                   });
    EXPECT_EQ(after & ~kFlags, (before | bits) & ~kFlags)
        << "the host's MXCSR was changed";
  }
}
#endif

}  // namespace
}  // namespace gelu::test
