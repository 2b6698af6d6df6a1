// The loop of `gelu verify`: functions held to the oracle on many inputs, by
// all hardware threads. The result does not depend on their number.

#ifndef GELU_CLI_VERIFY_LOOP_H_
#define GELU_CLI_VERIFY_LOOP_H_

#include <gelu/gelu.h>
#include <gelu/oracle/quick_oracle.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace gelu::cli {

// The inputs of a check.
//   f32        every stride-th bit pattern
//   f16, bf16  every bit pattern, whatever the stride
//   f64        2^32 / stride: half of them spread over all bit patterns, half
//              over those with 2^-30 <= |x| < 2^10, where the curves bend
class Inputs {
 public:
  Inputs(DType dtype, std::uint64_t stride);
  DType dtype() const { return dtype_; }
  std::uint64_t size() const { return size_; }
  std::uint64_t Bits(std::uint64_t index) const;

 private:
  DType dtype_;
  std::uint64_t stride_;
  std::uint64_t size_;
};

struct Mismatch {
  std::uint64_t index;  // among the inputs
  double x;
  double got;
  double want;
};

// What became of one function.
struct Tally {
  static constexpr std::size_t kShown = 5;

  std::uint64_t inputs = 0;
  std::uint64_t wrong = 0;
  double worst_ulp = 0.5;         // those correctly rounded count as 0.5
  std::optional<Mismatch> worst;  // the first such one, if above 0.5
  std::vector<Mismatch> first;    // the first kShown wrong ones

  void Add(const Tally& other);
};

// Writes f(x[i]) to y[i], for `length` elements of the dtype.
using Function =
    std::function<void(const void* x, void* y, std::size_t length)>;

// Right is what the oracle says, to the bit, or what is within `tolerance`
// ULP if that is above 0.5. Calls `progress` with the number of inputs done,
// on this thread, several times a second.
std::vector<Tally> Verify(const Inputs& inputs,
                          const oracle::QuickOracle& oracle, double tolerance,
                          const std::vector<Function>& functions,
                          const std::function<void(std::uint64_t)>& progress);

}  // namespace gelu::cli

#endif  // GELU_CLI_VERIFY_LOOP_H_
