// The loop of the gate kernels: blocks, and what they leave undecided.

#include <hwy/highway.h>

#include <cstring>

#include "elements.h"
#include "float_environment.h"
#include "gate_strip-inl.h"
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

// Where elements go that a gate does not decide: to the next one, if they are
// beyond its ends; or, if there is none, to the accurate kernel.
struct Onward {
  const Gate* next;
  Kernel accurate;
  double parameter;
};

template <class Strip>
void GateLoop(const Gate& gate, Kernel accurate, const Inputs& inputs,
              void* y_to, size_t length, double parameter);

template <class Strip>
void GoOnward(const Onward& to, const Inputs& inputs, void* y, size_t length) {
  if (to.next == nullptr) {
    to.accurate(inputs, y, length, to.parameter);
    return;
  }
  const auto loop = to.next->scaled
                        ? &GateLoop<typename Strip::template For<true>>
                        : &GateLoop<typename Strip::template For<false>>;
  loop(*to.next, to.accurate, inputs, y, length, to.parameter);
}

// Copies of single elements, next to each other.
template <class Strip, size_t kCapacity>
class Gathered {
 public:
  using T = typename Strip::T;

  // The i-th of those.
  HWY_INLINE void Add(size_t i, const Elements<T>& from) {
    x_[size_] = from.x[i];
    if constexpr (Strip::kFactors > 0) p_[size_] = from.p[i];
    if constexpr (Strip::kFactors > 1) q_[size_] = from.q[i];
    ++size_;
  }
  void Clear() { size_ = 0; }

  size_t size() const { return size_; }
  Elements<T> elements() const {
    return {x_, Strip::kFactors > 0 ? p_ : nullptr,
            Strip::kFactors > 1 ? q_ : nullptr};
  }

 private:
  size_t size_ = 0;
  T x_[kCapacity], p_[kCapacity], q_[kCapacity];
};

// Elements that go onward, and where their results go.
template <class Strip>
class Deferred {
 public:
  using T = typename Strip::T;

  explicit Deferred(const Onward& onward) : onward_(onward) {}

  // The i-th, which goes to `to`.
  HWY_INLINE void Add(size_t i, const Elements<T>& from, T* to) {
    if (gathered_.size() == kCapacity) Flush();
    to_[gathered_.size()] = to;
    gathered_.Add(i, from);
  }

  void ComputeAll(const Elements<T>& from, size_t length, T* y) const {
    GoOnward<Strip>(onward_, {from.x, from.p, from.q}, y, length);
  }

  void Flush() {
    const size_t size = gathered_.size();
    if (size == 0) return;
    T y[kCapacity];
    ComputeAll(gathered_.elements(), size, y);
    for (size_t i = 0; i < size; ++i) *to_[i] = y[i];
    gathered_.Clear();
  }

 private:
  static constexpr size_t kCapacity = 64;
  const Onward onward_;
  Gathered<Strip, kCapacity> gathered_;
  T* to_[kCapacity];
};

// One call: the inputs in strips. With `fast` it matters who computes a result:
// that must not depend on the neighbours.
template <class Strip>
class GateCall {
 public:
  using T = typename Strip::T;

  GateCall(const Gate& gate, Kernel accurate, double parameter)
      : gate_(gate),
        ends_(gate),
        beyond_({gate.next, accurate, parameter}),
        open_({nullptr, accurate, parameter}) {}

  // A whole number of vectors; y is none of the inputs.
  void Run(const Elements<T>& from, size_t length, T* y) {
    const size_t lanes = hn::Lanes(DF());
    if (mostly_beyond_) mostly_beyond_ = 2 * Undecided(from, lanes, y) > lanes;
    if (!mostly_beyond_) {
      const size_t undecided = Undecided(from, length, y);
      if (HWY_LIKELY(undecided == 0)) return;
      mostly_beyond_ = 2 * undecided > length;
    }
    if (mostly_beyond_) {
      beyond_.ComputeAll(from, length, y);
      if constexpr (!Strip::kOneResult) ComputeWithin(from, length, y);
    } else {
      decided_.ForEachUnset(length / lanes, [&](size_t i) {
        (ends_.Have(rows_.offset[i]) ? beyond_ : open_).Add(i, from, y + i);
      });
    }
  }

  void Finish() {
    beyond_.Flush();
    open_.Flush();
  }

 private:
  // Computes what the table decides, and counts the others.
  size_t Undecided(const Elements<T>& from, size_t length, T* y) {
    Strip::LookUp(gate_, from.x, length, rows_);
    Strip::Compute(gate_, from, length, rows_, y, decided_);
    return decided_.CountUnset(length / hn::Lanes(DF()));
  }

  // Only those that are not beyond.
  HWY_NOINLINE void ComputeWithin(const Elements<T>& from, size_t length,
                                  T* y) {
    const size_t lanes = hn::Lanes(DF());
    Strip::LookUp(gate_, from.x, length, rows_);
    ends_.Mark(length, rows_, decided_);
    Gathered<Strip, kStrip> within;
    size_t place[kStrip];
    const auto add = [&](size_t i) {
      place[within.size()] = i;
      within.Add(i, from);
    };
    decided_.ForEachUnset(length / lanes, add);
    if (within.size() == 0) return;
    while (within.size() % lanes != 0) add(place[0]);
    T result[kStrip];
    Undecided(within.elements(), within.size(), result);
    for (size_t i = 0; i < within.size(); ++i) y[place[i]] = result[i];
    decided_.ForEachUnset(within.size() / lanes, [&](size_t i) {
      open_.Add(place[i], from, y + place[i]);
    });
  }

  const Gate& gate_;
  const typename Strip::Ends ends_;
  bool mostly_beyond_ = false;  // the last strip was
  Deferred<Strip> beyond_, open_;
  LookedUp rows_;
  StripMask decided_;
};

template <class Strip>
void GateLoop(const Gate& gate, Kernel accurate, const Inputs& inputs,
              void* y_to, size_t length, double parameter) {
  using T = typename Strip::T;
  const FloatEnvironment environment;
  const auto from = Elements<T>::Of(inputs);
  auto* y = static_cast<T*>(y_to);
  GateCall<Strip> call(gate, accurate, parameter);
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
