// What is measured.

#ifndef GELU_BENCH_CASES_H_
#define GELU_BENCH_CASES_H_

#include <gelu/gelu.h>

#include <compare>
#include <cstddef>
#include <string_view>
#include <vector>

namespace gelu::bench {

inline constexpr std::size_t kLengths[] = {16, 4096, 262144, 33554432};
inline constexpr std::size_t kLongest = kLengths[3];
inline constexpr std::size_t kWidth = 1024;  // of the rows that get a bias

inline constexpr DType kTypes[] = {DType::kF32, DType::kF16, DType::kBF16};
inline constexpr Activation kForms[] = {
    Activation::kSilu, Activation::kQuickGelu, Activation::kGeluTanh,
    Activation::kGelu};

enum class Operation {
  kCopy,
  kForward,
  kDerivative,
  kBackward,
  kBias,
  kGated,
  kGatedBackward
};
inline constexpr Operation kElementwise[] = {
    Operation::kForward, Operation::kDerivative, Operation::kBackward};
inline constexpr Operation kFused[] = {Operation::kBias, Operation::kGated,
                                       Operation::kGatedBackward};

enum class Inputs { kNormal, kTail };  // N(0,1), U(-13,-5)

// Who does it: this library, what it is compared with, and memcpy.
inline constexpr std::string_view kCorrect = "gelu correct";
inline constexpr std::string_view kFast = "gelu fast";
inline constexpr std::string_view kDnnl = "oneDNN";
inline constexpr std::string_view kTorch = "libtorch";
inline constexpr std::string_view kMemcpy = "memcpy";

struct Case {
  Operation operation;
  Activation activation;
  DType dtype;
  std::size_t length;
  Inputs inputs = Inputs::kNormal;
  bool all_cores = false;  // else one thread

  auto operator<=>(const Case&) const = default;
};

// A copy of as many elements.
Case CopyOf(const Case& c);

std::vector<Case> AllCases();

// "gated backward"
std::string_view NameOf(Operation operation);

}  // namespace gelu::bench

#endif  // GELU_BENCH_CASES_H_
