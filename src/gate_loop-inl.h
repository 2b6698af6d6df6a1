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
template <class T, size_t kBlock, int kFactors>
class Deferred {
 public:
  Deferred(Kernel accurate, double parameter, const Elements<T>& from, T* y)
      : accurate_(accurate),
        parameter_(parameter),
        inputs_{x_, from.p ? p_ : nullptr, from.q ? q_ : nullptr},
        y_(y) {}
  ~Deferred() { Flush(); }

  // Those of a block that goes to y + place.
  void Add(uint64_t lanes, const Elements<T>& from, size_t place) {
    if (size_ + kBlock > kCapacity) Flush();
    size_t size = size_;
    for (; lanes != 0; lanes &= lanes - 1) {
      const auto lane = static_cast<size_t>(std::countr_zero(lanes));
      x_[size] = from.x[lane];
      if constexpr (kFactors > 0) p_[size] = from.p[lane];
      if constexpr (kFactors > 1) q_[size] = from.q[lane];
      place_[size++] = place + lane;
    }
    size_ = size;
  }

 private:
  void Flush() {
    const size_t size = size_;
    if (size == 0) return;
    accurate_(inputs_, x_, size, parameter_);
    for (size_t i = 0; i < size; ++i) y_[place_[i]] = x_[i];
    size_ = 0;
  }

  static constexpr size_t kCapacity = 64 + kBlock;
  const Kernel accurate_;
  const double parameter_;
  const Inputs inputs_;
  T* const y_;
  size_t size_ = 0;
  T x_[kCapacity], p_[kCapacity], q_[kCapacity];
  size_t place_[kCapacity];
};

// Where a table decides less than half a block, the neighbours may fare no
// better: as many elements go to the accurate kernel at once. With `fast`,
// which gives other bits, they must not depend on the neighbours: only a block
// of which the table decides nothing does.
constexpr size_t kRun = 256;

// Evaluation looks up the rows for a block of x, and computes with them. The
// next block is looked up before this one is computed: their latencies overlap.
template <class Evaluation>
void GateLoop(const Gate& gate_from, Kernel accurate, const Inputs& inputs,
              void* y_to, size_t length, double parameter) {
  using T = typename Evaluation::Element;
  constexpr size_t kMaxBlock = Evaluation::kMaxBlock;
  const FloatEnvironment environment;
  const Gate gate = gate_from;  // which stores to y cannot change
  const auto from = Elements<T>::Of(inputs);
  auto* y = static_cast<T*>(y_to);
  const size_t block = Evaluation::BlockSize();
  Deferred<T, kMaxBlock, Evaluation::kFactors> deferred(accurate, parameter,
                                                        from, y);
  typename Evaluation::Rows rows[2];
  size_t i = 0;
  if (block <= length) Evaluation::LookUp(from.x, rows[0]);
  for (size_t now = 0; i + block <= length; now ^= 1) {
    if (i + 2 * block <= length)
      Evaluation::LookUp(from.x + i + block, rows[now ^ 1]);
    const auto results = Evaluation::Compute(gate, from.From(i), rows[now]);
    if (HWY_UNLIKELY(!results.AllDecided())) {
      const uint64_t undecided = results.Undecided();
      const auto count = static_cast<size_t>(std::popcount(undecided));
      if (Evaluation::kOneResult ? 2 * count > block : count == block) {
        const size_t run =
            Evaluation::kOneResult ? HWY_MIN(kRun, length - i) : block;
        const Elements<T> at = from.From(i);
        accurate({at.x, at.p, at.q}, y + i, run, parameter);
        i += run;
        if (i + block <= length) Evaluation::LookUp(from.x + i, rows[now ^ 1]);
        continue;
      }
      deferred.Add(undecided, from.From(i), i);
    }
    results.Store(y + i);  // only now: y may be an input
    i += block;
  }
  if (i < length) {
    const size_t rest = length - i;
    const Padded<T, kMaxBlock> padded(from.From(i), rest);
    T rest_y[kMaxBlock];
    Evaluation::LookUp(padded.elements().x, rows[0]);
    const auto results = Evaluation::Compute(gate, padded.elements(), rows[0]);
    deferred.Add(results.Undecided() & ((uint64_t{1} << rest) - 1),
                 padded.elements(), i);
    results.Store(rest_y);
    std::memcpy(y + i, rest_y, rest * sizeof(T));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace gelu
HWY_AFTER_NAMESPACE();

#endif  // GELU_SRC_GATE_LOOP_INL_H_
