/* gelu in C: gelu.h and fused.h, function by function. C99, and C++ too.
 *
 *   float x[3] = {-5.5f, -1.0f, 2.0f}, y[3];
 *   gelu_forward(GELU_ACTIVATION_gelu, GELU_DTYPE_F32, x, y, 3, NULL);
 *
 * Lengths count elements. Outputs may be the inputs themselves (in place);
 * any other overlap is an error. Any alignment, any length, also 0. Nothing
 * here allocates (except for a moment, after an error), locks, prints or keeps
 * state; every function may be called from any number of threads. There is no
 * "last error": a status says all, and gelu_status_message says it in words.
 * Where a status is not GELU_STATUS_OK, nothing has been written.
 *
 * Strings are constants, never freed. Where there is none, they are NULL.
 */

#ifndef GELU_GELU_C_H_
#define GELU_GELU_C_H_

#include <math.h>
#include <stddef.h>
#include <stdint.h>

/* As in gelu.h. */
#if defined(_WIN32)
#define GELU_EXPORT
#else
#define GELU_EXPORT __attribute__((visibility("default")))
#endif

/* In C++ any int may stand in these enumerations; in C it may anyway. */
#ifdef __cplusplus
#define GELU_ENUM(name) enum name : int
extern "C" {
#else
#define GELU_ENUM(name) enum name
#endif

typedef GELU_ENUM(gelu_status){
    GELU_STATUS_OK,
    GELU_STATUS_NULL_POINTER,
    GELU_STATUS_UNKNOWN_NAME,
    GELU_STATUS_UNKNOWN_ACTIVATION,
    GELU_STATUS_UNKNOWN_DTYPE,
    GELU_STATUS_UNKNOWN_ACCURACY,
    GELU_STATUS_UNKNOWN_TARGET,
    GELU_STATUS_PARAMETER_OUT_OF_RANGE,
    GELU_STATUS_OVERLAP,
    GELU_STATUS_UNKNOWN_HALF,
    GELU_STATUS_TOO_LARGE,
} gelu_status;

/* One short line in English. */
GELU_EXPORT const char* gelu_status_message(gelu_status status);

/* The names of activations.def as they stand there: GELU_ACTIVATION_gelu,
 * GELU_ACTIVATION_gelu_tanh, GELU_ACTIVATION_quick_gelu, ... */
typedef GELU_ENUM(gelu_activation){
#define GELU_ACTIVATION(Id, name, ...) GELU_ACTIVATION_##name,
#include <gelu/activations.def>
#undef GELU_ACTIVATION
} gelu_activation;

/* double, float, and uint16_t with the bits of an IEEE 754 binary16 or of a
 * bfloat16 (the upper half of a binary32). */
typedef GELU_ENUM(gelu_dtype){
    GELU_DTYPE_F64,
    GELU_DTYPE_F32,
    GELU_DTYPE_F16,
    GELU_DTYPE_BF16,
} gelu_dtype;

/* What each guarantees: gelu.h, Accuracy. */
typedef GELU_ENUM(gelu_accuracy){
    GELU_ACCURACY_CORRECT,
    GELU_ACCURACY_FAST,
} gelu_accuracy;

/* Of a row, the half that goes through f. */
typedef GELU_ENUM(gelu_half){GELU_HALF_FIRST, GELU_HALF_LAST} gelu_half;

#undef GELU_ENUM

/* The number of activations: they are 0 ... count - 1. */
GELU_EXPORT int gelu_activation_count(void);
GELU_EXPORT const char* gelu_activation_name(gelu_activation activation);
/* Its aliases: index 0, 1, ... until NULL. There is at least one. */
GELU_EXPORT const char* gelu_activation_alias(gelu_activation activation,
                                              int index);
/* The name of its parameter, "" if it has none; and the default value, NaN if
 * there is no such activation. */
GELU_EXPORT const char* gelu_activation_parameter(gelu_activation activation);
GELU_EXPORT double gelu_activation_default_parameter(
    gelu_activation activation);
/* By name or alias, in any case. UNKNOWN_NAME, NULL_POINTER. */
GELU_EXPORT gelu_status gelu_activation_from_name(const char* name,
                                                  gelu_activation* activation);

/* "f64", "f32", "f16", "bf16". */
GELU_EXPORT const char* gelu_dtype_name(gelu_dtype dtype);
GELU_EXPORT gelu_status gelu_dtype_from_name(const char* name,
                                             gelu_dtype* dtype);
/* Bytes of one element; 0 if there is no such type. */
GELU_EXPORT size_t gelu_dtype_size(gelu_dtype dtype);

/* "correct", "fast". */
GELU_EXPORT const char* gelu_accuracy_name(gelu_accuracy accuracy);
GELU_EXPORT gelu_status gelu_accuracy_from_name(const char* name,
                                                gelu_accuracy* accuracy);

/* The instruction sets this library was compiled for and this CPU has, best
 * first: 0 ... count - 1. All of them give the same bits. */
GELU_EXPORT int gelu_target_count(void);
GELU_EXPORT const char* gelu_target_name(int target);
GELU_EXPORT gelu_status gelu_target_from_name(const char* name, int* target);

/* "0.1.0" */
GELU_EXPORT const char* gelu_version(void);

typedef struct gelu_options {
  /* The slope of leaky_relu, the alpha of elu, the beta of silu. At most 1024
   * in magnitude; beta is at least 1/1024. Ignored by the others. NaN stands
   * for the default. */
  double parameter;
  int target; /* 0 is the best. */
  gelu_accuracy accuracy;
} gelu_options;

/* gelu_options options = GELU_OPTIONS_DEFAULT; NULL stands for the same. */
#define GELU_OPTIONS_DEFAULT \
  { NAN, 0, GELU_ACCURACY_CORRECT }

/* y[i] = f(x[i]), f'(x[i]), f''(x[i]), for i < length. How they are rounded,
 * and special values: gelu.h.
 *
 * x and y have `length` elements of `dtype`; they may be NULL if it is 0.
 * y may be x.
 *
 * Any status but UNKNOWN_NAME. */
GELU_EXPORT gelu_status gelu_forward(gelu_activation activation,
                                     gelu_dtype dtype, const void* x, void* y,
                                     size_t length,
                                     const gelu_options* options);
GELU_EXPORT gelu_status gelu_derivative(gelu_activation activation,
                                        gelu_dtype dtype, const void* x,
                                        void* y, size_t length,
                                        const gelu_options* options);
GELU_EXPORT gelu_status gelu_second_derivative(gelu_activation activation,
                                               gelu_dtype dtype, const void* x,
                                               void* y, size_t length,
                                               const gelu_options* options);

/* dx[i] = dy[i] * f'(x[i]), rounded once. The same holds; dx may be dy or x. */
GELU_EXPORT gelu_status gelu_backward(gelu_activation activation,
                                      gelu_dtype dtype, const void* dy,
                                      const void* x, void* dx, size_t length,
                                      const gelu_options* options);

/* The functions of fused.h, where each is described. Arrays of rows are dense.
 * OVERLAP: also where arrays that may not even be the same are.
 *
 * y[r][i] = f(x[r][i] + bias[i]) */
GELU_EXPORT gelu_status gelu_bias_forward(gelu_activation activation,
                                          gelu_dtype dtype, const void* x,
                                          const void* bias, void* y,
                                          size_t rows, size_t width,
                                          const gelu_options* options);
/* dx[r][i] = dy[r][i] f'(x[r][i] + bias[i]). dbias[i] = the sum of dx[r][i]
 * over r; dbias may be NULL: then it isn't computed. */
GELU_EXPORT gelu_status gelu_bias_backward(gelu_activation activation,
                                           gelu_dtype dtype, const void* dy,
                                           const void* x, const void* bias,
                                           void* dx, void* dbias, size_t rows,
                                           size_t width,
                                           const gelu_options* options);

/* y[i] = f(a[i]) b[i] */
GELU_EXPORT gelu_status gelu_gated(gelu_activation activation, gelu_dtype dtype,
                                   const void* a, const void* b, void* y,
                                   size_t length, const gelu_options* options);
/* da[i] = dy[i] b[i] f'(a[i]), db[i] = dy[i] f(a[i]) */
GELU_EXPORT gelu_status gelu_gated_backward(gelu_activation activation,
                                            gelu_dtype dtype, const void* dy,
                                            const void* a, const void* b,
                                            void* da, void* db, size_t length,
                                            const gelu_options* options);
/* The same where a and b are the halves of each row of ab, 2 * width elements;
 * `activated` is a. UNKNOWN_HALF, TOO_LARGE. */
GELU_EXPORT gelu_status gelu_gated_rows(gelu_activation activation,
                                        gelu_dtype dtype, gelu_half activated,
                                        const void* ab, void* y, size_t rows,
                                        size_t width,
                                        const gelu_options* options);
GELU_EXPORT gelu_status gelu_gated_rows_backward(
    gelu_activation activation, gelu_dtype dtype, gelu_half activated,
    const void* dy, const void* ab, void* dab, size_t rows, size_t width,
    const gelu_options* options);

/* y[i] = x[i] m[i], m[i] = 1 with the probability Phi(x[i]), else 0. */
GELU_EXPORT gelu_status gelu_stochastic_gate(gelu_dtype dtype, const void* x,
                                             void* y, size_t length,
                                             uint64_t seed, uint64_t offset);
/* dx[i] = dy[i] m[i], with the same m. */
GELU_EXPORT gelu_status gelu_stochastic_gate_backward(
    gelu_dtype dtype, const void* dy, const void* x, void* dx, size_t length,
    uint64_t seed, uint64_t offset);

#ifdef __cplusplus
}  // extern "C"
#endif

#endif /* GELU_GELU_C_H_ */
