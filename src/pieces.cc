#include "pieces.h"

#include <cstdint>

namespace gelu {
namespace {

bool Overlap(Bytes a, Bytes b) {
  const auto p = reinterpret_cast<std::uintptr_t>(a.begin);
  const auto q = reinterpret_cast<std::uintptr_t>(b.begin);
  return p < q ? q - p < a.size : p - q < b.size;
}

}  // namespace

void CheckOverlap(Bytes output, std::initializer_list<Bytes> inputs,
                  bool may_be_same) {
  for (const Bytes& input : inputs) {
    const bool empty = output.size == 0 || input.size == 0;
    const bool same = output.begin == input.begin && output.size == input.size;
    if (empty || (may_be_same && same)) continue;
    if (Overlap(output, input)) {
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
