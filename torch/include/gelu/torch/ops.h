// The activations on tensors.
//
// The same are registered operators, for C++, TorchScript and Python:
//
//   torch.ops.load_library("build/lib/libgelu_torch.so")
//   y = torch.ops.gelu.gelu(x)              # one for each activation
//   y = torch.ops.gelu.leaky_relu(x, slope=0.2)
//   y = torch.ops.gelu.activation(x, "gelu_new")     # by name or alias
//
// Tensors are float64, float32, float16 or bfloat16, on the CPU (or meta), of
// any strides. Results take the input's order of dimensions in memory. They
// don't depend on the number of threads, which are PyTorch's.

#ifndef GELU_TORCH_OPS_H_
#define GELU_TORCH_OPS_H_

#include <ATen/core/Tensor.h>
#include <gelu/gelu.h>

#include <limits>

namespace gelu::ops {

// NaN stands for the activation's default.
inline constexpr double kDefault = std::numeric_limits<double>::quiet_NaN();

// f(x), differentiable once. Throws Error if x is of another dtype, or if the
// parameter is out of range or the activation has none.
GELU_EXPORT at::Tensor Apply(Activation activation, const at::Tensor& x,
                             double parameter = kDefault);

// dy * f'(x), rounded once. dy has the sizes and dtype of x.
GELU_EXPORT at::Tensor ApplyBackward(Activation activation,
                                     const at::Tensor& dy, const at::Tensor& x,
                                     double parameter = kDefault);

}  // namespace gelu::ops

#endif  // GELU_TORCH_OPS_H_
