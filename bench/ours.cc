// This library, and memcpy.

#include <benchmark/benchmark.h>
#include <gelu/fused.h>
#include <gelu/gelu.h>

#include <algorithm>
#include <cstring>

#include "call.h"

namespace gelu::bench {
namespace {

Call BiasCall(const Task& t, const Options& options) {
  const std::size_t width = std::min(t.length, kWidth);
  return [=] {
    BiasForward(t.activation, t.dtype, t.x, t.b, t.y, t.length / width, width,
                options);
  };
}

Call CallWith(const Task& t, const Options& options) {
  switch (t.operation) {
    case Operation::kCopy:
      return {};
    case Operation::kForward:
      return
          [=] { Forward(t.activation, t.dtype, t.x, t.y, t.length, options); };
    case Operation::kDerivative:
      return [=] {
        Derivative(t.activation, t.dtype, t.x, t.y, t.length, options);
      };
    case Operation::kBackward:
      return [=] {
        Backward(t.activation, t.dtype, t.dy, t.x, t.y, t.length, options);
      };
    case Operation::kBias:
      return BiasCall(t, options);
    case Operation::kGated:
      return [=] {
        Gated(t.activation, t.dtype, t.x, t.b, t.y, t.length, options);
      };
    case Operation::kGatedBackward:
      return [=] {
        GatedBackward(t.activation, t.dtype, t.dy, t.x, t.b, t.y, t.db,
                      t.length, options);
      };
  }
  return {};
}

}  // namespace

Call CorrectCall(const Task& task) { return CallWith(task, {}); }

Call FastCall(const Task& task) {
  if (task.dtype != DType::kF32) return {};  // the same as correct
  return CallWith(task, {.accuracy = Accuracy::kFast});
}

Call MemcpyCall(const Task& task) {
  if (task.operation != Operation::kCopy) return {};
  return [=] {
    std::memcpy(task.y, task.x, task.length * Size(task.dtype));
    benchmark::ClobberMemory();
  };
}

}  // namespace gelu::bench
