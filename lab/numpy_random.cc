#include "numpy_random.h"

#include <bit>
#include <cmath>
#include <numeric>
#include <utility>

namespace gelu::lab {

// By rejection under the smallest mask that holds end - 1.
std::uint32_t NumpyRandom::Below(std::uint32_t end) {
  const std::uint32_t mask = std::bit_ceil(end) - 1;
  std::uint32_t value;
  do {
    value = Next() & mask;
  } while (value >= end);
  return value;
}

double NumpyRandom::Uniform() {
  const std::uint32_t high = Next() >> 5, low = Next() >> 6;
  return (high * 0x1p26 + low) / 0x1p53;
}

std::vector<std::int64_t> NumpyRandom::Permutation(std::int64_t length) {
  std::vector<std::int64_t> order(length);
  std::iota(order.begin(), order.end(), 0);
  for (std::int64_t i = length - 1; i > 0; --i) {
    std::swap(order[i], order[Below(static_cast<std::uint32_t>(i + 1))]);
  }
  return order;
}

// Marsaglia's polar method; of the pair the second comes first.
double NumpyRandom::Normal() {
  if (spare_normal_) return *std::exchange(spare_normal_, std::nullopt);
  double x1, x2, r2;
  do {
    x1 = 2.0 * Uniform() - 1.0;
    x2 = 2.0 * Uniform() - 1.0;
    r2 = x1 * x1 + x2 * x2;
  } while (r2 >= 1.0 || r2 == 0.0);
  const double f = std::sqrt(-2.0 * std::log(r2) / r2);
  spare_normal_ = f * x1;
  return f * x2;
}

}  // namespace gelu::lab
