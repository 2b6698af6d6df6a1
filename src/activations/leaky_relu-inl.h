// leaky_relu(x) = x for x > 0, else slope x.
//
// Source: A. Maas, A. Hannun, A. Ng, "Rectifier Nonlinearities Improve Neural
// Network Acoustic Models", 2013.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_LEAKY_RELU_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_LEAKY_RELU_INL_H_
#undef GELU_SRC_ACTIVATIONS_LEAKY_RELU_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_LEAKY_RELU_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct LeakyRelu {
  template <class N>
  static HWY_INLINE Parts<N> Forward(typename N::Raw x, double slope) {
    const N line = MulAnyScale(N::Of(slope), N::Of(x));
    return {ReluPart(x), OnlyWhereNegative(x, line)};
  }

  template <class N>
  static HWY_INLINE Parts<N> Derivative(typename N::Raw x, double slope) {
    return {StepPart(x), UnlessPositive(x, N::Of(slope))};
  }

  template <class N>
  static HWY_INLINE Parts<N> SecondDerivative(typename N::Raw x, double) {
    return {ZeroPart(x), N::Of(0.0)};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_LEAKY_RELU_INL_H_
