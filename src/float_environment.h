// Correct rounding needs round-to-nearest and subnormals, whatever the host
// has set: some turn on flush-to-zero for the whole process.

#ifndef GELU_SRC_FLOAT_ENVIRONMENT_H_
#define GELU_SRC_FLOAT_ENVIRONMENT_H_

#include <cstdint>

#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

namespace gelu {

// For its lifetime this thread rounds to nearest and keeps subnormals. Costs
// one read where that is so anyway.
class FloatEnvironment {
 public:
  FloatEnvironment() : host_(Read()) {
    if (host_ & kDeviations) Write(host_ & ~kDeviations);
  }
  ~FloatEnvironment() {
    if (host_ & kDeviations) Write(host_);
  }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
#if defined(__x86_64__)
  using Word = unsigned;
  // MXCSR: flush to zero, rounding mode, denormals are zero
  static constexpr Word kDeviations = 0x8000 | 0x6000 | 0x0040;
  static Word Read() { return _mm_getcsr(); }
  static void Write(Word word) { _mm_setcsr(word); }
#elif defined(__aarch64__)
  using Word = std::uint64_t;
  // FPCR: AHP, FZ, rounding mode, FZ16
  static constexpr Word kDeviations =
      (1u << 26) | (1u << 24) | (3u << 22) | (1u << 19);
  static Word Read() {
    Word word;
    asm volatile("mrs %0, fpcr" : "=r"(word));
    return word;
  }
  static void Write(Word word) { asm volatile("msr fpcr, %0" : : "r"(word)); }
#else
  using Word = unsigned;
  static constexpr Word kDeviations = 0;
  static Word Read() { return 0; }
  static void Write(Word) {}
#endif

  const Word host_;
};

}  // namespace gelu

#endif  // GELU_SRC_FLOAT_ENVIRONMENT_H_
