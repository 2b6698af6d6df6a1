#include "adam.h"

#include <ATen/ops/empty.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/sqrt.h>
#include <ATen/ops/zeros_like.h>

#include <cmath>

namespace gelu::lab {
namespace {

constexpr double kBeta1 = 0.9, kBeta2 = 0.999, kEpsilon = 1e-8;

}  // namespace

Adam::Adam(const at::Tensor& parameters, double lr)
    : lr_(lr),
      mean_(at::zeros_like(parameters)),
      square_(at::zeros_like(parameters)),
      denominator_(at::empty_like(parameters)),
      root_correction_(at::empty({}, at::kFloat)) {}

// PyTorch's own kernels in the order in which its Adam calls them: some fuse
// multiply and add where the CPU can, so that no other code gives their bits.
void Adam::Step(at::Tensor& parameters, const at::Tensor& gradient) {
  ++steps_;
  const double correction1 = 1.0 - std::pow(kBeta1, steps_);
  const double correction2 = 1.0 - std::pow(kBeta2, steps_);
  root_correction_.fill_(std::sqrt(correction2));
  mean_.mul_(kBeta1).add_(gradient, 1.0 - kBeta1);
  square_.mul_(kBeta2).addcmul_(gradient, gradient, 1.0 - kBeta2);
  at::sqrt_out(denominator_, square_).div_(root_correction_).add_(kEpsilon);
  parameters.addcdiv_(mean_, denominator_, -(lr_ / correction1));
}

}  // namespace gelu::lab
