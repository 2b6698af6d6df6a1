// Gates: tables that give nearly all results, and quickly.
//
// Every activation here, and every derivative, is m g(x): m is a product of
// inputs, and g is smooth but for a kink at 0. Of g there are tables, made when
// the library is built (make_gates.cc) by the accurate kernels: one for the
// middle, and one for each tail. They only save time: what no table decides,
// and what has none, the accurate kernels compute.

#ifndef GELU_SRC_GATES_H_
#define GELU_SRC_GATES_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <cstdint>

#include "kernels.h"

namespace gelu {

// g(x) = value + rest + h (slope + h bend) at x = node + h, with an error below
// `error`. Of rest, in the high half of the last column, 8 bits matter; the low
// half holds the high one of error. A row that decides nothing has NaN as
// value; so has one whose error is above 2^-25 g, but those for zeros where
// `scaled`.
struct Row {
  float value, slope, bend;
  std::uint32_t rest_and_error;
};

// A table: its nodes are the multiples of 1/steps, steps a power of 2, from the
// first-th to the last-th. On the side of a tail (-1: the first) the row of the
// end stands for all x beyond; other ends decide nothing.
struct Gate {
  const Row* rows;
  std::int32_t first, last;
  int side;
  float magic;       // 1.5 2^23 / steps
  bool times_x;      // m is x in forward
  bool scaled;       // the rows are those of g / kGateScale
  const Gate* next;  // for inputs beyond the ends
};

// Where g comes near the smallest floats: so that its rows lose nothing.
inline constexpr float kGateScale = 0x1p-64f;

// That of f or f' for the middle, as the direction needs; nullptr where there
// is none.
const Gate* FindGate(Activation activation, Direction direction);

// Computes as `accurate` does, which takes what no gate decides; or `fast`, as
// gelu.h says. Not for f64.
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
