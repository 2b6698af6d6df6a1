// torch.optim.Adam on one flat tensor.

#ifndef GELU_LAB_ADAM_H_
#define GELU_LAB_ADAM_H_

#include <ATen/core/Tensor.h>

namespace gelu::lab {

class Adam {
 public:
  Adam(const at::Tensor& parameters, double lr);

  // Changes the parameters in place.
  void Step(at::Tensor& parameters, const at::Tensor& gradient);

 private:
  double lr_;
  int steps_ = 0;
  at::Tensor mean_, square_;  // running averages of the gradient, its square
  at::Tensor denominator_;
  at::Tensor root_correction_;  // of no dimension
};

}  // namespace gelu::lab

#endif  // GELU_LAB_ADAM_H_
