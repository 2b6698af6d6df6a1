// identity(x) = x. Exact: evaluated in the element's own type.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_IDENTITY_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_IDENTITY_INL_H_
#undef GELU_SRC_ACTIVATIONS_IDENTITY_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_IDENTITY_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct Identity {
  template <class V>
  static HWY_INLINE V Exact(V x) {
    return x;
  }

  template <class V>
  static HWY_INLINE V ExactDerivative(V) {
    return hn::Set(hn::DFromV<V>(), 1);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_IDENTITY_INL_H_
