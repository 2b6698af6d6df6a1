// silu(x) = x sigma(beta x); beta = 1 is SiLU, others are Swish.
//
// Limits: e^-256 = 2^-369, e^-1500 = 2^-2164; a is at most 2^10 times v.
// Sources: S. Elfwing, E. Uchibe, K. Doya, "Sigmoid-Weighted Linear Units",
// 2017; P. Ramachandran, B. Zoph, Q. Le, "Searching for Activation
// Functions", 2017.

#include <hwy/highway.h>

#include "../formula-inl.h"

#if defined(GELU_SRC_ACTIVATIONS_SILU_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_ACTIVATIONS_SILU_INL_H_
#undef GELU_SRC_ACTIVATIONS_SILU_INL_H_
#else
#define GELU_SRC_ACTIVATIONS_SILU_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

struct Silu {
  template <class N>
  static HWY_INLINE Parts<N> Forward(typename N::Raw x, double beta) {
    const N a = Magnitude<N>(x, 256 / beta, 1500 / beta);
    return LogisticForward<N>(x, a, a * N::Of(beta));
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> Derivative(typename N::Raw x,
                                                  double beta) {
    const N v = Magnitude<N>(x, 256 / beta, 1500 / beta) * N::Of(beta);
    return LogisticDerivative<N>(x, v, v, tables::kSiluRoot, v);
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> SecondDerivative(typename N::Raw x,
                                                        double beta) {
    const N b = N::Of(beta);
    const N v = Magnitude<N>(x, 256 / beta, 1500 / beta) * b;
    return LogisticSecondDerivative<N>(x, v, b + b, v * b);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_SILU_INL_H_
