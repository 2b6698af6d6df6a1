// Bias and activation over rows.

#include <gelu/fused.h>

#include "pieces.h"
#include "rows.h"
#include "run.h"

namespace gelu {

void BiasForward(Activation activation, DType dtype, const void* x,
                 const void* bias, void* y, std::size_t rows, std::size_t width,
                 const Options& options) {
  const std::size_t all = SizeOf(dtype, rows, width);
  CheckOverlap({y, all}, {{x, all}}, /*may_be_same=*/true);
  CheckOverlap({y, all}, {{bias, width * Size(dtype)}}, false);
  const auto forward = [&](void* values, std::size_t length) {
    Run(activation, Direction::kForward, dtype, {values, nullptr, nullptr},
        values, length, options);
  };
  forward(nullptr, 0);  // checks the options
  if (all == 0) return;
  const RowKernels kernels = FindRowKernels(TargetBit(options), dtype);
  for (std::size_t row = 0; row < rows; ++row) {
    ForEachPiece(width, [&](std::size_t begin, std::size_t length) {
      const std::size_t at = row * width + begin;
      void* sums = At(y, dtype, at);
      kernels.add(At(x, dtype, at), At(bias, dtype, begin), sums, length);
      forward(sums, length);
    });
  }
}

void BiasBackward(Activation activation, DType dtype, const void* dy,
                  const void* x, const void* bias, void* dx, void* dbias,
                  std::size_t rows, std::size_t width, const Options& options) {
  const std::size_t all = SizeOf(dtype, rows, width);
  const Bytes bias_bytes = {bias, width * Size(dtype)};
  const Bytes dbias_bytes = {dbias, dbias ? bias_bytes.size : 0};
  CheckOverlap({dx, all}, {{dy, all}, {x, all}}, /*may_be_same=*/true);
  CheckOverlap({dx, all}, {bias_bytes, dbias_bytes}, false);
  CheckOverlap(dbias_bytes, {{dy, all}, {x, all}, bias_bytes}, false);
  const auto backward = [&](const void* sums, const void* gradient, void* to,
                            std::size_t length) {
    Run(activation, Direction::kBackward, dtype, {sums, gradient, nullptr}, to,
        length, options);
  };
  backward(nullptr, nullptr, nullptr, 0);  // checks the options
  if (width == 0) return;
  const RowKernels kernels = FindRowKernels(TargetBit(options), dtype);
  ForEachPiece(width, [&](std::size_t begin, std::size_t length) {
    Piece sums;
    double column_sums[kPiece] = {};
    for (std::size_t row = 0; row < rows; ++row) {
      const std::size_t at = row * width + begin;
      void* to = At(dx, dtype, at);
      kernels.add(At(x, dtype, at), At(bias, dtype, begin), sums.bytes, length);
      backward(sums.bytes, At(dy, dtype, at), to, length);
      if (dbias) kernels.accumulate(to, column_sums, length);
    }
    if (dbias) kernels.narrow(column_sums, At(dbias, dtype, begin), length);
  });
}

}  // namespace gelu
