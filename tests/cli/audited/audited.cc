// Functions to audit: one that is right, the others not.

#include <gelu/gelu.h>
#include <unistd.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>

namespace {

void Right(const float* x, float* y, std::size_t n) {
  gelu::Forward(gelu::Activation::kGelu, gelu::DType::kF32, x, y, n);
}

}  // namespace

extern "C" {

void right(const float* x, float* y, std::size_t n) { Right(x, y, n); }

void right_derivative_bf16(const void* x, void* y, std::size_t n) {
  gelu::Derivative(gelu::Activation::kSilu, gelu::DType::kBF16, x, y, n);
}

void right_f64(const void* x, void* y, std::size_t n) {
  gelu::Forward(gelu::Activation::kGeluTanh, gelu::DType::kF64, x, y, n);
}

void one_plus_erf(const float* x, float* y, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) {
    y[i] = 0.5f * x[i] * (1 + std::erf(x[i] * 0.70710678f));
  }
}

void positive_zero(const float* x, float* y, std::size_t n) {
  Right(x, y, n);
  for (std::size_t i = 0; i < n; ++i) y[i] += 0.0f;
}

void crashes(const float* x, float* y, std::size_t n) {
  Right(x, y, n);
  if (n == 13) std::abort();
}

void hangs(const float*, float*, std::size_t) {
  for (;;) pause();
}

void nothing(const float*, float*, std::size_t) {}

void exits(const float*, float*, std::size_t) { std::exit(0); }

void throws(const float*, float*, std::size_t) { throw 1; }

// In whole vectors of eight, as if arrays were that long.
void writes_too_far(const float* x, float* y, std::size_t n) {
  Right(x, y, n);
  for (std::size_t i = n; i % 8 != 0; ++i) y[i] = 0;
}

void writes_before(const float* x, float* y, std::size_t n) {
  Right(x, y, n);
  if (n == 5) y[-1] = 0;
}

void writes_to_x(const float* x, float* y, std::size_t n) {
  Right(x, y, n);
  if (n == 5) const_cast<float*>(x)[0] = 1;
}

// The remainder after vectors of four goes another way.
void depends_on_position(const float* x, float* y, std::size_t n) {
  Right(x, y, n);
  for (std::size_t i = 0; i < n / 4 * 4; ++i) {
    if (x[i] == 1) y[i] = std::nextafter(y[i], 2.0f);
  }
}

}  // extern "C"
