// Names and statuses of the interface in C.

#include <gelu/gelu.h>
#include <gelu/gelu_c.h>

#include <limits>

#include "c_support.h"

using gelu::c::Cpp;
using gelu::c::Refuses;

namespace {

#define GELU_ACTIVATION(Id, name, ...)                       \
  static_assert(static_cast<int>(gelu::Activation::k##Id) == \
                GELU_ACTIVATION_##name);
#include <gelu/activations.def>
#undef GELU_ACTIVATION
static_assert(static_cast<int>(gelu::DType::kF64) == GELU_DTYPE_F64);
static_assert(static_cast<int>(gelu::DType::kF32) == GELU_DTYPE_F32);
static_assert(static_cast<int>(gelu::DType::kF16) == GELU_DTYPE_F16);
static_assert(static_cast<int>(gelu::DType::kBF16) == GELU_DTYPE_BF16);
static_assert(static_cast<int>(gelu::Accuracy::kCorrect) ==
              GELU_ACCURACY_CORRECT);
static_assert(static_cast<int>(gelu::Accuracy::kFast) == GELU_ACCURACY_FAST);

// The result of the call, or `otherwise` where the library refuses it.
template <class T, class Call>
T ValueOr(T otherwise, const Call& call) noexcept {
  Refuses([&] { otherwise = call(); });
  return otherwise;
}

// Every name of the library is a literal, so it ends with a 0.
template <class Call>
const char* NameOrNull(const Call& call) noexcept {
  return ValueOr<const char*>(nullptr, [&] { return call().data(); });
}

template <class T, class FromName>
gelu_status Find(const char* name, T* value, FromName from_name) noexcept {
  if (name == nullptr || value == nullptr) return GELU_STATUS_NULL_POINTER;
  return Refuses([&] { *value = static_cast<T>(from_name(name)); })
             ? GELU_STATUS_UNKNOWN_NAME
             : GELU_STATUS_OK;
}

}  // namespace

const char* gelu_status_message(gelu_status status) {
  switch (status) {
    case GELU_STATUS_OK:
      return "no error";
    case GELU_STATUS_NULL_POINTER:
      return "a pointer is NULL";
    case GELU_STATUS_UNKNOWN_NAME:
      return "there is nothing of that name";
    case GELU_STATUS_UNKNOWN_ACTIVATION:
      return "no activation has that number";
    case GELU_STATUS_UNKNOWN_DTYPE:
      return "no dtype has that number";
    case GELU_STATUS_UNKNOWN_ACCURACY:
      return "no accuracy has that number";
    case GELU_STATUS_UNKNOWN_TARGET:
      return "no target of this CPU has that number";
    case GELU_STATUS_PARAMETER_OUT_OF_RANGE:
      return "the activation's parameter is out of range";
    case GELU_STATUS_OVERLAP:
      return "output and input overlap partly";
    case GELU_STATUS_UNKNOWN_HALF:
      return "no half of a row has that number";
    case GELU_STATUS_TOO_LARGE:
      return "rows * width: more elements than memory can hold";
  }
  return nullptr;
}

int gelu_activation_count(void) {
  return static_cast<int>(gelu::Activations().size());
}
const char* gelu_activation_name(gelu_activation activation) {
  return NameOrNull([&] { return gelu::Info(Cpp(activation)).name; });
}
const char* gelu_activation_alias(gelu_activation activation, int index) {
  if (gelu_activation_name(activation) == nullptr) return nullptr;
  const auto aliases = gelu::Info(Cpp(activation)).aliases;
  const auto i = static_cast<std::size_t>(index);
  return i < aliases.size() ? aliases[i].data() : nullptr;
}
const char* gelu_activation_parameter(gelu_activation activation) {
  return NameOrNull([&] { return gelu::Info(Cpp(activation)).parameter; });
}
double gelu_activation_default_parameter(gelu_activation activation) {
  return ValueOr(std::numeric_limits<double>::quiet_NaN(),
                 [&] { return gelu::Info(Cpp(activation)).default_parameter; });
}
gelu_status gelu_activation_from_name(const char* name,
                                      gelu_activation* activation) {
  return Find(name, activation, gelu::ActivationFromName);
}

const char* gelu_dtype_name(gelu_dtype dtype) {
  return NameOrNull([&] { return gelu::Name(Cpp(dtype)); });
}
gelu_status gelu_dtype_from_name(const char* name, gelu_dtype* dtype) {
  return Find(name, dtype, gelu::DTypeFromName);
}
size_t gelu_dtype_size(gelu_dtype dtype) {
  return gelu_dtype_name(dtype) == nullptr ? 0 : gelu::Size(Cpp(dtype));
}

const char* gelu_accuracy_name(gelu_accuracy accuracy) {
  return NameOrNull([&] { return gelu::Name(Cpp(accuracy)); });
}
gelu_status gelu_accuracy_from_name(const char* name, gelu_accuracy* accuracy) {
  return Find(name, accuracy, gelu::AccuracyFromName);
}

int gelu_target_count(void) { return static_cast<int>(gelu::Targets().size()); }
const char* gelu_target_name(int target) {
  return target >= 0 && target < gelu_target_count()
             ? gelu::Targets()[target].data()
             : nullptr;
}
gelu_status gelu_target_from_name(const char* name, int* target) {
  return Find(name, target, gelu::TargetFromName);
}

const char* gelu_version(void) { return gelu::Version().data(); }
