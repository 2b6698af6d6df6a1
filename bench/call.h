// What is compared: one function over one array, by several implementations.

#ifndef GELU_BENCH_CALL_H_
#define GELU_BENCH_CALL_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <functional>
#include <string>

namespace gelu::bench {

inline constexpr Direction kDirections[] = {
    Direction::kForward, Direction::kDerivative, Direction::kBackward};

struct Task {
  Activation activation;
  Direction direction;
  DType dtype;
  std::size_t length;
  const void* x;
  const void* dy;  // ones for Direction::kDerivative
  void* y;
};

using Call = std::function<void()>;

// Each returns a call that does the task on one thread and allocates nothing,
// or an empty one if that library has no such function. They have no
// derivative alone: the backward pass with dy = 1 stands for it.
Call DnnlCall(const Task& task);
Call TorchCall(const Task& task);

// "oneDNN 2.6.3"
std::string DnnlVersion();
std::string TorchVersion();

}  // namespace gelu::bench

#endif  // GELU_BENCH_CALL_H_
