// sigmoid(x) = 1 / (1 + e^-x): with q = e^-a, q / (1 + q) at -a, one minus
// that at a; derivative q / (1 + q)^2.
//
// Limits: e^-128 is below 2^-150, e^-768 below 2^-1075.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_SIGMOID_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_SIGMOID_INL_H_
#undef GELU_SRC_ACTIVATIONS_SIGMOID_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_SIGMOID_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct Sigmoid {
  template <class N>
  static HWY_INLINE Parts<N> Forward(V64 x, double) {
    const auto tail = ExpMinus(Magnitude<N>(x, 128, 768));
    const N gate = Value(tail / (N::Of(1.0) + Value(tail)));
    const V64 step = hn::IfThenElse(hn::IsNaN(x), x, hn::Abs(StepPart(x)));
    return {step, NegateIf(IsPositive(x), gate)};
  }

  template <class N>
  static HWY_INLINE Parts<N> Derivative(V64 x, double) {
    const auto tail = ExpMinus(Magnitude<N>(x, 128, 768));
    const N slope = Value(tail / Square(N::Of(1.0) + Value(tail)));
    return {hn::Zero(D64()), slope};
  }

  // odd: q (1 - q) / (1 + q)^3 at -a
  template <class N>
  static HWY_INLINE Parts<N> SecondDerivative(V64 x, double) {
    const N a = Magnitude<N>(x, 128, 768);
    const auto tail = ExpMinus(a);
    const N one_plus = N::Of(1.0) + Value(tail);
    const auto slope = tail / Square(one_plus);
    const N curvature = Value(MulAnyScale(slope, -Expm1Minus(a) / one_plus));
    return {hn::Zero(D64()), NegateIf(IsPositive(x), curvature)};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_SIGMOID_INL_H_
