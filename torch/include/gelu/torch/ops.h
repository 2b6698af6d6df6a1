// The activations on tensors.
//
// The same are registered operators, for C++, TorchScript and Python:
//
//   torch.ops.load_library("build/lib/libgelu_torch.so")
//   y = torch.ops.gelu.gelu(x)              # one for each activation
//   y = torch.ops.gelu.leaky_relu(x, slope=0.2)
//   y = torch.ops.gelu.activation(x, "gelu_new")     # by name or alias
//   y = torch.ops.gelu.gelu(x, accuracy="fast")      # gradients, too
//
// Tensors are float64, float32, float16 or bfloat16, on the CPU (or meta), of
// any strides. Results take the input's order of dimensions in memory. They
// don't depend on the number of threads, which are PyTorch's.

#ifndef GELU_TORCH_OPS_H_
#define GELU_TORCH_OPS_H_

#include <ATen/core/Tensor.h>
#include <gelu/gelu.h>

namespace gelu::ops {

// f(x), differentiable twice. Throws Error if x is of another dtype, or if an
// option is out of range: the target, too, which can only be the best (0), or a
// parameter where the activation has none.
GELU_EXPORT at::Tensor Apply(Activation activation, const at::Tensor& x,
                             const Options& options = {});

// dy * f'(x), rounded once. dy has the sizes and dtype of x.
GELU_EXPORT at::Tensor ApplyBackward(Activation activation,
                                     const at::Tensor& dy, const at::Tensor& x,
                                     const Options& options = {});

// f''(x), not differentiable.
GELU_EXPORT at::Tensor ApplySecondDerivative(Activation activation,
                                             const at::Tensor& x,
                                             const Options& options = {});

}  // namespace gelu::ops

#endif  // GELU_TORCH_OPS_H_
