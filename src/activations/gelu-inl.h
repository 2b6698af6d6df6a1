// gelu(x) = x Phi(x), Phi the standard normal CDF: the exact form.
//
// With a = |x| and R(a) = e^(a^2/2) Phi(-a), smooth from 1/2 to 0:
//   gelu(x)   = max(x, 0) - a e^(-a^2/2) R(a)
//   gelu'(-a) = Phi(-a) - a phi(a) = e^(-a^2/2) (R(a) - a / sqrt(2 pi)),
//   gelu'(a)  = 1 - gelu'(-a)
//
// Limits: beyond 15 both bumps are below 2^-150, half of the least float;
// beyond 39 below 2^-1075.
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
  static HWY_INLINE Parts<N> Forward(V64 x, double) {
    const N a = Magnitude<N>(x, 15, 39);
    const auto gate = HalfErfcx(a) * ExpMinusHalf(Square(a));
    const N bump = Value(MulAnyScale(gate, a));
    return {ReluPart(x), -bump};
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> Derivative(V64 x, double) {
    const N a = Magnitude<N>(x, 15, 39);
    const N r = HalfErfcx(a);
    const N line = a * N::Of(tables::kInvSqrt2Pi);
    const N factor = NearRoot(tables::kGeluRoot, a, r - line);
    const auto tail = ExpMinusHalf(Square(a));
    const N slope = Value(factor * tail);
    return {{StepPart(x), NegateIf(IsPositive(x), slope)},
            Value((r + line) * tail)};
  }

  // phi(x) (2 - x^2)
  template <class N>
  static HWY_INLINE DifferenceParts<N> SecondDerivative(V64 x, double) {
    const N square = Square(Magnitude<N>(x, 15, 39));
    const N two = N::Of(2.0);
    const auto density = N::Of(tables::kInvSqrt2Pi) * ExpMinusHalf(square);
    return {{hn::Zero(D64()), Value((two - square) * density)},
            Value((two + square) * density)};
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_GELU_INL_H_
