// The loop of the gate kernels: blocks, and what they leave undecided.

#include <hwy/highway.h>

#include <bit>
#include <cstring>

#include "elements.h"
#include "float_environment.h"
#include "gates.h"

#if defined(GELU_SRC_GATE_LOOP_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef GELU_SRC_GATE_LOOP_INL_H_
#undef GELU_SRC_GATE_LOOP_INL_H_
#else
#define GELU_SRC_GATE_LOOP_INL_H_
#endif

HWY_BEFORE_NAMESPACE();
namespace gelu {
namespace HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Elements that are left to the accurate kernel, and where they go.
template <class T, int kFactors>
class Deferred {
 public:
  Deferred(Kernel accurate, double parameter, const Elements<T>& from)
      : accurate_(accurate),
        parameter_(parameter),
        inputs_{x_, from.p ? p_ : nullptr, from.q ? q_ : nullptr} {}

  // The i-th, which goes to y + i.
  HWY_INLINE void Add(size_t i, const Elements<T>& from, T* y) {
    if (size_ == kCapacity) Flush();
    x_[size_] = from.x[i];
    if constexpr (kFactors > 0) p_[size_] = from.p[i];
    if constexpr (kFactors > 1) q_[size_] = from.q[i];
    to_[size_++] = y + i;
  }

  void Flush() {
    if (size_ == 0) return;
    accurate_(inputs_, x_, size_, parameter_);
    for (size_t i = 0; i < size_; ++i) *to_[i] = x_[i];
    size_ = 0;
  }

 private:
  static constexpr size_t kCapacity = 64;
  const Kernel accurate_;
  const double parameter_;
  const Inputs inputs_;
  size_t size_ = 0;
  T x_[kCapacity], p_[kCapacity], q_[kCapacity];
  T* to_[kCapacity];
};

// One call: the inputs in strips. With `fast`, results that the table decides
// are other ones than the accurate kernel's: they must not depend on the
// neighbours.
template <class Strip>
class GateCall {
 public:
  using T = typename Strip::Element;

  GateCall(const Gate& gate, Kernel accurate, const Elements<T>& from,
           double parameter)
      : gate_(gate),
        accurate_(accurate),
        parameter_(parameter),
        deferred_(accurate, parameter, from) {}

  // A whole number of vectors; y is none of the inputs.
  void Run(const Elements<T>& from, size_t length, T* y) {
    const size_t lanes = hn::Lanes(DF());
    if (mostly_beyond_ && Undecided(from, lanes, y) * 2 > lanes) {
      Accurate(from, length, y);
      return;
    }
    const size_t undecided = Undecided(from, length, y);
    if (HWY_LIKELY(undecided == 0)) return;
    const bool mostly = 2 * undecided > length;
    mostly_beyond_ = mostly && Strip::kOneResult;
    if (mostly_beyond_) {
      Accurate(from, length, y);
    } else if (mostly) {
      T accurate[kStrip];
      Accurate(from, length, accurate);
      decided_.ForEachUnset(length / lanes,
                            [&](size_t i) { y[i] = accurate[i]; });
    } else {
      decided_.ForEachUnset(length / lanes,
                            [&](size_t i) { deferred_.Add(i, from, y); });
    }
  }

  void Finish() { deferred_.Flush(); }

 private:
  // Computes what the table decides, and counts the others.
  size_t Undecided(const Elements<T>& from, size_t length, T* y) {
    Strip::LookUp(from.x, length, rows_);
    if (Strip::Compute(gate_, from, length, rows_, y, decided_)) return 0;
    return decided_.CountUnset(length / hn::Lanes(DF()));
  }

  void Accurate(const Elements<T>& from, size_t length, T* y) {
    accurate_({from.x, from.p, from.q}, y, length, parameter_);
  }

  const Gate gate_;
  const Kernel accurate_;
  const double parameter_;
  bool mostly_beyond_ = false;  // the last strip was
  Deferred<T, Strip::kFactors> deferred_;
  LookedUp rows_;
  StripMask decided_;
};

template <class Strip>
void GateLoop(const Gate& gate, Kernel accurate, const Inputs& inputs,
              void* y_to, size_t length, double parameter) {
  using T = typename Strip::Element;
  const FloatEnvironment environment;
  const auto from = Elements<T>::Of(inputs);
  auto* y = static_cast<T*>(y_to);
  GateCall<Strip> call(gate, accurate, from, parameter);
  const size_t rest = length % hn::Lanes(DF());
  const size_t whole = length - rest;
  const bool in_place = y == from.x || y == from.p || y == from.q;
  for (size_t i = 0; i < whole; i += kStrip) {
    const size_t size = HWY_MIN(kStrip, whole - i);
    if (in_place) {
      const Padded<T, kStrip> copy(from.From(i), size);
      call.Run(copy.elements(), size, y + i);
    } else {
      call.Run(from.From(i), size, y + i);
    }
  }
  if (rest == 0) {
    call.Finish();
    return;
  }
  T rest_y[hn::MaxLanes(DF())];
  const Padded<T, hn::MaxLanes(DF())> padded(from.From(whole), rest);
  call.Run(padded.elements(), hn::Lanes(DF()), rest_y);
  call.Finish();
  std::memcpy(y + whole, rest_y, rest * sizeof(T));
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_GATE_LOOP_INL_H_
