// How a data set is split.

#ifndef GELU_LAB_SHARES_H_
#define GELU_LAB_SHARES_H_

#include <cstdint>

namespace gelu::lab {

// In percent, 100 together.
struct Shares {
  int train = 60, validation = 20, test = 20;
  bool operator==(const Shares&) const = default;
};

// Samples of each part; the sizes of test and validation are rounded up.
struct Sizes {
  std::int64_t train, validation, test;
};
// Throws Error if one of the three has no sample.
Sizes SizesOf(std::int64_t samples, const Shares& shares);

}  // namespace gelu::lab

#endif  // GELU_LAB_SHARES_H_
