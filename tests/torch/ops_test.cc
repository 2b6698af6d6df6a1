// The operators give the core's bits, for tensors of any layout and type, on
// any number of threads.

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <gelu/torch/ops.h>
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace gelu::test {
namespace {

struct Type {
  at::ScalarType torch;
  DType core;
};
constexpr Type kTypes[] = {{at::kDouble, DType::kF64},
                           {at::kFloat, DType::kF32},
                           {at::kHalf, DType::kF16},
                           {at::kBFloat16, DType::kBF16}};

at::Tensor Random(at::IntArrayRef sizes, at::ScalarType type) {
  return at::randn(sizes, at::kDouble).mul(3).to(type);
}

struct Layout {
  std::string name;
  at::Tensor x;
};

// The large ones are more than one thread's work.
std::vector<Layout> Layouts(at::ScalarType type) {
  const auto random = [&](at::IntArrayRef sizes) {
    return Random(sizes, type);
  };
  return {
      {"contiguous", random({6, 5, 4, 3})},
      {"transposed", random({7, 9}).t()},
      {"permuted", random({6, 5, 4, 3}).permute({2, 0, 3, 1})},
      {"channels last",
       random({2, 5, 4, 3}).contiguous(at::MemoryFormat::ChannelsLast)},
      {"ones among the sizes", random({1, 4, 1, 3, 1}).transpose(1, 3)},
      {"half of long rows", random({5, 1300}).slice(1, 600, 1200)},
      {"most of short rows", random({500, 4}).slice(1, 0, 3)},
      {"every second", random({3000}).slice(0, 1, 3000, 2)},
      {"every third of a permuted",
       random({6, 50, 40}).permute({2, 0, 1}).slice(0, 3, 33, 3)},
      {"unaligned", random({1001}).slice(0, 1)},
      {"expanded", random({5, 1, 7}).expand({5, 300, 7})},
      {"one element expanded", random({}).expand({40, 50})},
      {"overlapping windows", random({800}).as_strided({300, 200}, {2, 1})},
      {"0-dim", random({})},
      {"empty", random({0})},
      {"empty slice", random({4, 5}).slice(1, 2, 2)},
      {"large", random({300, 400})},
      {"large transposed", random({300, 400}).t()},
      {"large half of rows", random({100, 1300}).slice(1, 0, 650)},
      {"large short rows", random({20000, 4}).slice(1, 1, 4)},
  };
}

// Side by side, in other orders, with gaps, and the layout that
// .sum().backward() gives.
std::vector<Layout> GradientsFor(const at::Tensor& x) {
  std::vector<std::int64_t> reversed(x.sizes().rbegin(), x.sizes().rend());
  std::vector<std::int64_t> dimensions;
  for (std::int64_t i = x.dim(); i-- > 0;) dimensions.push_back(i);
  std::vector<std::int64_t> doubled = x.sizes().vec();
  doubled.push_back(2);
  const at::ScalarType type = x.scalar_type();
  return {{"contiguous", Random(x.sizes(), type)},
          {"in x's order", at::empty_like(x).copy_(Random(x.sizes(), type))},
          {"reversed", Random(reversed, type).permute(dimensions)},
          {"with gaps", Random(doubled, type).select(-1, 1)},
          {"expanded", Random({}, type).expand(x.sizes())}};
}

// As the core computes it, from copies side by side.
at::Tensor Core(Activation activation, const at::Tensor& x,
                const at::Tensor* dy = nullptr) {
  const at::Tensor from = x.contiguous();
  at::Tensor y = at::empty_like(from, at::MemoryFormat::Contiguous);
  DType dtype = DType::kF64;
  for (const Type& type : kTypes) {
    if (type.torch == x.scalar_type()) dtype = type.core;
  }
  if (dy == nullptr) {
    Forward(activation, dtype, from.data_ptr(), y.data_ptr(), y.numel());
  } else {
    Backward(activation, dtype, dy->contiguous().data_ptr(), from.data_ptr(),
             y.data_ptr(), y.numel());
  }
  return y;
}

void ExpectSameBits(const at::Tensor& got, const at::Tensor& want) {
  ASSERT_EQ(got.sizes(), want.sizes());
  ASSERT_EQ(got.scalar_type(), want.scalar_type());
  const at::Tensor a = got.contiguous(), b = want.contiguous();
  EXPECT_EQ(std::memcmp(a.data_ptr(), b.data_ptr(), a.nbytes()), 0)
      << "the first is " << (a.numel() ? a.flatten()[0].item<double>() : 0)
      << ", not " << (b.numel() ? b.flatten()[0].item<double>() : 0);
}

std::string ErrorOf(const std::function<void()>& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "no gelu::Error";
}

TEST(Ops, ForwardInEveryLayout) {
  for (const Type& type : kTypes) {
    for (const Layout& layout : Layouts(type.torch)) {
      for (const ActivationInfo& info : Activations()) {
        SCOPED_TRACE(std::string(info.name) + ", " + layout.name + ", " +
                     std::string(Name(type.core)));
        const at::Tensor y = ops::Apply(info.activation, layout.x);
        ExpectSameBits(y, Core(info.activation, layout.x));
        EXPECT_EQ(y.strides(), at::empty_like(layout.x).strides());
      }
    }
  }
}

TEST(Ops, BackwardInEveryLayout) {
  for (const Type& type : kTypes) {
    for (const Layout& layout : Layouts(type.torch)) {
      for (const Layout& gradient : GradientsFor(layout.x)) {
        for (const ActivationInfo& info : Activations()) {
          SCOPED_TRACE(std::string(info.name) + ", " + layout.name +
                       ", gradient " + gradient.name + ", " +
                       std::string(Name(type.core)));
          const at::Tensor dx =
              ops::ApplyBackward(info.activation, gradient.x, layout.x);
          ExpectSameBits(dx, Core(info.activation, layout.x, &gradient.x));
          EXPECT_EQ(dx.strides(), at::empty_like(layout.x).strides());
        }
      }
    }
  }
}

TEST(Ops, SecondDerivativeInEveryLayout) {
  for (const Type& type : kTypes) {
    for (const Layout& layout : Layouts(type.torch)) {
      for (const ActivationInfo& info : Activations()) {
        SCOPED_TRACE(std::string(info.name) + ", " + layout.name + ", " +
                     std::string(Name(type.core)));
        const at::Tensor from = layout.x.contiguous();
        at::Tensor want = at::empty_like(from);
        SecondDerivative(info.activation, type.core, from.data_ptr(),
                         want.data_ptr(), want.numel());
        ExpectSameBits(ops::ApplySecondDerivative(info.activation, layout.x),
                       want);
      }
    }
  }
}

TEST(Ops, SameBitsOnAnyNumberOfThreads) {
  const int threads = at::get_num_threads();
  for (const Layout& layout : Layouts(at::kFloat)) {
    SCOPED_TRACE(layout.name);
    const at::Tensor dy = Random({}, at::kFloat).expand(layout.x.sizes());
    const at::Tensor want = Core(Activation::kGelu, layout.x, &dy);
    for (int n : {1, 2, 5}) {
      at::set_num_threads(n);
      ExpectSameBits(ops::ApplyBackward(Activation::kGelu, dy, layout.x), want);
    }
  }
  at::set_num_threads(threads);
}

TEST(Ops, TheParameterArrives) {
  const at::Tensor x = Random({100}, at::kFloat);
  for (const ActivationInfo& info : Activations()) {
    if (info.parameter.empty()) continue;
    const Options options{.parameter = 0.3};
    at::Tensor want = at::empty_like(x);
    Forward(info.activation, DType::kF32, x.data_ptr(), want.data_ptr(), 100,
            options);
    ExpectSameBits(ops::Apply(info.activation, x, options), want);
    Backward(info.activation, DType::kF32, x.data_ptr(), x.data_ptr(),
             want.data_ptr(), 100, options);
    ExpectSameBits(ops::ApplyBackward(info.activation, x, x, options), want);
  }
}

TEST(Ops, TheAccuracyArrives) {
  const at::Tensor x = Random({10000}, at::kFloat);
  const Options fast{.accuracy = Accuracy::kFast};
  for (const ActivationInfo& info : Activations()) {
    SCOPED_TRACE(info.name);
    at::Tensor want = at::empty_like(x);
    Forward(info.activation, DType::kF32, x.data_ptr(), want.data_ptr(), 10000,
            fast);
    ExpectSameBits(ops::Apply(info.activation, x, fast), want);
    Backward(info.activation, DType::kF32, x.data_ptr(), x.data_ptr(),
             want.data_ptr(), 10000, fast);
    ExpectSameBits(ops::ApplyBackward(info.activation, x, x, fast), want);
  }
}

TEST(Ops, MetaTensorsHaveTheResultsShape) {
  for (const Layout& layout : Layouts(at::kHalf)) {
    SCOPED_TRACE(layout.name);
    const at::Tensor x = at::empty_strided(layout.x.sizes(), layout.x.strides(),
                                           layout.x.options().device("meta"));
    const at::Tensor y = ops::Apply(Activation::kSilu, x);
    EXPECT_TRUE(y.is_meta());
    EXPECT_EQ(y.sizes(), x.sizes());
    EXPECT_EQ(y.scalar_type(), at::kHalf);
    EXPECT_EQ(y.strides(), ops::Apply(Activation::kSilu, layout.x).strides());
  }
}

TEST(Ops, MisuseIsAnError) {
  const at::Tensor x = at::ones({2, 3});
  const auto apply = [](Activation activation, const at::Tensor& x,
                        const Options& options = {}) {
    return ErrorOf([&] { ops::Apply(activation, x, options); });
  };
  EXPECT_EQ(apply(Activation::kGelu, x.to(at::kLong)),
            "gelu takes tensors of Double, Float, Half or BFloat16, not Long");
  EXPECT_EQ(apply(Activation::kGelu, x, {.parameter = 2.0}),
            "gelu has no parameter");
  EXPECT_EQ(apply(Activation::kGelu, x, {.target = 1}),
            "gelu: tensors take the best target, 0, not 1");
  for (const at::Tensor& tensor :
       {x, x.slice(0, 0, 0), x.to(at::Device("meta"))}) {
    EXPECT_EQ(apply(Activation::kSilu, tensor, {.parameter = -1.0}),
              "silu: beta must be from 1/1024 to 1024");
  }
  EXPECT_EQ(ErrorOf([&] {
              ops::ApplyBackward(Activation::kGelu, x.to(at::kDouble), x);
            }),
            "gelu: the gradient is Double[2, 3] on cpu, but the input is "
            "Float[2, 3] on cpu");
  EXPECT_EQ(ErrorOf([&] {
              ops::ApplyBackward(Activation::kGelu, x.slice(1, 0, 1), x);
            }),
            "gelu: the gradient is Float[2, 1] on cpu, but the input is "
            "Float[2, 3] on cpu");
}

}  // namespace
}  // namespace gelu::test
