// The activations as modules, to stand where torch::nn's do.
//
//   torch::nn::Sequential mlp(torch::nn::Linear(2, 64), gelu::nn::GELU(),
//                             torch::nn::Linear(64, 2));

#ifndef GELU_TORCH_NN_H_
#define GELU_TORCH_NN_H_

#include <gelu/gelu.h>
#include <gelu/torch/ops.h>
#include <torch/nn/cloneable.h>
#include <torch/nn/pimpl.h>

#include <cmath>
#include <ostream>
#include <string>
#include <string_view>

namespace gelu::nn {

// Any activation, by enumerator, name or alias. Its options are constants, the
// parameter is not learnt. Throws Error if there is no such name.
class ActivationImpl : public torch::nn::Cloneable<ActivationImpl> {
 public:
  explicit ActivationImpl(gelu::Activation activation,
                          const Options& options = {})
      : activation(activation), options(options) {}

  explicit ActivationImpl(std::string_view name, const Options& options = {})
      : ActivationImpl(ActivationFromName(name), options) {}

  at::Tensor forward(const at::Tensor& x) {
    return ops::Apply(activation, x, options);
  }

  void reset() override {}

  void pretty_print(std::ostream& stream) const override {
    const ActivationInfo& info = Info(activation);
    stream << "gelu::nn::Activation(" << info.name;
    if (!std::isnan(options.parameter)) {
      stream << ", " << info.parameter << "=" << options.parameter;
    }
    if (options.accuracy != Accuracy::kCorrect) {
      stream << ", accuracy='" << Name(options.accuracy) << "'";
    }
    stream << ")";
  }

  gelu::Activation activation;
  Options options;
};
TORCH_MODULE(Activation);

// torch::nn::GELU's two forms: approximate is "none" or "tanh", else throws
// Error.
class GELUImpl : public torch::nn::Cloneable<GELUImpl> {
 public:
  explicit GELUImpl(std::string_view approximate = "none",
                    Accuracy accuracy = Accuracy::kCorrect)
      : activation(FromApproximate(approximate)), accuracy(accuracy) {}

  at::Tensor forward(const at::Tensor& x) {
    return ops::Apply(activation, x, {.accuracy = accuracy});
  }

  void reset() override {}

  void pretty_print(std::ostream& stream) const override {
    stream << "gelu::nn::GELU(approximate='"
           << (activation == gelu::Activation::kGelu ? "none" : "tanh") << "'";
    if (accuracy != Accuracy::kCorrect) {
      stream << ", accuracy='" << Name(accuracy) << "'";
    }
    stream << ")";
  }

  gelu::Activation activation;
  Accuracy accuracy;

 private:
  static gelu::Activation FromApproximate(std::string_view approximate) {
    if (approximate == "none") return gelu::Activation::kGelu;
    if (approximate == "tanh") return gelu::Activation::kGeluTanh;
    throw Error("GELU: approximate is 'none' or 'tanh', not '" +
                std::string(approximate) + "'");
  }
};
TORCH_MODULE(GELU);

}  // namespace gelu::nn

#endif  // GELU_TORCH_NN_H_
