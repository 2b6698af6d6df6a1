// The public functions: check, find the kernel, call it.

#include <gelu/gelu.h>
#include <hwy/targets.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "gates.h"
#include "kernels.h"
#include "overlap.h"
#include "run.h"

namespace gelu {
namespace {

using KernelsOf = const Kernels& (*)(int64_t target);

constexpr KernelsOf kKernels[] = {
#define GELU_ACTIVATION(Id, ...) &Id##Kernels,
#include <gelu/activations.def>
#undef GELU_ACTIVATION
};

// A compiled target that this CPU has.
struct Target {
  int64_t bit;
  const Kernels* accurate[std::size(kKernels)];  // [Activation]
  const GateKernels* gates;
};

// All of them, best first.
struct TargetList {
  std::array<Target, 63> targets;
  std::array<std::string_view, 63> names;
  std::size_t size = 0;

  TargetList() {
    const int64_t supported = hwy::SupportedTargets() & HWY_TARGETS;
    for (int bit = 0; bit < 63; ++bit) {  // Highway: lower bits are better
      if ((supported >> bit & 1) != 0) Add(int64_t{1} << bit);
    }
  }

 private:
  void Add(int64_t bit) {
    names[size] = hwy::TargetName(bit);
    Target& target = targets[size++];
    target.bit = bit;
    target.gates = &FindGateKernels(bit);
    for (std::size_t i = 0; i < std::size(kKernels); ++i) {
      target.accurate[i] = &kKernels[i](bit);
    }
  }
};

const TargetList& SupportedTargets() {
  static const TargetList list;
  return list;
}

const Target& TargetOf(const Options& options) {
  const TargetList& list = SupportedTargets();
  if (options.target < 0 ||
      static_cast<std::size_t>(options.target) >= list.size) {
    throw Error("no target has the number " + std::to_string(options.target));
  }
  return list.targets[options.target];
}

// Keeps every intermediate value of the kernels finite.
constexpr double kMaxParameter = 1024;

double Parameter(const ActivationInfo& info, const Options& options) {
  const double value = options.parameter;
  if (std::isnan(value) || info.parameter.empty()) {
    return info.default_parameter;
  }
  const bool is_beta = info.activation == Activation::kSilu;
  if (std::abs(value) > kMaxParameter ||
      (is_beta && value < 1 / kMaxParameter)) {
    throw Error(std::string(info.name) + ": " + std::string(info.parameter) +
                " must be from " + (is_beta ? "1/1024" : "-1024") + " to 1024");
  }
  return value;
}

Multiplier MultiplierOf(Direction direction, const Inputs& inputs,
                        const Gate& gate) {
  if (inputs.q != nullptr) return Multiplier::kPQ;
  if (direction == Direction::kBackward) return Multiplier::kP;
  if (direction == Direction::kGated) {
    return gate.times_x ? Multiplier::kPX : Multiplier::kP;
  }
  return gate.times_x ? Multiplier::kX : Multiplier::kOne;
}

}  // namespace

std::int64_t TargetBit(const Options& options) { return TargetOf(options).bit; }

void Run(Activation activation, Direction direction, DType dtype,
         const Inputs& inputs, void* y, std::size_t length,
         const Options& options) {
  const ActivationInfo& info = Info(activation);
  Name(dtype), Name(options.accuracy);  // throw where there is none
  const Target& target = TargetOf(options);
  const double parameter = Parameter(info, options);
  if (length > PTRDIFF_MAX / Size(dtype)) {
    throw Error(std::string(info.name) + ": " + std::to_string(length) +
                " elements are more than memory can hold");
  }
  if (length != 0 && (!inputs.x || !y || (IsProduct(direction) && !inputs.p))) {
    throw Error(std::string(info.name) + ": a pointer is null");
  }
  const std::size_t bytes = length * Size(dtype);
  for (const void* from : {inputs.x, inputs.p, inputs.q}) {
    if (from && OverlapPartly({from, bytes}, {y, bytes})) {
      throw Error(std::string(info.name) + ": output and input overlap partly");
    }
  }
  const int type = static_cast<int>(dtype);
  const Kernel accurate = target.accurate[static_cast<int>(activation)]
                              ->kernel[static_cast<int>(direction)][type];
  const Gate* gate = dtype != DType::kF64 && parameter == info.default_parameter
                         ? FindGate(activation, direction)
                         : nullptr;
  if (gate == nullptr) {
    accurate(inputs, y, length, parameter);
    return;
  }
  const auto multiplier = MultiplierOf(direction, inputs, *gate);
  target.gates->kernel[type][static_cast<int>(options.accuracy)]
                      [static_cast<int>(multiplier)](*gate, accurate, inputs, y,
                                                     length, parameter);
}

std::span<const std::string_view> Targets() {
  return {SupportedTargets().names.data(), SupportedTargets().size};
}

void Forward(Activation activation, DType dtype, const void* x, void* y,
             std::size_t length, const Options& options) {
  Run(activation, Direction::kForward, dtype, {x, nullptr, nullptr}, y, length,
      options);
}

void Derivative(Activation activation, DType dtype, const void* x, void* y,
                std::size_t length, const Options& options) {
  Run(activation, Direction::kDerivative, dtype, {x, nullptr, nullptr}, y,
      length, options);
}

void SecondDerivative(Activation activation, DType dtype, const void* x,
                      void* y, std::size_t length, const Options& options) {
  Run(activation, Direction::kSecondDerivative, dtype, {x, nullptr, nullptr}, y,
      length, options);
}

void Backward(Activation activation, DType dtype, const void* dy, const void* x,
              void* dx, std::size_t length, const Options& options) {
  Run(activation, Direction::kBackward, dtype, {x, dy, nullptr}, dx, length,
      options);
}

namespace internal {
void CheckLengths(std::size_t x, std::size_t y) {
  if (x != y) {
    throw Error("lengths differ: " + std::to_string(x) + " and " +
                std::to_string(y));
  }
}
}  // namespace internal

}  // namespace gelu
