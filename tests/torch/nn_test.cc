#include <gelu/torch/nn.h>
#include <gtest/gtest.h>
#include <torch/nn/modules/container/sequential.h>
#include <torch/nn/modules/linear.h>

#include <sstream>
#include <string>

namespace gelu::test {
namespace {

template <class Module>
std::string Print(const Module& module) {
  std::ostringstream stream;
  stream << *module;
  return stream.str();
}

TEST(Nn, ActivationByNameAndEnumerator) {
  const at::Tensor x = at::linspace(-4, 4, 33);
  for (const ActivationInfo& info : Activations()) {
    const at::Tensor want = ops::Apply(info.activation, x);
    EXPECT_TRUE(at::equal(nn::Activation(info.activation)(x), want));
    EXPECT_TRUE(at::equal(nn::Activation(info.name)(x), want));
    EXPECT_TRUE(at::equal(nn::Activation(info.aliases[0])(x), want));
  }
  const Options slope{.parameter = 0.2};
  EXPECT_TRUE(at::equal(nn::Activation("leaky_relu", slope)(x),
                        ops::Apply(Activation::kLeakyRelu, x, slope)));
  EXPECT_THROW(nn::Activation("jelu"), Error);
}

TEST(Nn, GeluTakesPyTorchsNames) {
  const at::Tensor x = at::linspace(-4, 4, 33);
  const at::Tensor exact = ops::Apply(Activation::kGelu, x);
  const at::Tensor tanh = ops::Apply(Activation::kGeluTanh, x);
  EXPECT_TRUE(at::equal(nn::GELU()(x), exact));
  EXPECT_TRUE(at::equal(nn::GELU("none")(x), exact));
  EXPECT_TRUE(at::equal(nn::GELU("tanh")(x), tanh));
  EXPECT_FALSE(at::equal(exact, tanh));
  EXPECT_THROW(nn::GELU("erf"), Error);
}

TEST(Nn, TheAccuracyArrives) {
  const at::Tensor x = at::linspace(-4, 4, 10000);
  const Options fast{.accuracy = Accuracy::kFast};
  const at::Tensor want = ops::Apply(Activation::kGelu, x, fast);
  EXPECT_FALSE(at::equal(want, ops::Apply(Activation::kGelu, x)));
  EXPECT_TRUE(at::equal(nn::GELU("none", Accuracy::kFast)(x), want));
  EXPECT_TRUE(at::equal(nn::Activation("gelu", fast)(x), want));
}

TEST(Nn, Prints) {
  EXPECT_EQ(Print(nn::GELU("tanh")), "gelu::nn::GELU(approximate='tanh')");
  EXPECT_EQ(Print(nn::Activation("swish")), "gelu::nn::Activation(silu)");
  EXPECT_EQ(Print(nn::Activation("elu", Options{.parameter = 0.5})),
            "gelu::nn::Activation(elu, alpha=0.5)");
  EXPECT_EQ(Print(nn::Activation("silu", Options{.accuracy = Accuracy::kFast})),
            "gelu::nn::Activation(silu, accuracy='fast')");
  EXPECT_EQ(Print(nn::GELU("none", Accuracy::kFast)),
            "gelu::nn::GELU(approximate='none', accuracy='fast')");
}

TEST(Nn, StandsInASequential) {
  torch::nn::Sequential mlp(
      torch::nn::Linear(2, 8), nn::GELU(), torch::nn::Linear(8, 8),
      nn::Activation("quick_gelu"), torch::nn::Linear(8, 2));
  EXPECT_EQ(mlp->parameters().size(), 6);
  const at::Tensor x = at::randn({16, 2});
  mlp->forward(x).sum().backward();
  for (const at::Tensor& parameter : mlp->parameters()) {
    EXPECT_TRUE(parameter.grad().defined());
  }
  const auto copy =
      std::dynamic_pointer_cast<torch::nn::SequentialImpl>(mlp->clone());
  EXPECT_TRUE(at::equal(copy->forward(x), mlp->forward(x)));
}

}  // namespace
}  // namespace gelu::test
