// The model: linear layers with an activation between them, two classes out.
//
// Forward and backward are written out, into memory that is kept: the same
// calls of the same kernels that autograd makes, in the same layouts, hence the
// same bits, without its cost.

#ifndef GELU_LAB_MLP_H_
#define GELU_LAB_MLP_H_

#include <gelu/lab/training.h>

#include <map>

#include "model.h"

namespace gelu::lab {

class Mlp : public Model {
 public:
  Mlp(std::int64_t features, const std::vector<std::int64_t>& hidden,
      const Function& function);

  // As torch.nn.Linear initialises itself, layer after layer.
  void Initialise(at::Generator generator) override;

  // Weight, bias, weight, bias, ...
  at::Tensor& parameters() override { return parameters_; }
  at::Tensor& gradient() override { return gradient_; }

  const at::Tensor& Forward(const at::Tensor& x) override;
  void Backward(const at::Tensor& x, const std::int64_t* classes) override;

  std::size_t hidden_units() const override { return hidden_units_; }
  void MarkWithGradient(std::vector<char>* units) const override;

 private:
  struct Layer {
    at::Tensor weight, bias;    // (out, in), (out)
    at::Tensor weight_t;        // (in, out), the same memory
    at::Tensor dweight, dbias;  // (out, in), (1, out)
  };
  // What a pass over some number of samples leaves: one entry a layer.
  struct Pass {
    std::vector<at::Tensor> z;     // (samples, out): before the activation
    std::vector<at::Tensor> a;     // after it
    std::vector<at::Tensor> dz;    // the gradient of z
    std::vector<at::Tensor> dz_t;  // (out, samples), the same memory
    std::vector<at::Tensor> da;    // the gradient of a
    at::Tensor log_p, dlog_p;      // (samples, 2)
  };

  void AddLayer(std::int64_t* offset, std::int64_t in, std::int64_t out);
  Pass& PassOver(std::int64_t samples);
  void LossGradient(Pass& pass, const std::int64_t* classes);

  Function function_;
  at::Tensor parameters_, gradient_;
  std::vector<Layer> layers_;
  std::size_t hidden_units_ = 0;
  std::map<std::int64_t, Pass> passes_;
};

}  // namespace gelu::lab

#endif  // GELU_LAB_MLP_H_
