// Gates: tables that give nearly all results, and quickly.
//
// Every activation here, and every derivative, is m g(x): m is a product of
// inputs, and g is smooth but for a kink at 0. Of g there is a table, made when
// the library is built (make_gates.cc) by the accurate kernels. It only saves
// time: what the table cannot decide, and what has no table, the accurate
// kernels compute.

#ifndef GELU_SRC_GATES_H_
#define GELU_SRC_GATES_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <cstdint>

#include "kernels.h"

namespace gelu {

// g(x) = value + rest + h (slope + h bend) at x = node + h, with an error below
// `error`. Of rest, in the high half of the last column, 8 bits matter; the low
// half holds the high one of error.
struct Row {
  float value, slope, bend;
  std::uint32_t rest_and_error;
};

// The nodes are the multiples of 1/512 between the limits; on them the row
// decides nothing.
inline constexpr int kGateSteps = 512;
inline constexpr float kGateLimit = 5.75f;
inline constexpr int kGateMiddle = static_cast<int>(kGateLimit * kGateSteps);
inline constexpr int kGateRows = 2 * kGateMiddle + 1;

struct Gate {
  const Row* middle;  // that of 0
  bool times_x;       // m is x in forward
};

// That of f or f', as the direction needs; nullptr where there is none.
const Gate* FindGate(Activation activation, Direction direction);

// Computes as `accurate` does, which takes what the gate does not decide; or
// `fast`, as gelu.h says. Not for f64.
using GateKernel = void (*)(const Gate& gate, Kernel accurate,
                            const Inputs& inputs, void* y, std::size_t length,
                            double parameter);

enum class Multiplier { kOne, kX, kP, kPX, kPQ };  // m
constexpr int FactorsOf(Multiplier m) {            // of p and q
  return m == Multiplier::kPQ                           ? 2
         : m == Multiplier::kOne || m == Multiplier::kX ? 0
                                                        : 1;
}

struct GateKernels {
  GateKernel kernel[4][2][5];  // [DType][Accuracy][Multiplier], none for f64
};

// Those for one of hwy::SupportedTargets().
const GateKernels& FindGateKernels(std::int64_t target);

}  // namespace gelu

#endif  // GELU_SRC_GATES_H_
