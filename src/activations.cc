// The list as data: names, aliases, look-up.

#include <gelu/gelu.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace gelu {
namespace {

#define GELU_ACTIVATION(Id, name, parameter, value, ...) \
  constexpr std::string_view k##Id##Aliases[] = {__VA_ARGS__};
#include <gelu/activations.def>
#undef GELU_ACTIVATION

constexpr ActivationInfo kActivations[] = {
#define GELU_ACTIVATION(Id, name, parameter, value, ...) \
  {Activation::k##Id, #name, parameter, value, k##Id##Aliases},
#include <gelu/activations.def>
#undef GELU_ACTIVATION
};

constexpr std::array<std::string_view, 4> kDTypeNames = {"f64", "f32", "f16",
                                                         "bf16"};
constexpr std::array<std::string_view, 2> kAccuracyNames = {"correct", "fast"};

bool SameName(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](unsigned char x, unsigned char y) {
                      return std::tolower(x) == std::tolower(y);
                    });
}

// The error for a name that is not among `names`.
template <class Names>
Error Unknown(std::string_view kind, std::string_view name,
              const Names& names) {
  std::string message = "unknown " + std::string(kind) + " '" +
                        std::string(name) + "'; there are";
  for (std::string_view known : names) message.append(" ").append(known);
  return Error(message);
}

template <class Names>
std::size_t IndexOf(std::string_view name, const Names& names,
                    std::string_view kind) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (SameName(name, names[i])) return i;
  }
  throw Unknown(kind, name, names);
}

template <class Names, class Enum>
std::string_view At(const Names& names, std::string_view kind, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  if (index < names.size()) return names[index];
  throw Error("no " + std::string(kind) + " has the number " +
              std::to_string(index));
}

}  // namespace

std::span<const ActivationInfo> Activations() { return kActivations; }

const ActivationInfo& Info(Activation activation) {
  const auto index = static_cast<std::size_t>(activation);
  if (index >= std::size(kActivations)) {
    throw Error("no activation has the number " + std::to_string(index));
  }
  return kActivations[index];
}

Activation ActivationFromName(std::string_view name) {
  // As most calls have it: operators look a name up each time.
  for (const ActivationInfo& info : kActivations) {
    if (name == info.name) return info.activation;
  }
  std::array<std::string_view, std::size(kActivations)> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const ActivationInfo& info = kActivations[i];
    names[i] = info.name;
    if (SameName(name, info.name)) return info.activation;
    for (std::string_view alias : info.aliases) {
      if (SameName(name, alias)) return info.activation;
    }
  }
  throw Unknown("activation", name, names);
}

std::string_view Name(DType dtype) { return At(kDTypeNames, "dtype", dtype); }
std::string_view Name(Accuracy accuracy) {
  return At(kAccuracyNames, "accuracy", accuracy);
}

DType DTypeFromName(std::string_view name) {
  return static_cast<DType>(IndexOf(name, kDTypeNames, "dtype"));
}
Accuracy AccuracyFromName(std::string_view name) {
  return static_cast<Accuracy>(IndexOf(name, kAccuracyNames, "accuracy"));
}

std::size_t Size(DType dtype) {
  return dtype == DType::kF64 ? 8 : dtype == DType::kF32 ? 4 : 2;
}

int TargetFromName(std::string_view name) {
  return static_cast<int>(IndexOf(name, Targets(), "target"));
}

#define GELU_STRING(x) #x
#define GELU_VERSION_STRING(a, b, c) \
  GELU_STRING(a) "." GELU_STRING(b) "." GELU_STRING(c)
std::string_view Version() {
  return GELU_VERSION_STRING(GELU_VERSION_MAJOR, GELU_VERSION_MINOR,
                             GELU_VERSION_PATCH);
}

}  // namespace gelu
