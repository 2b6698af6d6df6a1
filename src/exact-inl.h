// Formulas that are exact in the element's own type (Exact, ExactDerivative):
// no detour through double. And the table of the kernels of a formula of
// either kind.

#include <hwy/highway.h>

#include <type_traits>

#include "loop-inl.h"

#if defined(GELU_SRC_EXACT_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_EXACT_INL_H_
#undef GELU_SRC_EXACT_INL_H_
#else
#define GELU_SRC_EXACT_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

template <class Formula, Direction kDirection, class V>
HWY_INLINE V EvaluateExact(V x, V dy) {
  if constexpr (kDirection == Direction::kForward) {
    return Formula::Exact(x);
  } else {
    // piecewise linear: no curvature but at the kink
    V slope = hn::Zero(hn::DFromV<V>());
    if constexpr (kDirection != Direction::kSecondDerivative) {
      slope = Formula::ExactDerivative(x);
    }
    slope = hn::IfThenElse(hn::IsNaN(x), x, slope);
    return kDirection == Direction::kBackward ? hn::Mul(slope, dy) : slope;
  }
}

template <class Formula, Direction kDirection, class T>
struct Exact {
  // Lanes of float or double as wide as the machine, or as V64 for 16 bits.
  static auto Tag() {
    if constexpr (sizeof(T) >= 4) {
      return hn::ScalableTag<T>();
    } else {
      return DF32();
    }
  }
  static size_t BlockSize() { return hn::Lanes(Tag()); }

  static HWY_INLINE void Block(const T* x, const T* dy, T* y, double) {
    const auto d = Tag();
    if constexpr (sizeof(T) >= 4) {
      const hn::RebindToUnsigned<decltype(d)> du;
      const auto value =
          EvaluateExact<Formula, kDirection>(hn::LoadU(d, x), hn::LoadU(d, dy));
      const auto bits =
          hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(value)),
                         hn::Set(du, Element<T>::kNaN), hn::BitCast(du, value));
      hn::StoreU(hn::BitCast(d, bits), d, y);
    } else {
      StoreBits(DemoteExact<T>(EvaluateExact<Formula, kDirection>(
                    LoadAsF32(x), LoadAsF32(dy))),
                y);
    }
  }
};

template <class Formula>
concept IsExact = requires(V64 x) {
  Formula::Exact(x);
};

template <class Formula, Direction kDirection, class T>
using Evaluation =
    std::conditional_t<IsExact<Formula>, Exact<Formula, kDirection, T>,
                       Rounded<Formula, kDirection, T>>;

template <class Formula, Direction kDirection, class T>
inline constexpr Kernel kKernel = &Loop<Evaluation<Formula, kDirection, T>, T>;

template <class Formula>
constexpr Kernels TableOf() {
  using enum Direction;
#define GELU_KERNELS(direction)                                              \
  {                                                                          \
    kKernel<Formula, direction, double>, kKernel<Formula, direction, float>, \
        kKernel<Formula, direction, Float16>,                                \
        kKernel<Formula, direction, BFloat16>                                \
  }
  return {{GELU_KERNELS(kForward), GELU_KERNELS(kDerivative),
           GELU_KERNELS(kSecondDerivative), GELU_KERNELS(kBackward)}};
#undef GELU_KERNELS
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_EXACT_INL_H_
