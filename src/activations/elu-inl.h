// elu(x) = x for x > 0, else alpha (e^x - 1).
//
// Limits: e^-256 and e^-768 vanish beside 1; alpha e^-a underflows before
// (|alpha| <= 2^10).
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
  static HWY_INLINE Parts<N> Forward(V64 x, double alpha) {
    const D64 d;
    const N expm1 = Expm1Minus(Magnitude<N>(x, 256, 768));
    const N part =
        ZeroUnless(hn::Lt(x, hn::Zero(d)), MulAnyScale(N::Of(alpha), expm1));
    return {ReluPart(x), part};
  }

  template <class N>
  static HWY_INLINE Parts<N> Derivative(V64 x, double alpha) {
    const auto tail = ExpMinus(Magnitude<N>(x, 256, 768));
    const N slope = Value(MulAnyScale(tail, N::Of(alpha)));
    const V64 step = hn::Abs(StepPart(x));
    return {step, ZeroUnless(hn::Not(IsPositive(x)), slope)};
  }

  template <class N>
  static HWY_INLINE Parts<N> SecondDerivative(V64 x, double alpha) {
    auto parts = Derivative<N>(x, alpha);
    parts.base = hn::Zero(D64());
    return parts;
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_ELU_INL_H_
