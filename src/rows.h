// Simple arithmetic on elements of any type, for the functions of fused.h.

#ifndef GELU_SRC_ROWS_H_
#define GELU_SRC_ROWS_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <cstdint>

namespace gelu {

struct RowKernels {
  // y = a + b, rounded to the type. y may be a or b.
  void (*add)(const void* a, const void* b, void* y, std::size_t length);
  // sums += x
  void (*accumulate)(const void* x, double* sums, std::size_t length);
  // To and from double, rounding once.
  void (*widen)(const void* x, double* y, std::size_t length);
  void (*narrow)(const double* x, void* y, std::size_t length);
};

// For one of hwy::SupportedTargets().
RowKernels FindRowKernels(std::int64_t target, DType dtype);

}  // namespace gelu

#endif  // GELU_SRC_ROWS_H_
