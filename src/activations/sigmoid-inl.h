// sigmoid(x) = 1 / (1 + e^-x): with q = e^-a, q / (1 + q) at -a, one minus
// that at a; derivative q / (1 + q)^2.
//
// Limits: e^-256 = 2^-369, e^-1500 = 2^-2164.

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
  static HWY_INLINE Parts<N> Forward(typename N::Raw x, double) {
    const auto tail = ExpMinus(Magnitude<N>(x, 256, 1500));
    const auto gate = tail / (N::Of(1.0) + Value(tail));
    return {StepPart(x), NegateWherePositive(x, gate)};
  }

  template <class N>
  static HWY_INLINE Parts<N> Derivative(typename N::Raw x, double) {
    const N a = Magnitude<N>(x, 256, 1500);
    const auto tail = ExpMinus(a);
    const auto slope = tail / Square(N::Of(1.0) + Value(tail));
    // 1/4 times dy may be a tie, which then only the next term decides.
    const N near_zero = N::Of(0.25) - Square(a) * N::Of(0.0625);
    return {ZeroPart(x), NearZero(a, slope, near_zero)};
  }

  // odd: q (1 - q) / (1 + q)^3 at -a
  template <class N>
  static HWY_INLINE Parts<N> SecondDerivative(typename N::Raw x, double) {
    const N a = Magnitude<N>(x, 256, 1500);
    const auto tail = ExpMinus(a);
    const N one_plus = N::Of(1.0) + Value(tail);
    const auto slope = tail / Square(one_plus);
    const auto curvature = MulAnyScale(slope, -Expm1Minus(a) / one_plus);
    // a/8 may be a tie where subnormal, too
    const N near_zero =
        (N::Of(1.0) - Square(a) * N::Of(1.0 / 3)) * (a * N::Of(0.125));
    return {ZeroPart(x),
            NegateWherePositive(x, NearZero(a, curvature, near_zero))};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_SIGMOID_INL_H_
