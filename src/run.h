// What every function of the API comes down to.

#ifndef GELU_SRC_RUN_H_
#define GELU_SRC_RUN_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <cstdint>

#include "kernels.h"

namespace gelu {

// Checks the arguments, finds the kernel and calls it. Throws Error before
// anything is written.
void Run(Activation activation, Direction direction, DType dtype,
         const Inputs& inputs, void* y, std::size_t length,
         const Options& options);

// The bit of Options::target, one of hwy::SupportedTargets().
std::int64_t TargetBit(const Options& options);

}  // namespace gelu

#endif  // GELU_SRC_RUN_H_
