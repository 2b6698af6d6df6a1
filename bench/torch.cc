// libtorch's operators, with results written to tensors that are there.

#include <ATen/Parallel.h>
#include <ATen/ops/add.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/from_blob.h>
#include <ATen/ops/gelu.h>
#include <ATen/ops/gelu_backward.h>
#include <ATen/ops/mul.h>
#include <ATen/ops/silu.h>
#include <ATen/ops/silu_backward.h>
#include <ATen/ops/zeros.h>
#include <c10/core/InferenceMode.h>
#include <torch/version.h>

#include <algorithm>

#include "call.h"

namespace gelu::bench {
namespace {

at::ScalarType TypeOf(DType dtype) {
  switch (dtype) {
    case DType::kF16:
      return at::kHalf;
    case DType::kBF16:
      return at::kBFloat16;
    default:
      return at::kFloat;
  }
}

// A tensor over the array, which stays its caller's.
at::Tensor Wrap(const Task& task, const void* data) {
  const auto length = static_cast<int64_t>(task.length);
  const auto width = std::min(length, static_cast<int64_t>(kWidth));
  return at::from_blob(const_cast<void*>(data), {length / width, width},
                       TypeOf(task.dtype));
}

bool Has(Activation activation, at::ScalarType type) {
  if (activation == Activation::kQuickGelu) return false;
  try {
    at::silu(at::zeros({1}, type));
    return true;
  } catch (const c10::Error&) {
    return false;  // not for this type on a CPU
  }
}

void Activate(Activation activation, const at::Tensor& x, at::Tensor& y) {
  if (activation == Activation::kSilu) {
    at::silu_out(y, x);
  } else {
    at::gelu_out(y, x, activation == Activation::kGelu ? "none" : "tanh");
  }
}

void Backpropagate(Activation activation, const at::Tensor& dy,
                   const at::Tensor& x, at::Tensor& dx) {
  if (activation == Activation::kSilu) {
    at::silu_backward_out(dx, dy, x);
  } else {
    at::gelu_backward_out(dx, dy, x,
                          activation == Activation::kGelu ? "none" : "tanh");
  }
}

}  // namespace

Call TorchCall(const Task& task) {
  at::set_num_threads(1);
  static const c10::InferenceMode no_autograd;
  const Activation f = task.activation;
  if (!Has(f, TypeOf(task.dtype))) return {};
  const at::Tensor x = Wrap(task, task.x), b = Wrap(task, task.b),
                   dy = Wrap(task, task.dy);
  at::Tensor y = Wrap(task, task.y), db = Wrap(task, task.db);
  switch (task.operation) {
    case Operation::kForward:
      return [=]() mutable { Activate(f, x, y); };
    case Operation::kBackward:
      return [=]() mutable { Backpropagate(f, dy, x, y); };
    case Operation::kBias:
      return [=, bias = b[0]]() mutable {
        at::add_out(y, x, bias);
        Activate(f, y, y);
      };
    case Operation::kGated:
      return [=]() mutable {
        Activate(f, x, y);
        at::mul_out(y, y, b);
      };
    case Operation::kGatedBackward: {
      at::Tensor fx = at::empty_like(x);  // autograd keeps it
      Activate(f, x, fx);
      return [=]() mutable {
        at::mul_out(db, dy, fx);
        at::mul_out(y, dy, b);
        Backpropagate(f, y, x, y);
      };
    }
    default:
      return {};
  }
}

std::string TorchVersion() {  // the patch level is wrong in Debian's header
  return "libtorch " + std::to_string(TORCH_VERSION_MAJOR) + "." +
         std::to_string(TORCH_VERSION_MINOR);
}

}  // namespace gelu::bench
