#include "pieces.h"

namespace gelu {

void CheckOverlap(Bytes output, std::initializer_list<Bytes> inputs,
                  bool may_be_same) {
  const auto overlap = may_be_same ? OverlapPartly : Overlap;
  for (const Bytes& input : inputs) {
    if (overlap(output, input)) {
      throw Error(may_be_same ? "output and input overlap partly"
                              : "output and another array overlap");
    }
  }
}

std::size_t SizeOf(DType dtype, std::size_t rows, std::size_t width) {
  Name(dtype);  // throws where there is none
  const std::size_t size = Size(dtype);
  if (width != 0 && rows > PTRDIFF_MAX / size / width) {
    throw Error("rows * width: more elements than memory can hold");
  }
  return rows * width * size;
}

}  // namespace gelu
