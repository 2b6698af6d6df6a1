// The functions of the interface in C: they call those in C++, and turn errors
// into statuses.

#include <gelu/fused.h>
#include <gelu/gelu.h>
#include <gelu/gelu_c.h>

#include <initializer_list>

#include "c_support.h"
#include "pieces.h"

using gelu::c::Cpp;
using gelu::c::Refuses;

namespace {

static_assert(static_cast<int>(gelu::Half::kFirst) == GELU_HALF_FIRST);
static_assert(static_cast<int>(gelu::Half::kLast) == GELU_HALF_LAST);

bool AnyIsNull(std::initializer_list<const void*> arrays) {
  for (const void* array : arrays) {
    if (array == nullptr) return true;
  }
  return false;
}

// call(activation, dtype, length, options). If the library refuses it, asks
// for one argument at a time which it was.
template <class Call>
gelu_status Run(gelu_activation activation, gelu_dtype dtype,
                std::initializer_list<const void*> arrays, std::size_t length,
                const gelu_options* given, const Call& call) noexcept {
  if (length != 0 && AnyIsNull(arrays)) return GELU_STATUS_NULL_POINTER;
  gelu::Options options;
  if (given != nullptr) {
    options = {given->parameter, given->target, Cpp(given->accuracy)};
  }
  const auto refuses = [&](std::size_t n) {
    return Refuses([&] { call(Cpp(activation), Cpp(dtype), n, options); });
  };
  if (!refuses(length)) return GELU_STATUS_OK;
  if (gelu_activation_name(activation) == nullptr) {
    return GELU_STATUS_UNKNOWN_ACTIVATION;
  }
  if (gelu_dtype_name(dtype) == nullptr) return GELU_STATUS_UNKNOWN_DTYPE;
  if (Refuses([&] { gelu::Name(options.accuracy); })) {
    return GELU_STATUS_UNKNOWN_ACCURACY;
  }
  if (gelu_target_name(options.target) == nullptr) {
    return GELU_STATUS_UNKNOWN_TARGET;
  }
  if (Refuses([&] { gelu::SizeOf(Cpp(dtype), 1, length); })) {
    return GELU_STATUS_TOO_LARGE;
  }
  // Of no elements, none overlap.
  return refuses(0) ? GELU_STATUS_PARAMETER_OUT_OF_RANGE : GELU_STATUS_OVERLAP;
}

using Unary = void (*)(gelu::Activation, gelu::DType, const void*, void*,
                       std::size_t, const gelu::Options&);

gelu_status RunUnary(Unary function, gelu_activation activation,
                     gelu_dtype dtype, const void* x, void* y,
                     std::size_t length, const gelu_options* options) noexcept {
  return Run(activation, dtype, {x, y}, length, options,
             [&](auto a, auto d, std::size_t n, const gelu::Options& o) {
               function(a, d, x, y, n, o);
             });
}

// The same for rows: call(activation, dtype, rows, options).
template <class Call>
gelu_status RunRows(gelu_activation activation, gelu_dtype dtype,
                    std::initializer_list<const void*> arrays, std::size_t rows,
                    std::size_t width, const gelu_options* options,
                    const Call& call) noexcept {
  if (gelu_dtype_name(dtype) != nullptr &&
      Refuses([&] { gelu::SizeOf(Cpp(dtype), rows, width); })) {
    return GELU_STATUS_TOO_LARGE;
  }
  if (width != 0) return Run(activation, dtype, arrays, rows, options, call);
  return Run(activation, dtype, {}, rows, options, call);
}

// The same where nothing has a name but the dtype.
template <class Call>
gelu_status RunGate(gelu_dtype dtype, std::initializer_list<const void*> arrays,
                    std::size_t length, const Call& call) noexcept {
  return Run(GELU_ACTIVATION_gelu, dtype, arrays, length, nullptr,
             [&](auto, auto d, std::size_t n, auto&) { call(d, n); });
}

bool IsHalf(gelu_half half) {
  return half == GELU_HALF_FIRST || half == GELU_HALF_LAST;
}

}  // namespace

gelu_status gelu_forward(gelu_activation activation, gelu_dtype dtype,
                         const void* x, void* y, size_t length,
                         const gelu_options* options) {
  return RunUnary(gelu::Forward, activation, dtype, x, y, length, options);
}

gelu_status gelu_derivative(gelu_activation activation, gelu_dtype dtype,
                            const void* x, void* y, size_t length,
                            const gelu_options* options) {
  return RunUnary(gelu::Derivative, activation, dtype, x, y, length, options);
}

gelu_status gelu_second_derivative(gelu_activation activation, gelu_dtype dtype,
                                   const void* x, void* y, size_t length,
                                   const gelu_options* options) {
  return RunUnary(gelu::SecondDerivative, activation, dtype, x, y, length,
                  options);
}

gelu_status gelu_backward(gelu_activation activation, gelu_dtype dtype,
                          const void* dy, const void* x, void* dx,
                          size_t length, const gelu_options* options) {
  return Run(activation, dtype, {dy, x, dx}, length, options,
             [&](auto a, auto d, std::size_t n, const gelu::Options& o) {
               gelu::Backward(a, d, dy, x, dx, n, o);
             });
}

gelu_status gelu_bias_forward(gelu_activation activation, gelu_dtype dtype,
                              const void* x, const void* bias, void* y,
                              size_t rows, size_t width,
                              const gelu_options* options) {
  return RunRows(activation, dtype, {x, bias, y}, rows, width, options,
                 [&](auto a, auto d, std::size_t n, const gelu::Options& o) {
                   gelu::BiasForward(a, d, x, bias, y, n, width, o);
                 });
}

gelu_status gelu_bias_backward(gelu_activation activation, gelu_dtype dtype,
                               const void* dy, const void* x, const void* bias,
                               void* dx, void* dbias, size_t rows, size_t width,
                               const gelu_options* options) {
  return RunRows(activation, dtype, {dy, x, bias, dx}, rows, width, options,
                 [&](auto a, auto d, std::size_t n, const gelu::Options& o) {
                   gelu::BiasBackward(a, d, dy, x, bias, dx,
                                      n ? dbias : nullptr, n, width, o);
                 });
}

gelu_status gelu_gated(gelu_activation activation, gelu_dtype dtype,
                       const void* a, const void* b, void* y, size_t length,
                       const gelu_options* options) {
  return Run(activation, dtype, {a, b, y}, length, options,
             [&](auto f, auto d, std::size_t n, const gelu::Options& o) {
               gelu::Gated(f, d, a, b, y, n, o);
             });
}

gelu_status gelu_gated_backward(gelu_activation activation, gelu_dtype dtype,
                                const void* dy, const void* a, const void* b,
                                void* da, void* db, size_t length,
                                const gelu_options* options) {
  return Run(activation, dtype, {dy, a, b, da, db}, length, options,
             [&](auto f, auto d, std::size_t n, const gelu::Options& o) {
               gelu::GatedBackward(f, d, dy, a, b, da, db, n, o);
             });
}

gelu_status gelu_gated_rows(gelu_activation activation, gelu_dtype dtype,
                            gelu_half activated, const void* ab, void* y,
                            size_t rows, size_t width,
                            const gelu_options* options) {
  if (!IsHalf(activated)) return GELU_STATUS_UNKNOWN_HALF;
  return RunRows(activation, dtype, {ab, y}, rows, width, options,
                 [&](auto a, auto d, std::size_t n, const gelu::Options& o) {
                   gelu::GatedRows(a, d, static_cast<gelu::Half>(activated), ab,
                                   y, n, width, o);
                 });
}

gelu_status gelu_gated_rows_backward(gelu_activation activation,
                                     gelu_dtype dtype, gelu_half activated,
                                     const void* dy, const void* ab, void* dab,
                                     size_t rows, size_t width,
                                     const gelu_options* options) {
  if (!IsHalf(activated)) return GELU_STATUS_UNKNOWN_HALF;
  return RunRows(activation, dtype, {dy, ab, dab}, rows, width, options,
                 [&](auto a, auto d, std::size_t n, const gelu::Options& o) {
                   gelu::GatedRowsBackward(a, d,
                                           static_cast<gelu::Half>(activated),
                                           dy, ab, dab, n, width, o);
                 });
}

gelu_status gelu_stochastic_gate(gelu_dtype dtype, const void* x, void* y,
                                 size_t length, uint64_t seed,
                                 uint64_t offset) {
  return RunGate(dtype, {x, y}, length, [&](auto d, std::size_t n) {
    gelu::StochasticGate(d, x, y, n, seed, offset);
  });
}

gelu_status gelu_stochastic_gate_backward(gelu_dtype dtype, const void* dy,
                                          const void* x, void* dx,
                                          size_t length, uint64_t seed,
                                          uint64_t offset) {
  return RunGate(dtype, {dy, x, dx}, length, [&](auto d, std::size_t n) {
    gelu::StochasticGateBackward(d, dy, x, dx, n, seed, offset);
  });
}
