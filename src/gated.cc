// f(a) b, of two arrays and of the halves of rows.

#include <gelu/fused.h>

#include <cstring>
#include <string>

#include "pieces.h"
#include "run.h"

namespace gelu {
namespace {

// Where a and b begin in a row of both.
struct Halves {
  std::size_t a, b;

  Halves(Half activated, std::size_t width)
      : a(activated == Half::kLast ? width : 0), b(width - a) {
    if (activated != Half::kFirst && activated != Half::kLast) {
      throw Error("no half of a row has the number " +
                  std::to_string(static_cast<int>(activated)));
    }
  }
};

}  // namespace

void Gated(Activation activation, DType dtype, const void* a, const void* b,
           void* y, std::size_t length, const Options& options) {
  Run(activation, Direction::kGated, dtype, {a, b, nullptr}, y, length,
      options);
}

void GatedBackward(Activation activation, DType dtype, const void* dy,
                   const void* a, const void* b, void* da, void* db,
                   std::size_t length, const Options& options) {
  const std::size_t all = SizeOf(dtype, 1, length);
  for (void* output : {da, db}) {
    CheckOverlap({output, all}, {{dy, all}, {a, all}, {b, all}},
                 /*may_be_same=*/true);
  }
  CheckOverlap({da, all}, {{db, all}}, false);
  const bool da_is_read_for_db = da == dy || da == a;
  ForEachPiece(length, [&](std::size_t i, std::size_t piece) {
    const void *dy_i = At(dy, dtype, i), *a_i = At(a, dtype, i);
    void* da_i = At(da, dtype, i);
    Piece da_piece;
    Run(activation, Direction::kBackward, dtype, {a_i, dy_i, At(b, dtype, i)},
        da_is_read_for_db ? da_piece.bytes : da_i, piece, options);
    Gated(activation, dtype, a_i, dy_i, At(db, dtype, i), piece, options);
    if (da_is_read_for_db && piece > 0) {
      std::memcpy(da_i, da_piece.bytes, piece * Size(dtype));
    }
  });
}

void GatedRows(Activation activation, DType dtype, Half activated,
               const void* ab, void* y, std::size_t rows, std::size_t width,
               const Options& options) {
  const Halves halves(activated, width);
  const std::size_t all = SizeOf(dtype, rows, width);
  CheckOverlap({y, all}, {{ab, SizeOf(dtype, 2 * rows, width)}}, false);
  Gated(activation, dtype, nullptr, nullptr, nullptr, 0, options);  // checks
  if (all == 0) return;
  for (std::size_t row = 0; row < rows; ++row) {
    const void* from = At(ab, dtype, 2 * width * row);
    Gated(activation, dtype, At(from, dtype, halves.a),
          At(from, dtype, halves.b), At(y, dtype, width * row), width, options);
  }
}

void GatedRowsBackward(Activation activation, DType dtype, Half activated,
                       const void* dy, const void* ab, void* dab,
                       std::size_t rows, std::size_t width,
                       const Options& options) {
  const Halves halves(activated, width);
  const std::size_t all = SizeOf(dtype, rows, width);
  const Bytes output = {dab, SizeOf(dtype, 2 * rows, width)};
  CheckOverlap(output, {{ab, output.size}}, /*may_be_same=*/true);
  CheckOverlap(output, {{dy, all}}, false);
  Gated(activation, dtype, nullptr, nullptr, nullptr, 0, options);  // checks
  if (all == 0) return;
  for (std::size_t row = 0; row < rows; ++row) {
    const void* from = At(ab, dtype, 2 * width * row);
    void* to = At(dab, dtype, 2 * width * row);
    GatedBackward(activation, dtype, At(dy, dtype, width * row),
                  At(from, dtype, halves.a), At(from, dtype, halves.b),
                  At(to, dtype, halves.a), At(to, dtype, halves.b), width,
                  options);
  }
}

}  // namespace gelu
