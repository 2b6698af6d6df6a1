// gelu_tanh(x) = x (1 + tanh(u)) / 2, u = sqrt(2/pi) (x + 0.044715 x^3)
//              = x sigma(v), v = 2u
//
// Limits: e^-v(14) = 2^-314, e^-v(28) = 2^-2324.
// Source: D. Hendrycks, K. Gimpel, "Gaussian Error Linear Units", 2016.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_GELU_TANH_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_GELU_TANH_INL_H_
#undef GELU_SRC_ACTIVATIONS_GELU_TANH_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_GELU_TANH_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct GeluTanh {
  template <class N>
  static HWY_INLINE Parts<N> Forward(typename N::Raw x, double) {
    const N a = Magnitude<N>(x, 14, 28);
    const N square = Square(a);
    return LogisticForward<N>(x, a,
                              a * MulAdd(Cubic<N>(), square, Linear<N>()));
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> Derivative(typename N::Raw x, double) {
    const N a = Magnitude<N>(x, 14, 28);
    const N cubic = Cubic<N>() * Square(a);
    const N v = a * (Linear<N>() + cubic);
    const N a_dv = a * (MulAdd(N::Of(3.0), cubic, Linear<N>()));
    return LogisticDerivative<N>(x, v, a_dv, tables::kTanhRoot, a);
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> SecondDerivative(typename N::Raw x,
                                                        double) {
    const N a = Magnitude<N>(x, 14, 28);
    const N cubic = Cubic<N>() * Square(a);
    const N dv = MulAdd(N::Of(3.0), cubic, Linear<N>());
    const N linear = dv + dv + N::Of(6.0) * cubic;
    return LogisticSecondDerivative<N>(x, a * (Linear<N>() + cubic), linear,
                                       a * Square(dv));
  }

 private:
  template <class N>
  static HWY_INLINE N Linear() {
    return N::Of(tables::kTanhLinear);
  }
  template <class N>
  static HWY_INLINE N Cubic() {
    return N::Of(tables::kTanhCubic);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_GELU_TANH_INL_H_
