// gelu: the GELU family of activation functions, correctly rounded, with the
// same bits on every CPU.
//
//   std::vector<float> x = {-5.5f, -1.0f, 2.0f}, y(x.size());
//   gelu::Forward<float>(gelu::Activation::kGelu, x, y);
//
// Lengths count elements. Outputs may be the inputs themselves (in place);
// any other overlap is an error. Any alignment, any length, also 0. Nothing
// here allocates (except for an error's message), locks, prints or keeps
// state; every function may be called from any number of threads.
//
// Misuse throws gelu::Error, and nothing has been written then.

#ifndef GELU_GELU_H_
#define GELU_GELU_H_

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <stdexcept>
#include <string_view>

#define GELU_VERSION_MAJOR 0
#define GELU_VERSION_MINOR 1
#define GELU_VERSION_PATCH 0

#if defined(_WIN32)
#define GELU_EXPORT
#else
#define GELU_EXPORT __attribute__((visibility("default")))
#endif

namespace gelu {

// The one exception type of this library.
class GELU_EXPORT Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  ~Error() override;
};

enum class Activation : int {
#define GELU_ACTIVATION(Id, ...) k##Id,
#include <gelu/activations.def>
#undef GELU_ACTIVATION
};

enum class DType : int { kF64, kF32, kF16, kBF16 };

// Two accuracies, named by what they guarantee:
//   correct  f32, f16, bf16: correctly rounded; f64: less than 1 ULP
//   fast     f32: at most 4 ULP, at every input; the special values and the
//            sign of a zero as correct. Other types, directions that have no
//            fast kernel and parameters other than the default: as correct.
// Either gives the same bits on every CPU.
enum class Accuracy : int { kCorrect, kFast };

// What is computed of an activation f: f(x), f'(x), f''(x), dy f'(x), or b
// f(x).
enum class Direction : int {
  kForward,
  kDerivative,
  kSecondDerivative,
  kBackward,
  kGated
};

// IEEE 754 binary16, and bfloat16: the upper half of a binary32. Storage only.
struct Float16 {
  std::uint16_t bits;
};
struct BFloat16 {
  std::uint16_t bits;
};

// One entry of the list in activations.def.
struct ActivationInfo {
  Activation activation;
  std::string_view name;
  std::string_view parameter;  // its name, "" where there is none
  double default_parameter;
  std::span<const std::string_view> aliases;
};

// All activations, in the order of their enumerators.
GELU_EXPORT std::span<const ActivationInfo> Activations();
GELU_EXPORT const ActivationInfo& Info(Activation activation);

// The activation of that name or alias, in any case ("GELU", "gelu_new",
// "swish"). Throws Error where there is none, naming those there are.
GELU_EXPORT Activation ActivationFromName(std::string_view name);

// "f64", "f32", "f16", "bf16".
GELU_EXPORT std::string_view Name(DType dtype);
GELU_EXPORT DType DTypeFromName(std::string_view name);

// "correct", "fast".
GELU_EXPORT std::string_view Name(Accuracy accuracy);
GELU_EXPORT Accuracy AccuracyFromName(std::string_view name);

// Bytes of one element.
GELU_EXPORT std::size_t Size(DType dtype);

// The instruction sets this library was compiled for and this CPU has, best
// first ("AVX3", "AVX2", "SSE4", ...). All of them give the same bits.
GELU_EXPORT std::span<const std::string_view> Targets();
// The position of that name (in any case) in Targets(). Throws Error.
GELU_EXPORT int TargetFromName(std::string_view name);

// "0.1.0"
GELU_EXPORT std::string_view Version();

struct Options {
  // The slope of leaky_relu, the alpha of elu, the beta of silu. At most 1024
  // in magnitude; beta is at least 1/1024. Ignored by the others. NaN stands
  // for the default, at which correct rounding is promised; at others the
  // error is below 1 ULP.
  double parameter = std::numeric_limits<double>::quiet_NaN();
  // A position in Targets(); 0 is the best.
  int target = 0;
  Accuracy accuracy = Accuracy::kCorrect;
};

// y[i] = f(x[i]). f32, f16 and bf16: correctly rounded to nearest-even,
// subnormals included. f64: less than 1 ULP. The self-gated forms (silu,
// quick_gelu, gelu_tanh, gelu) take -0 to -0, +inf to +inf and -inf to -0;
// every activation takes NaN to NaN.
//
// Throws Error if x and y differ in length or overlap partly, or if an option
// is out of range.
GELU_EXPORT void Forward(Activation activation, DType dtype, const void* x,
                         void* y, std::size_t length,
                         const Options& options = {});

// y[i] = f'(x[i]), rounded as Forward. At 0, where relu and leaky_relu have a
// kink, the derivative from the left.
GELU_EXPORT void Derivative(Activation activation, DType dtype, const void* x,
                            void* y, std::size_t length,
                            const Options& options = {});

// y[i] = f''(x[i]). Correctly rounded for f32, f16 and bf16. f64: less than 1
// ULP, or less than 2^-66 near a root of f''. At 0 the value from the left; the
// sign of a zero means nothing.
GELU_EXPORT void SecondDerivative(Activation activation, DType dtype,
                                  const void* x, void* y, std::size_t length,
                                  const Options& options = {});

// dx[i] = dy[i] * f'(x[i]), rounded once: f' is not rounded before the
// product. dx may be dy or x.
GELU_EXPORT void Backward(Activation activation, DType dtype, const void* dy,
                          const void* x, void* dx, std::size_t length,
                          const Options& options = {});

// The same over spans of double, float, Float16 or BFloat16.
template <class T>
inline constexpr DType kDTypeOf = T::not_an_element_type;
template <>
inline constexpr DType kDTypeOf<double> = DType::kF64;
template <>
inline constexpr DType kDTypeOf<float> = DType::kF32;
template <>
inline constexpr DType kDTypeOf<Float16> = DType::kF16;
template <>
inline constexpr DType kDTypeOf<BFloat16> = DType::kBF16;

namespace internal {
GELU_EXPORT void CheckLengths(std::size_t x, std::size_t y);
}  // namespace internal

template <class T>
void Forward(Activation activation, std::span<const T> x, std::span<T> y,
             const Options& options = {}) {
  internal::CheckLengths(x.size(), y.size());
  Forward(activation, kDTypeOf<T>, x.data(), y.data(), x.size(), options);
}

template <class T>
void Derivative(Activation activation, std::span<const T> x, std::span<T> y,
                const Options& options = {}) {
  internal::CheckLengths(x.size(), y.size());
  Derivative(activation, kDTypeOf<T>, x.data(), y.data(), x.size(), options);
}

template <class T>
void SecondDerivative(Activation activation, std::span<const T> x,
                      std::span<T> y, const Options& options = {}) {
  internal::CheckLengths(x.size(), y.size());
  SecondDerivative(activation, kDTypeOf<T>, x.data(), y.data(), x.size(),
                   options);
}

template <class T>
void Backward(Activation activation, std::span<const T> dy,
              std::span<const T> x, std::span<T> dx,
              const Options& options = {}) {
  internal::CheckLengths(x.size(), dy.size());
  internal::CheckLengths(x.size(), dx.size());
  Backward(activation, kDTypeOf<T>, dy.data(), x.data(), dx.data(), x.size(),
           options);
}

}  // namespace gelu

#endif  // GELU_GELU_H_
