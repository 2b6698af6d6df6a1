// RowKernels, for every target. Sums of two floats or 16-bit elements are
// rounded twice, in double first, which gives the nearest all the same: double
// has more than twice their precision and two bits (S. Figueroa, "When is
// double rounding innocuous?", 1995).

#include "rows.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "row_kernels.cc"
#include <hwy/foreach_target.h>
// after foreach_target.h
#include <hwy/highway.h>

#include <cstring>

#include "float_environment.h"
#include "rounding-inl.h"

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {

// A vector's elements at `from`: for what is left at the end, a padded copy.
template <class T>
class Vector {
 public:
  Vector(const T* from, size_t length) : at_(from) {
    if (length >= hn::Lanes(D64())) return;
    std::memcpy(rest_, from, length * sizeof(T));
    at_ = rest_;
  }
  Vector(const Vector&) = delete;
  V64 Load() const { return LoadAsDouble(at_); }

 private:
  const T* at_;
  T rest_[hn::MaxLanes(D64())] = {};
};

template <class T>
void Store(V64 v, T* to, size_t length) {
  if (length >= hn::Lanes(D64())) {
    StoreBits(RoundTo<T>(v), to);
    return;
  }
  T rest[hn::MaxLanes(D64())];
  StoreBits(RoundTo<T>(v), rest);
  std::memcpy(to, rest, length * sizeof(T));
}

// Calls body(i, length) for each vector's place, and the length from there.
template <class Body>
HWY_INLINE void ForEachVector(size_t length, const Body& body) {
  const FloatEnvironment environment;
  for (size_t i = 0; i < length; i += hn::Lanes(D64())) body(i, length - i);
}

template <class T>
void Add(const void* a_from, const void* b_from, void* y_to, size_t length) {
  const auto* a = static_cast<const T*>(a_from);
  const auto* b = static_cast<const T*>(b_from);
  auto* y = static_cast<T*>(y_to);
  ForEachVector(length, [&](size_t i, size_t left) HWY_ATTR {
    const Vector<T> p(a + i, left), q(b + i, left);
    Store(hn::Add(p.Load(), q.Load()), y + i, left);
  });
}

template <>
void Add<float>(const void* a_from, const void* b_from, void* y_to,
                size_t length) {
  const auto* a = static_cast<const float*>(a_from);
  const auto* b = static_cast<const float*>(b_from);
  auto* y = static_cast<float*>(y_to);
  const FloatEnvironment environment;
  const hn::ScalableTag<float> d;
  size_t i = 0;
  for (; i + hn::Lanes(d) <= length; i += hn::Lanes(d)) {
    hn::StoreU(hn::Add(hn::LoadU(d, a + i), hn::LoadU(d, b + i)), d, y + i);
  }
  for (; i < length; ++i) y[i] = a[i] + b[i];
}

template <class T>
void Accumulate(const void* x_from, double* sums, size_t length) {
  const auto* x = static_cast<const T*>(x_from);
  ForEachVector(length, [&](size_t i, size_t left) HWY_ATTR {
    const Vector<T> p(x + i, left);
    const Vector<double> sum(sums + i, left);
    Store(hn::Add(sum.Load(), p.Load()), sums + i, left);
  });
}

template <class From, class To>
void Convert(const From* x, To* y, size_t length) {
  ForEachVector(length, [&](size_t i, size_t left) HWY_ATTR {
    Store(Vector<From>(x + i, left).Load(), y + i, left);
  });
}
template <class T>
void Widen(const void* x, double* y, size_t length) {
  Convert(static_cast<const T*>(x), y, length);
}
template <class T>
void Narrow(const double* x, void* y, size_t length) {
  Convert(x, static_cast<T*>(y), length);
}

template <class T>
constexpr RowKernels kRowKernels = {Add<T>, Accumulate<T>, Widen<T>, Narrow<T>};

RowKernels RowKernelsOf(DType dtype) {
  switch (dtype) {
    case DType::kF64:
      return kRowKernels<double>;
    case DType::kF32:
      return kRowKernels<float>;
    case DType::kF16:
      return kRowKernels<Float16>;
    case DType::kBF16:
      return kRowKernels<BFloat16>;
  }
  return {};
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace gelu {

HWY_EXPORT(RowKernelsOf);

RowKernels FindRowKernels(std::int64_t target, DType dtype) {
  hwy::ChosenTarget chosen;
  chosen.Update(target);
  return HWY_DISPATCH_TABLE(RowKernelsOf)[chosen.GetIndex()](dtype);
}

}  // namespace gelu
#endif  // HWY_ONCE
