// The core's functions over tensors of any strides, without autograd.

#ifndef GELU_TORCH_ELEMENTWISE_H_
#define GELU_TORCH_ELEMENTWISE_H_

#include <ATen/core/Tensor.h>
#include <gelu/gelu.h>

namespace gelu::ops {

// f(x), f'(x) or f''(x), where dy is null, or dy * f'(x): an empty tensor on
// `meta`.
at::Tensor Elementwise(Activation activation, Direction direction,
                       const Options& options, const at::Tensor& x,
                       const at::Tensor* dy);

}  // namespace gelu::ops

#endif  // GELU_TORCH_ELEMENTWISE_H_
