/* Every function of gelu_c.h, called from C. */

#include <gelu/gelu_c.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define EXPECT(condition)                                            \
  do {                                                               \
    if (!(condition)) {                                              \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                    \
    }                                                                \
  } while (0)

#define EXPECT_OK(call) EXPECT((call) == GELU_STATUS_OK)
#define EXPECT_TEXT(a, b) EXPECT(strcmp((a), (b)) == 0)

static uint32_t Bits(float x) {
  uint32_t bits;
  memcpy(&bits, &x, sizeof(bits));
  return bits;
}

static void TestActivations(void) {
  const gelu_activation none = (gelu_activation)gelu_activation_count();
  gelu_activation found;
  EXPECT(gelu_activation_count() == GELU_ACTIVATION_gelu + 1);
  for (gelu_activation a = GELU_ACTIVATION_identity; a != none; ++a) {
    int i = 0;
    EXPECT_OK(gelu_activation_from_name(gelu_activation_name(a), &found));
    EXPECT(found == a);
    for (; gelu_activation_alias(a, i) != NULL; ++i) {
      EXPECT_OK(gelu_activation_from_name(gelu_activation_alias(a, i), &found));
      EXPECT(found == a);
    }
    EXPECT(i > 0);
    EXPECT(gelu_activation_alias(a, -1) == NULL);
  }
  EXPECT_TEXT(gelu_activation_name(GELU_ACTIVATION_gelu_tanh), "gelu_tanh");
  EXPECT_TEXT(gelu_activation_alias(GELU_ACTIVATION_gelu_tanh, 2), "gelu_new");
  EXPECT_TEXT(gelu_activation_parameter(GELU_ACTIVATION_silu), "beta");
  EXPECT_TEXT(gelu_activation_parameter(GELU_ACTIVATION_gelu), "");
  EXPECT(gelu_activation_default_parameter(GELU_ACTIVATION_silu) == 1.0);
  EXPECT(gelu_activation_name(none) == NULL);
  EXPECT(gelu_activation_alias(none, 0) == NULL);
  EXPECT(gelu_activation_parameter(none) == NULL);
  EXPECT(isnan(gelu_activation_default_parameter(none)));
}

static void TestOtherNames(void) {
  static const char* const dtypes[] = {"f64", "f32", "f16", "bf16"};
  static const size_t sizes[] = {8, 4, 2, 2};
  const gelu_dtype no_dtype = (gelu_dtype)4;
  const gelu_accuracy no_accuracy = (gelu_accuracy)2;
  const int targets = gelu_target_count();
  gelu_dtype dtype;
  gelu_accuracy accuracy;
  int target;
  for (int i = 0; i < 4; ++i) {
    EXPECT_TEXT(gelu_dtype_name((gelu_dtype)i), dtypes[i]);
    EXPECT_OK(gelu_dtype_from_name(dtypes[i], &dtype));
    EXPECT(dtype == (gelu_dtype)i);
    EXPECT(gelu_dtype_size(dtype) == sizes[i]);
  }
  EXPECT(gelu_dtype_name(no_dtype) == NULL && gelu_dtype_size(no_dtype) == 0);

  EXPECT_TEXT(gelu_accuracy_name(GELU_ACCURACY_CORRECT), "correct");
  EXPECT_OK(gelu_accuracy_from_name("FAST", &accuracy));
  EXPECT(accuracy == GELU_ACCURACY_FAST);
  EXPECT(gelu_accuracy_name(no_accuracy) == NULL);

  EXPECT(targets > 0);
  for (int i = 0; i < targets; ++i) {
    EXPECT_OK(gelu_target_from_name(gelu_target_name(i), &target));
    EXPECT(target == i);
  }
  EXPECT(gelu_target_name(-1) == NULL && gelu_target_name(targets) == NULL);

  EXPECT(gelu_activation_from_name("gelu", NULL) == GELU_STATUS_NULL_POINTER);
  EXPECT(gelu_dtype_from_name(NULL, &dtype) == GELU_STATUS_NULL_POINTER);
  EXPECT(gelu_dtype_from_name("f8", &dtype) == GELU_STATUS_UNKNOWN_NAME);
  EXPECT(gelu_accuracy_from_name("", &accuracy) == GELU_STATUS_UNKNOWN_NAME);
  EXPECT(gelu_target_from_name("Z80", &target) == GELU_STATUS_UNKNOWN_NAME);
  EXPECT(target == targets - 1); /* as it was */

  EXPECT_TEXT(gelu_version(), GELU_EXPECTED_VERSION);
}

/* On every target, and in place. The bits are those that MPFR gives. */
static void TestValues(void) {
  gelu_options options = GELU_OPTIONS_DEFAULT;
  for (; options.target < gelu_target_count(); ++options.target) {
    const float x = -5.5f, two = 2.0f, zero = 0.0f;
    float y = x;
    uint16_t half = 0x4000; /* 2 */
    double wide = -2.0;
    EXPECT_OK(gelu_forward(GELU_ACTIVATION_gelu, GELU_DTYPE_F32, &x, &y, 1,
                           &options));
    EXPECT(Bits(y) == Bits(-0x1.c093d8p-24f) && y == -1.0444259e-07f);
    EXPECT_OK(gelu_derivative(GELU_ACTIVATION_sigmoid, GELU_DTYPE_F32, &zero,
                              &y, 1, &options));
    EXPECT(y == 0.25f);
    EXPECT_OK(gelu_second_derivative(GELU_ACTIVATION_silu, GELU_DTYPE_F32,
                                     &zero, &y, 1, &options));
    EXPECT(y == 0.5f);
    y = 3.0f; /* dy, and then dx */
    EXPECT_OK(gelu_backward(GELU_ACTIVATION_gelu, GELU_DTYPE_F32, &y, &zero, &y,
                            1, &options));
    EXPECT(y == 1.5f);
    y = two;
    EXPECT_OK(gelu_backward(GELU_ACTIVATION_identity, GELU_DTYPE_F32, &x, &y,
                            &y, 1, &options));
    EXPECT(y == x);
    EXPECT_OK(gelu_forward(GELU_ACTIVATION_gelu, GELU_DTYPE_F16, &half, &half,
                           1, &options));
    EXPECT(half == 0x3fd1); /* 1.9541015625, next to 1.9544997 */
    EXPECT_OK(gelu_forward(GELU_ACTIVATION_leaky_relu, GELU_DTYPE_F64, &wide,
                           &wide, 1, &options));
    EXPECT(wide == -0.02);
  }
}

static void TestOptions(void) {
  gelu_options options = GELU_OPTIONS_DEFAULT;
  float x = -4.0f, y = 0, fast = 0;
  options.parameter = 0.25;
  EXPECT_OK(gelu_forward(GELU_ACTIVATION_leaky_relu, GELU_DTYPE_F32, &x, &y, 1,
                         &options));
  EXPECT(y == -1.0f);
  options.parameter = NAN;
  options.accuracy = GELU_ACCURACY_FAST;
  EXPECT_OK(
      gelu_forward(GELU_ACTIVATION_gelu, GELU_DTYPE_F32, &x, &y, 1, NULL));
  EXPECT_OK(gelu_forward(GELU_ACTIVATION_gelu, GELU_DTYPE_F32, &x, &fast, 1,
                         &options));
  EXPECT(Bits(fast) - Bits(y) + 4 <= 8); /* ULP */
}

/* What every direction says of these, with x at 0 and y at `offset`. */
static void ExpectStatus(gelu_status status, gelu_activation activation,
                         gelu_dtype dtype, int offset,
                         const gelu_options* options) {
  float data[4] = {1, 2, 3, 4};
  const float before[4] = {1, 2, 3, 4};
  float* y = data + offset;
  EXPECT(gelu_forward(activation, dtype, data, y, 2, options) == status);
  EXPECT(gelu_derivative(activation, dtype, data, y, 2, options) == status);
  EXPECT(gelu_second_derivative(activation, dtype, data, y, 2, options) ==
         status);
  EXPECT(gelu_backward(activation, dtype, data, data, y, 2, options) == status);
  EXPECT((memcmp(data, before, sizeof(data)) == 0) ==
         (status != GELU_STATUS_OK));
}

static void TestStatuses(void) {
  const gelu_activation gelu = GELU_ACTIVATION_gelu;
  const gelu_dtype f32 = GELU_DTYPE_F32;
  const gelu_options ordinary = GELU_OPTIONS_DEFAULT;
  gelu_options options = ordinary;
  float x[2] = {1, 2}, y[2] = {0, 0};

  ExpectStatus(GELU_STATUS_OK, gelu, f32, 2, &options);
  ExpectStatus(GELU_STATUS_OVERLAP, gelu, f32, 1, &options);
  ExpectStatus(GELU_STATUS_OVERLAP, gelu, f32, 1, NULL);
  ExpectStatus(GELU_STATUS_UNKNOWN_ACTIVATION, (gelu_activation)99, f32, 2,
               NULL);
  ExpectStatus(GELU_STATUS_UNKNOWN_ACTIVATION, (gelu_activation)-1, f32, 2,
               NULL);
  ExpectStatus(GELU_STATUS_UNKNOWN_DTYPE, gelu, (gelu_dtype)4, 2, NULL);
  options.accuracy = (gelu_accuracy)2;
  ExpectStatus(GELU_STATUS_UNKNOWN_ACCURACY, gelu, f32, 2, &options);
  options = ordinary;
  options.target = gelu_target_count();
  ExpectStatus(GELU_STATUS_UNKNOWN_TARGET, gelu, f32, 2, &options);
  options.target = -1;
  ExpectStatus(GELU_STATUS_UNKNOWN_TARGET, gelu, f32, 2, &options);
  options = ordinary;
  options.parameter = 1025;
  ExpectStatus(GELU_STATUS_PARAMETER_OUT_OF_RANGE, GELU_ACTIVATION_elu, f32, 2,
               &options);

  EXPECT(gelu_forward(gelu, f32, NULL, y, 2, NULL) == GELU_STATUS_NULL_POINTER);
  EXPECT(gelu_forward(gelu, f32, x, NULL, 2, NULL) == GELU_STATUS_NULL_POINTER);
  EXPECT(gelu_forward(gelu, f32, x, y, SIZE_MAX / 2, NULL) ==
         GELU_STATUS_TOO_LARGE);
  EXPECT(gelu_backward(gelu, f32, NULL, x, y, 2, NULL) ==
         GELU_STATUS_NULL_POINTER);
  EXPECT(y[0] == 0 && y[1] == 0);
  EXPECT_OK(gelu_forward(gelu, f32, NULL, NULL, 0, NULL));
  EXPECT_OK(gelu_backward(gelu, f32, NULL, NULL, NULL, 0, NULL));

  for (int i = 0; i <= GELU_STATUS_OVERLAP; ++i) {
    EXPECT(strlen(gelu_status_message((gelu_status)i)) > 0);
    for (int j = 0; j < i; ++j) {
      EXPECT(strcmp(gelu_status_message((gelu_status)i),
                    gelu_status_message((gelu_status)j)) != 0);
    }
  }
  EXPECT(gelu_status_message((gelu_status)99) == NULL);
}

/* Each function of fused.h once, by values that are exact. */
static void TestFused(void) {
  const gelu_activation relu = GELU_ACTIVATION_relu;
  const gelu_dtype f32 = GELU_DTYPE_F32;
  const float x[4] = {-2, 3, 1, -1}, bias[2] = {1, -1}, dy[4] = {5, 7, 9, 11};
  float y[4], dx[4], dbias[2], da[2], db[2], dab[4];
  EXPECT_OK(gelu_bias_forward(relu, f32, x, bias, y, 2, 2, NULL));
  EXPECT(y[0] == 0 && y[1] == 2 && y[2] == 2 && y[3] == 0);
  EXPECT_OK(gelu_bias_backward(relu, f32, dy, x, bias, dx, dbias, 2, 2, NULL));
  EXPECT(dx[0] == 0 && dx[1] == 7 && dx[2] == 9 && dx[3] == 0);
  EXPECT(dbias[0] == 9 && dbias[1] == 7);
  EXPECT_OK(gelu_bias_backward(relu, f32, dy, x, bias, dx, NULL, 2, 2, NULL));

  EXPECT_OK(gelu_gated(relu, f32, x + 1, x, y, 2, NULL));
  EXPECT(y[0] == -6 && y[1] == 3);
  EXPECT_OK(gelu_gated_backward(relu, f32, dy, x + 1, x, da, db, 2, NULL));
  EXPECT(da[0] == -10 && da[1] == 21 && db[0] == 15 && db[1] == 7);
  EXPECT_OK(gelu_gated_rows(relu, f32, GELU_HALF_LAST, x, y, 2, 1, NULL));
  EXPECT(y[0] == -6 && y[1] == 0);
  EXPECT_OK(gelu_gated_rows_backward(relu, f32, GELU_HALF_FIRST, dy, x, dab, 2,
                                     1, NULL));
  EXPECT(dab[0] == 0 && dab[1] == 0 && dab[2] == -7 && dab[3] == 7);

  EXPECT_OK(gelu_stochastic_gate(f32, x, y, 4, 1, 2));
  EXPECT_OK(gelu_stochastic_gate_backward(f32, dy, x, dx, 4, 1, 2));
  for (int i = 0; i < 4; ++i) EXPECT((y[i] == 0) == (dx[i] == 0));
}

static void TestFusedStatuses(void) {
  const gelu_activation gelu = GELU_ACTIVATION_gelu;
  const gelu_dtype f32 = GELU_DTYPE_F32;
  const gelu_half no_half = (gelu_half)2;
  float x[8] = {0}, y[8] = {0};
  EXPECT(gelu_bias_forward(gelu, f32, x, NULL, y, 1, 2, NULL) ==
         GELU_STATUS_NULL_POINTER);
  EXPECT(gelu_bias_forward(gelu, f32, x, x + 1, x, 2, 2, NULL) ==
         GELU_STATUS_OVERLAP);
  EXPECT(gelu_gated(gelu, f32, x, NULL, y, 2, NULL) ==
         GELU_STATUS_NULL_POINTER);
  EXPECT(gelu_gated_rows(gelu, f32, no_half, x, y, 1, 2, NULL) ==
         GELU_STATUS_UNKNOWN_HALF);
  EXPECT(gelu_gated_rows_backward(gelu, f32, GELU_HALF_FIRST, y, x, y, 1, 2,
                                  NULL) == GELU_STATUS_OVERLAP);
  EXPECT(gelu_gated_rows(gelu, f32, GELU_HALF_LAST, x, y, SIZE_MAX / 2, 4,
                         NULL) == GELU_STATUS_TOO_LARGE);
  EXPECT(gelu_stochastic_gate((gelu_dtype)4, x, y, 1, 0, 0) ==
         GELU_STATUS_UNKNOWN_DTYPE);
  EXPECT(gelu_stochastic_gate(f32, NULL, y, 1, 0, 0) ==
         GELU_STATUS_NULL_POINTER);
  EXPECT(gelu_status_message(GELU_STATUS_UNKNOWN_HALF) != NULL);
  EXPECT(gelu_status_message(GELU_STATUS_TOO_LARGE) != NULL);
}

int main(void) {
  TestFused();
  TestFusedStatuses();
  TestActivations();
  TestOtherNames();
  TestValues();
  TestOptions();
  TestStatuses();
  return failures != 0;
}
