// Bias and activation over rows.

#include <gelu/fused.h>

#include <algorithm>

#include "pieces.h"
#include "rows.h"
#include "run.h"

namespace gelu {
namespace {

// What is computed at once: whole rows, as many as a piece has room for, or a
// part of one. It is contiguous in the array.
struct Band {
  std::size_t at;  // the first element
  std::size_t column, columns, rows;
  bool is_first, is_last;  // with these columns
};

// Column by column, those with the same columns from the first row on. One
// without rows, if there are none.
template <class Body>
void ForEachBand(std::size_t rows, std::size_t width, const Body& body) {
  const std::size_t at_once = width < kPiece ? kPiece / width : 1;
  ForEachPiece(width, [&](std::size_t column, std::size_t columns) {
    std::size_t row = 0;
    do {
      const std::size_t count = std::min(at_once, rows - row);
      body(Band{row * width + column, column, columns, count, row == 0,
                row + count == rows});
      row += count;
    } while (row < rows);
  });
}

void AddBias(const RowKernels& kernels, DType dtype, const void* x,
             const void* bias, const Band& band, Piece& sums) {
  for (std::size_t row = 0; row < band.rows; ++row) {
    const std::size_t i = row * band.columns;
    kernels.add(At(x, dtype, band.at + i), At(bias, dtype, band.column),
                At(sums.bytes, dtype, i), band.columns);
  }
}

}  // namespace

void BiasForward(Activation activation, DType dtype, const void* x,
                 const void* bias, void* y, std::size_t rows, std::size_t width,
                 const Options& options) {
  const std::size_t all = SizeOf(dtype, rows, width);
  CheckOverlap({y, all}, {{x, all}}, /*may_be_same=*/true);
  CheckOverlap({y, all}, {{bias, width * Size(dtype)}}, false);
  const auto forward = [&](const void* sums, void* to, std::size_t length) {
    Run(activation, Direction::kForward, dtype, {sums, nullptr, nullptr}, to,
        length, options);
  };
  forward(nullptr, nullptr, 0);  // checks the options
  if (all == 0) return;
  const RowKernels kernels = FindRowKernels(TargetBit(options), dtype);
  ForEachBand(rows, width, [&](const Band& band) {
    Piece sums;
    AddBias(kernels, dtype, x, bias, band, sums);
    forward(sums.bytes, At(y, dtype, band.at), band.rows * band.columns);
  });
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
  double column_sums[kPiece];
  ForEachBand(rows, width, [&](const Band& band) {
    Piece sums;
    AddBias(kernels, dtype, x, bias, band, sums);
    void* to = At(dx, dtype, band.at);
    backward(sums.bytes, At(dy, dtype, band.at), to, band.rows * band.columns);
    if (!dbias) return;
    if (band.is_first) std::fill_n(column_sums, band.columns, 0.0);
    for (std::size_t row = 0; row < band.rows; ++row) {
      kernels.accumulate(At(to, dtype, row * band.columns), column_sums,
                         band.columns);
    }
    if (band.is_last) {
      kernels.narrow(column_sums, At(dbias, dtype, band.column), band.columns);
    }
  });
}

}  // namespace gelu
