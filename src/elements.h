// The arrays of a kernel, as elements.

#ifndef GELU_SRC_ELEMENTS_H_
#define GELU_SRC_ELEMENTS_H_

#include <cstddef>
#include <cstring>

#include "kernels.h"

namespace gelu {

template <class T>
struct Elements {
  const T *x, *p, *q;

  static Elements Of(const Inputs& inputs) {
    return {static_cast<const T*>(inputs.x), static_cast<const T*>(inputs.p),
            static_cast<const T*>(inputs.q)};
  }
  // Those from the i-th on.
  Elements From(std::size_t i) const {
    return {x + i, p ? p + i : nullptr, q ? q + i : nullptr};
  }
};

// A copy of fewer elements than make a block, and zeros.
template <class T, std::size_t kBlock>
class Padded {
 public:
  Padded(const Elements<T>& from, std::size_t length) {
    Copy(from.x, length, x_);
    if (from.p) Copy(from.p, length, p_);
    if (from.q) Copy(from.q, length, q_);
    elements_ = {x_, from.p ? p_ : nullptr, from.q ? q_ : nullptr};
  }
  const Elements<T>& elements() const { return elements_; }

 private:
  static void Copy(const T* from, std::size_t length, T* to) {
    std::memcpy(to, from, length * sizeof(T));
    std::memset(to + length, 0, (kBlock - length) * sizeof(T));
  }

  T x_[kBlock], p_[kBlock], q_[kBlock];
  Elements<T> elements_;
};

}  // namespace gelu

#endif  // GELU_SRC_ELEMENTS_H_
