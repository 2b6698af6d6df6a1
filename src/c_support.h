// What the files of the interface in C share.

#ifndef GELU_SRC_C_SUPPORT_H_
#define GELU_SRC_C_SUPPORT_H_

#include <gelu/gelu.h>
#include <gelu/gelu_c.h>

namespace gelu::c {

inline Activation Cpp(gelu_activation activation) {
  return static_cast<Activation>(activation);
}
inline DType Cpp(gelu_dtype dtype) { return static_cast<DType>(dtype); }
inline Accuracy Cpp(gelu_accuracy accuracy) {
  return static_cast<Accuracy>(accuracy);
}

// Whether the library refuses the call. Not only by gelu::Error: its message
// may find no memory.
template <class Call>
bool Refuses(const Call& call) noexcept {
  try {
    call();
    return false;
  } catch (...) {
    return true;
  }
}

}  // namespace gelu::c

#endif  // GELU_SRC_C_SUPPORT_H_
