// gelu(x) = x Phi(x), Phi the standard normal CDF: the exact form.
//
// With a = |x| and R(a) = e^(a^2/2) Phi(-a), smooth from 1/2 to 0:
//   gelu(x)   = max(x, 0) - a e^(-a^2/2) R(a)
//   gelu'(-a) = Phi(-a) - a phi(a) = e^(-a^2/2) (R(a) - a / sqrt(2 pi)),
//   gelu'(a)  = 1 - gelu'(-a)
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
    const auto gate = HalfErfcx(a) * ExpMinusHalf(Square(a));
    return {ReluPart(x), -MulAnyScale(gate, a)};
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> Derivative(typename N::Raw x, double) {
    const N a = Magnitude<N>(x, 21, 55);
    const N r = HalfErfcx(a);
    const N line = a * N::Of(tables::kInvSqrt2Pi);
    const N factor = NearRoot(tables::kGeluRoot, a, r - line);
    const auto tail = ExpMinusHalf(Square(a));
    return {{StepPart(x), NegateWherePositive(x, factor * tail)},
            (r + line) * tail};
  }

  // phi(x) (2 - x^2)
  template <class N>
  static HWY_INLINE DifferenceParts<N> SecondDerivative(typename N::Raw x,
                                                        double) {
    const N square = Square(Magnitude<N>(x, 21, 55));
    const N two = N::Of(2.0);
    const auto density = N::Of(tables::kInvSqrt2Pi) * ExpMinusHalf(square);
    return {{ZeroPart(x), (two - square) * density}, (two + square) * density};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_GELU_INL_H_
