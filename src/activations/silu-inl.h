// silu(x) = x sigma(beta x); beta = 1 is SiLU, others are Swish.
//
// Limits: a sigma(-128) is below 2^-150 for every float a / beta that gets
// there, a sigma(-768) below 2^-1075 for every double (beta is in
// [2^-10, 2^10]).
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
  static HWY_INLINE Parts<N> Forward(V64 x, double beta) {
    const N a = Magnitude<N>(x, 128 / beta, 768 / beta);
    return LogisticForward(x, a, a * N::Of(beta));
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> Derivative(V64 x, double beta) {
    const N v = Magnitude<N>(x, 128 / beta, 768 / beta) * N::Of(beta);
    return LogisticDerivative(x, v, v, tables::kSiluRoot, v);
  }

  template <class N>
  static HWY_INLINE DifferenceParts<N> SecondDerivative(V64 x, double beta) {
    const N b = N::Of(beta);
    const N v = Magnitude<N>(x, 128 / beta, 768 / beta) * b;
    return LogisticSecondDerivative(v, b + b, v * b);
  }
};

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_ACTIVATIONS_SILU_INL_H_
