// The API as such: names, spans of every type, misuse.

#include <cmath>
#include <cstring>
#include <limits>
#include <set>

#include "support.h"

namespace gelu::test {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Runs `call` and returns the message of the Error that it must throw.
template <class Call>
std::string MessageOf(const Call& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  ADD_FAILURE() << "no gelu::Error";
  return "";
}

TEST(Names, FindTheirActivation) {
  std::set<std::string_view> names;
  for (const ActivationInfo& info : Activations()) {
    EXPECT_EQ(&Info(info.activation), &info);
    EXPECT_EQ(ActivationFromName(info.name), info.activation);
    EXPECT_TRUE(names.insert(info.name).second) << info.name;
    ASSERT_FALSE(info.aliases.empty()) << info.name;
    for (std::string_view alias : info.aliases) {
      EXPECT_EQ(ActivationFromName(alias), info.activation) << alias;
      if (alias != info.name) {
        EXPECT_TRUE(names.insert(alias).second) << alias;
      }
    }
  }
}

TEST(Names, KnownAliases) {
  EXPECT_EQ(ActivationFromName("GELU"), Activation::kGelu);
  EXPECT_EQ(ActivationFromName("gelu_new"), Activation::kGeluTanh);
  EXPECT_EQ(ActivationFromName("gelu_pytorch_tanh"), Activation::kGeluTanh);
  EXPECT_EQ(ActivationFromName("Swish"), Activation::kSilu);
  EXPECT_EQ(ActivationFromName("QuickGELU"), Activation::kQuickGelu);
}

TEST(Names, UnknownOnesAreErrorsThatNameTheKnown) {
  const std::string message = MessageOf([] { ActivationFromName("golu"); });
  EXPECT_NE(message.find("golu"), std::string::npos) << message;
  EXPECT_NE(message.find("quick_gelu"), std::string::npos) << message;
  EXPECT_NE(MessageOf([] { DTypeFromName("f8"); }).find("bf16"),
            std::string::npos);
  EXPECT_NE(MessageOf([] { TargetFromName("Z80"); }).find(Targets()[0]),
            std::string::npos);
  EXPECT_THROW(ActivationFromName(""), Error);
  EXPECT_THROW(Info(static_cast<Activation>(-1)), Error);
  EXPECT_THROW(Info(static_cast<Activation>(Activations().size())), Error);
}

TEST(Names, DTypes) {
  for (DType dtype : {DType::kF64, DType::kF32, DType::kF16, DType::kBF16}) {
    EXPECT_EQ(DTypeFromName(Name(dtype)), dtype);
  }
  EXPECT_THROW(Name(static_cast<DType>(4)), Error);
  EXPECT_EQ(Size(DType::kF64), 8u);
  EXPECT_EQ(Size(DType::kF32), 4u);
  EXPECT_EQ(Size(DType::kF16), 2u);
  EXPECT_EQ(Size(DType::kBF16), 2u);
}

TEST(Names, VersionIsTheHeaders) {
  EXPECT_EQ(Version(), std::to_string(GELU_VERSION_MAJOR) + "." +
                           std::to_string(GELU_VERSION_MINOR) + "." +
                           std::to_string(GELU_VERSION_PATCH));
}

template <class T>
class Spans : public testing::Test {};
struct TypeNames {
  template <class T>
  static std::string GetName(int) {
    return std::string(gelu::Name(kDTypeOf<T>));
  }
};
using Elements = testing::Types<double, float, Float16, BFloat16>;
TYPED_TEST_SUITE(Spans, Elements, TypeNames);

template <class T>
std::vector<T> Typed(const Values& values) {
  std::vector<T> elements(values.size());
  const Bytes bytes = Pack(kDTypeOf<T>, values);
  std::memcpy(elements.data(), bytes.data(), bytes.size());
  return elements;
}

template <class T>
Values Untyped(const std::vector<T>& elements) {
  return Unpack(kDTypeOf<T>,
                reinterpret_cast<const unsigned char*>(elements.data()),
                elements.size());
}

TYPED_TEST(Spans, CallTheKernelsOfTheirType) {
  using T = TypeParam;
  constexpr DType kDType = kDTypeOf<T>;
  const Values x = {-1.5, 0.75, -4}, dy = {3, -0.5, 0.25};
  const std::vector<T> typed_x = Typed<T>(x), typed_dy = Typed<T>(dy);
  std::vector<T> y(x.size());
  for (const ActivationInfo& info : Activations()) {
    const Activation activation = info.activation;
    const auto expect = [&](Direction direction) {
      const Function function{activation, direction, kDType};
      ExpectSame(function, {}, x, Untyped(y), Apply(function, x, dy));
    };
    Forward<T>(activation, typed_x, y);
    expect(kForward);
    Derivative<T>(activation, typed_x, y);
    expect(kDerivative);
    Backward<T>(activation, typed_dy, typed_x, y);
    expect(kBackward);
  }
}

TEST(Misuse, LengthsDiffer) {
  std::vector<float> four(4, 1), five(5, 7);
  const Activation activation = Activation::kGelu;
  const std::string message =
      MessageOf([&] { Forward<float>(activation, four, five); });
  EXPECT_NE(message.find("4"), std::string::npos) << message;
  EXPECT_NE(message.find("5"), std::string::npos) << message;
  EXPECT_THROW(Derivative<float>(activation, five, four), Error);
  EXPECT_THROW(Backward<float>(activation, four, five, five), Error);
  EXPECT_THROW(Backward<float>(activation, five, five, four), Error);
  EXPECT_EQ(five, std::vector<float>(5, 7));
}

TEST(Misuse, PartialOverlap) {
  std::vector<float> data(20, 1);
  const std::vector<float> before = data;
  const std::span<float> all = data;
  const auto a = all.subspan(0, 10), b = all.subspan(9, 10);
  const auto apart = all.subspan(10, 10);
  const Activation activation = Activation::kSilu;
  EXPECT_THROW(Forward<float>(activation, a, b), Error);
  EXPECT_THROW(Forward<float>(activation, b, a), Error);
  EXPECT_THROW(Derivative<float>(activation, a, b), Error);
  EXPECT_THROW(Backward<float>(activation, a, apart, b), Error);
  EXPECT_THROW(Backward<float>(activation, apart, a, b), Error);
  EXPECT_EQ(data, before);
  EXPECT_NO_THROW(Forward<float>(activation, a, apart));
  EXPECT_NO_THROW(Forward<float>(activation, a, a));
}

TEST(Misuse, NullOrTooLong) {
  constexpr Activation kGelu = Activation::kGelu;
  constexpr DType kF32 = DType::kF32;
  float x[8] = {}, *none = nullptr;
  EXPECT_THROW(Forward(kGelu, kF32, none, x, 8), Error);
  EXPECT_THROW(Forward(kGelu, kF32, x, none, 8), Error);
  EXPECT_THROW(Backward(kGelu, kF32, none, x, x, 8), Error);
  EXPECT_NO_THROW(Forward(kGelu, kF32, none, none, 0));
  for (const std::size_t huge : {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 4}) {
    EXPECT_THROW(Forward(kGelu, kF32, x, x, huge), Error);
  }
}

TEST(Misuse, Options) {
  float x = 1, y = 7;
  const auto run = [&](Activation activation, Options options) {
    Forward(activation, DType::kF32, &x, &y, 1, options);
  };
  const int targets = static_cast<int>(Targets().size());
  EXPECT_THROW(run(Activation::kGelu, {.target = -1}), Error);
  EXPECT_THROW(run(Activation::kGelu, {.target = targets}), Error);
  EXPECT_THROW(run(static_cast<Activation>(99), {}), Error);
  EXPECT_THROW(Forward(Activation::kGelu, static_cast<DType>(4), &x, &y, 1),
               Error);
  for (double parameter : {kInfinity, 1025.0, 0x1p-11, 0.0, -1.0}) {
    EXPECT_THROW(run(Activation::kSilu, {.parameter = parameter}), Error);
  }
  EXPECT_THROW(run(Activation::kElu, {.parameter = kInfinity}), Error);
  EXPECT_THROW(run(Activation::kLeakyRelu, {.parameter = -kInfinity}), Error);
  EXPECT_EQ(y, 7);
}

TEST(Options, NanIsTheDefaultAndOthersIgnoreTheirs) {
  for (const ActivationInfo& info : Activations()) {
    const Function function{info.activation, kForward, DType::kF64};
    const Values x = Random(DType::kF64, 100, 51);
    const Values want = Apply(function, x);
    const Options nan{.parameter = NAN};
    ExpectSame(function, nan, x, Apply(function, x, nan), want);
    const Options options{
        .parameter = info.parameter.empty() ? 5 : info.default_parameter};
    ExpectSame(function, options, x, Apply(function, x, options), want);
  }
}

}  // namespace
}  // namespace gelu::test
