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
HWY_INLINE V EvaluateExact(V x) {
  if constexpr (IsOfValue(kDirection)) {
    return Formula::Exact(x);
  } else {
    // piecewise linear: no curvature but at the kink
    V slope = hn::Zero(hn::DFromV<V>());
    if constexpr (kDirection != Direction::kSecondDerivative) {
      slope = Formula::ExactDerivative(x);
    }
    return hn::IfThenElse(hn::IsNaN(x), x, slope);
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

  static HWY_INLINE void Block(const Elements<T>& from, T* y, double) {
    if constexpr (sizeof(T) >= 4) {
      const auto d = Tag();
      const auto value =
          Value([&](const T* at) HWY_ATTR { return hn::LoadU(d, at); }, from);
      const hn::RebindToUnsigned<decltype(d)> du;
      const auto bits =
          hn::IfThenElse(hn::RebindMask(du, hn::IsNaN(value)),
                         hn::Set(du, Element<T>::kNaN), hn::BitCast(du, value));
      hn::StoreU(hn::BitCast(d, bits), d, y);
    } else if constexpr (IsProduct(kDirection)) {
      const auto load = [](const T* at) HWY_ATTR { return LoadAsDouble(at); };
      StoreBits(RoundTo<T>(Value(load, from)), y);
    } else {
      const auto load = [](const T* at) HWY_ATTR { return LoadAsF32(at); };
      StoreBits(DemoteExact<T>(Value(load, from)), y);
    }
  }

 private:
  template <class Load>
  static HWY_INLINE auto Value(const Load& load, const Elements<T>& from) {
    auto value = EvaluateExact<Formula, kDirection>(load(from.x));
    if constexpr (IsProduct(kDirection)) {
      value = hn::Mul(value, load(from.p));
      if (from.q) value = hn::Mul(value, load(from.q));
    }
    return value;
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
           GELU_KERNELS(kSecondDerivative), GELU_KERNELS(kBackward),
           GELU_KERNELS(kGated)}};
#undef GELU_KERNELS
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_EXACT_INL_H_
