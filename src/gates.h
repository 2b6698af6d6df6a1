// Gates: tables that give nearly all results, and quickly.
//
// Every activation here, and every derivative, is m g(x): m is a product of
// inputs, and g is smooth but for a kink at 0. Of g there are two tables
// over a = |x|, made when the library is built (make_gates.cc) by the accurate
// kernels. They only save time: what a table cannot decide, and what has no
// table, the accurate kernels compute.

#ifndef GELU_SRC_GATES_H_
#define GELU_SRC_GATES_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <cstdint>

#include "kernels.h"

namespace gelu {

// g(-a) = value + h (slope + h (bend + h twist)) at a = node + h, for `correct`
// in double. The low 32 bits of twist are the high ones of a double: a bound
// of the error.
struct CorrectRow {
  double value, slope, bend, twist;
};

// g(-a) = value + h (slope + h bend), with an error below `error`: for `fast`
// and the 16-bit types, in float.
struct FastRow {
  float value, slope, bend, error;
};

// A row for each node, which are the multiples of 1/256 below the limit, then
// one that decides nothing.
inline constexpr int kGateSteps = 256;
inline constexpr double kGateLimit = 5.75;
inline constexpr int kGateRows = static_cast<int>(kGateLimit * kGateSteps) + 1;

struct Gate {
  const CorrectRow* correct;
  const FastRow* fast;
  // g(a) = offset + sign g(-a)
  double offset, sign;
  bool times_x;  // m is x in forward
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

// The kernel for one of hwy::SupportedTargets().
GateKernel FindGateKernel(std::int64_t target, DType dtype, Accuracy accuracy,
                          Multiplier multiplier);

}  // namespace gelu

#endif  // GELU_SRC_GATES_H_
