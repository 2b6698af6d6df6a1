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
  static HWY_INLINE Parts<N> Forward(V64 x, double slope) {
    const D64 d;
    const M64 negative = hn::Lt(x, hn::Zero(d));
    const N line = ZeroUnless(negative, MulAnyScale(N::Of(slope), N::Of(x)));
    return {ReluPart(x), line};
  }

  template <class N>
  static HWY_INLINE Parts<N> Derivative(V64 x, double slope) {
    const D64 d;
    return {hn::IfThenElse(IsPositive(x), hn::Set(d, 1.0), hn::Set(d, slope)),
            N::Of(0.0)};
  }

  template <class N>
  static HWY_INLINE Parts<N> SecondDerivative(V64, double) {
    return {hn::Zero(D64()), N::Of(0.0)};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_LEAKY_RELU_INL_H_
