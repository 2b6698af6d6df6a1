// libtorch's operators, with results written to tensors that are there.

#include <ATen/Parallel.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/gelu_backward.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/silu_backward.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include "call.h"

namespace gelu::bench {
namespace {

// A tensor over the array, which stays its caller's.
at::Tensor Wrap(const Task& task, const void* data) {
  return at::from_blob(const_cast<void*>(data),
                       {static_cast<int64_t>(task.length)},
                       task.dtype == DType::kF32 ? at::kFloat : at::kBFloat16);
}

}  // namespace

Call TorchCall(const Task& task) {
  at::set_num_threads(1);
  static const c10::InferenceMode no_autograd;
  const at::Tensor x = Wrap(task, task.x), dy = Wrap(task, task.dy);
  const bool forward = task.direction == Direction::kForward;
  at::Tensor y = Wrap(task, task.y);
  auto gelu = [&](const char* form) -> Call {
    if (forward) return [=]() mutable { at::gelu_out(y, x, form); };
    return [=]() mutable { at::gelu_backward_out(y, dy, x, form); };
  };
  switch (task.activation) {
    case Activation::kGelu:
      return gelu("none");
    case Activation::kGeluTanh:
      return gelu("tanh");
    case Activation::kSilu:
      if (forward) return [=]() mutable { at::silu_out(y, x); };
      return [=]() mutable { at::silu_backward_out(y, dy, x); };
    default:
      return {};
  }
}

std::string TorchVersion() {  // the patch level is wrong in Debian's header
  return "libtorch " + std::to_string(TORCH_VERSION_MAJOR) + "." +
         std::to_string(TORCH_VERSION_MINOR);
}

}  // namespace gelu::bench
