// elu(x) = x for x > 0, else alpha (e^x - 1).
//
// Limits: e^-256 = 2^-369, e^-1500 = 2^-2164; alpha is at most 2^10.
// Source: D. Clevert, T. Unterthiner, S. Hochreiter, "Fast and Accurate Deep
// Network Learning by Exponential Linear Units", 2015.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_ELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_ELU_INL_H_
#undef GELU_SRC_ACTIVATIONS_ELU_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_ELU_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct Elu {
  template <class N>
  static HWY_INLINE Parts<N> Forward(typename N::Raw x, double alpha) {
    const N expm1 = Expm1Minus(Magnitude<N>(x, 256, 1500));
    return {ReluPart(x),
            OnlyWhereNegative(x, MulAnyScale(N::Of(alpha), expm1))};
  }

  template <class N>
  static HWY_INLINE Parts<N> Derivative(typename N::Raw x, double alpha) {
    const auto tail = ExpMinus(Magnitude<N>(x, 256, 1500));
    return {StepPart(x), UnlessPositive(x, MulAnyScale(tail, N::Of(alpha)))};
  }

  template <class N>
  static HWY_INLINE Parts<N> SecondDerivative(typename N::Raw x, double alpha) {
    auto parts = Derivative<N>(x, alpha);
    parts.base = ZeroPart(x);
    return parts;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_ELU_INL_H_
