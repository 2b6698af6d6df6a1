// Whether arrays share bytes.

#ifndef GELU_SRC_OVERLAP_H_
#define GELU_SRC_OVERLAP_H_

#include <cstddef>
#include <cstdint>

namespace gelu {

struct Bytes {
  const void* begin;
  std::size_t size;
};

inline bool Overlap(Bytes a, Bytes b) {
  if (a.size == 0 || b.size == 0) return false;
  const auto p = reinterpret_cast<std::uintptr_t>(a.begin);
  const auto q = reinterpret_cast<std::uintptr_t>(b.begin);
  return p < q ? q - p < a.size : p - q < b.size;
}

// Also not if they are the same array.
inline bool OverlapPartly(Bytes a, Bytes b) {
  const bool same = a.begin == b.begin && a.size == b.size;
  return !same && Overlap(a, b);
}

}  // namespace gelu

#endif  // GELU_SRC_OVERLAP_H_
