// relu(x) = max(x, 0), +0 for x < 0 and -0 for -0.
//
// Exact: evaluated in the element's own type.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_RELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_RELU_INL_H_
#undef GELU_SRC_ACTIVATIONS_RELU_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_RELU_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct Relu {
  template <class V>
  static HWY_INLINE V Exact(V x) {
    return hn::IfThenZeroElse(hn::Lt(x, hn::Zero(hn::DFromV<V>())), x);
  }

  template <class V>
  static HWY_INLINE V ExactDerivative(V x) {
    const hn::DFromV<V> d;
    return hn::IfThenElseZero(hn::Gt(x, hn::Zero(d)), hn::Set(d, 1));
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_RELU_INL_H_
