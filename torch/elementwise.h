// The core's functions over tensors of any strides, without autograd.

#ifndef GELU_TORCH_ELEMENTWISE_H_
#define GELU_TORCH_ELEMENTWISE_H_

#include <ATen/core/Tensor.h>
#include <gelu/gelu.h>

namespace gelu::ops {

// f(x), or dy * f'(x) where dy is given: an empty tensor on `meta`.
at::Tensor Elementwise(Activation activation, double parameter,
                       const at::Tensor& x, const at::Tensor* dy);

}  // namespace gelu::ops

#endif  // GELU_TORCH_ELEMENTWISE_H_
