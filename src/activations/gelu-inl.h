// gelu(x) = x Phi(x), Phi the standard normal CDF, phi its density: the exact
// form. With a = |x|:
//   gelu(x)   = max(x, 0) - a Phi(-a)
//   gelu'(-a) = Phi(-a) - a phi(a),  gelu'(a) = 1 - gelu'(-a)
//   gelu''(x) = phi(x) (2 - x^2)
//
// Limits (formula-inl.h): e^(-21^2/2) = 2^-318, e^(-55^2/2) = 2^-2182.
// Source: D. Hendrycks, K. Gimpel, "Gaussian Error Linear Units", 2016.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_GELU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_GELU_INL_H_
#undef GELU_SRC_ACTIVATIONS_GELU_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_GELU_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct Gelu {
  template <class N>
  static HWY_INLINE Parts<N> Forward(typename N::Raw x, double) {
    const N a = Magnitude<N>(x, 21, 55);
    const typename N::NormalTail tail(a);
    return {ReluPart(x), -MulAnyScale(tail.cdf, a)};
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> Derivative(typename N::Raw x, double) {
    const N a = Magnitude<N>(x, 21, 55);
    const typename N::NormalTail tail(a);
    const auto line = a * tail.density;
    const auto slope =
        NearRoot(tables::kGeluRoot, a, tail.cdf - line, tail.density);
    return {{StepPart(x), NegateWherePositive(x, slope)}, tail.cdf + line};
  }

  // phi(x) (2 - x^2)
  template <class N>
  static HWY_INLINE DifferenceParts<N> SecondDerivative(typename N::Raw x,
                                                        double) {
    const N a = Magnitude<N>(x, 21, 55);
    const typename N::NormalTail tail(a);
    const N two = N::Of(2.0), square = Square(a);
    return {{ZeroPart(x), (two - square) * tail.density},
            (two + square) * tail.density};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_GELU_INL_H_
