// What the API calls: one table of kernels an activation and target.

#ifndef GELU_SRC_KERNELS_H_
#define GELU_SRC_KERNELS_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <cstdint>

namespace gelu {

// The arrays that a kernel reads. p and q are factors of the result, null where
// there is none: p of kBackward and kGated, q of kBackward.
struct Inputs {
  const void *x, *p, *q;
};

// Whether the result is f's, or f's times p; else it is that of a derivative.
constexpr bool IsOfValue(Direction direction) {
  return direction == Direction::kForward || direction == Direction::kGated;
}
// Whether it is a product, with p or p q.
constexpr bool IsProduct(Direction direction) {
  return direction == Direction::kBackward || direction == Direction::kGated;
}

// The output may be any of the inputs.
using Kernel = void (*)(const Inputs& inputs, void* y, std::size_t length,
                        double parameter);

struct Kernels {
  Kernel kernel[5][4];  // [Direction][DType]
};

// The kernels for one of hwy::SupportedTargets(). Each is defined in a source
// file that CMake makes from kernels.cc.in.
#define GELU_ACTIVATION(Id, ...) const Kernels& Id##Kernels(int64_t target);
#include <gelu/activations.def>
#undef GELU_ACTIVATION

}  // namespace gelu

#endif  // GELU_SRC_KERNELS_H_
