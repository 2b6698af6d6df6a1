// Long arrays in pieces that stay in the first-level cache between the steps
// of a function of fused.h.

#ifndef GELU_SRC_PIECES_H_
#define GELU_SRC_PIECES_H_

#include <gelu/gelu.h>

#include <algorithm>
#include <cstddef>
#include <initializer_list>

#include "overlap.h"

namespace gelu {

inline constexpr std::size_t kPiece = 1024;  // elements

// Room for a piece of any type.
struct Piece {
  alignas(64) unsigned char bytes[kPiece * sizeof(double)];
};

// Calls body(begin, length) for each piece; for none, if there are no elements,
// all the same, so that arguments are checked.
template <class Body>
void ForEachPiece(std::size_t length, const Body& body) {
  std::size_t begin = 0;
  do {
    body(begin, std::min(kPiece, length - begin));
    begin += kPiece;
  } while (begin < length);
}

// The i-th element.
inline const void* At(const void* array, DType dtype, std::size_t i) {
  return static_cast<const unsigned char*>(array) + i * Size(dtype);
}
inline void* At(void* array, DType dtype, std::size_t i) {
  return static_cast<unsigned char*>(array) + i * Size(dtype);
}

// Throws Error if the output shares a byte with an input; unless they are the
// same array, where `may_be_same`.
void CheckOverlap(Bytes output, std::initializer_list<Bytes> inputs,
                  bool may_be_same);

// The bytes of rows of `width` elements. Throws Error where they are too many,
// or there is no such type.
std::size_t SizeOf(DType dtype, std::size_t rows, std::size_t width);

}  // namespace gelu

#endif  // GELU_SRC_PIECES_H_
