// quick_gelu(x) = x sigma(1.702 x): the sigmoid form.
//
// Limits: e^-(1.702 * 150) = 2^-368, e^-(1.702 * 900) = 2^-2209.
// Source: D. Hendrycks, K. Gimpel, "Gaussian Error Linear Units", 2016.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_QUICK_GELU_INL_H_) == \
    defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_QUICK_GELU_INL_H_
#undef GELU_SRC_ACTIVATIONS_QUICK_GELU_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_QUICK_GELU_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct QuickGelu {
  template <class N>
  static HWY_INLINE Parts<N> Forward(typename N::Raw x, double) {
    const N a = Magnitude<N>(x, 150, 900);
    return LogisticForward<N>(x, a, a * N::Of(tables::kQuickBeta));
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> Derivative(typename N::Raw x, double) {
    const N v = Magnitude<N>(x, 150, 900) * N::Of(tables::kQuickBeta);
    return LogisticDerivative<N>(x, v, v, tables::kSiluRoot, v);
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> SecondDerivative(typename N::Raw x,
                                                        double) {
    const N b = N::Of(tables::kQuickBeta);
    const N v = Magnitude<N>(x, 150, 900) * b;
    return LogisticSecondDerivative<N>(x, v, b + b, v * b);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_QUICK_GELU_INL_H_
