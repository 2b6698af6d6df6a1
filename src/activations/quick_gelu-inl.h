// quick_gelu(x) = x sigma(1.702 x): the sigmoid form.
//
// Limits: as silu's, in v = 1.702 a.
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
  static HWY_INLINE Parts<N> Forward(V64 x, double) {
    const N a = Magnitude<N>(x, 75, 450);
    return LogisticForward(x, a, a * N::Of(tables::kQuickBeta));
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> Derivative(V64 x, double) {
    const N v = Magnitude<N>(x, 75, 450) * N::Of(tables::kQuickBeta);
    return LogisticDerivative(x, v, v, tables::kSiluRoot, v);
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> SecondDerivative(V64 x, double) {
    const N b = N::Of(tables::kQuickBeta);
    const N v = Magnitude<N>(x, 75, 450) * b;
    return LogisticSecondDerivative(v, b + b, v * b);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_QUICK_GELU_INL_H_
