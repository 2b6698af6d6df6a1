// numpy.random.RandomState(seed), as far as the data sets need it.

#ifndef GELU_LAB_NUMPY_RANDOM_H_
#define GELU_LAB_NUMPY_RANDOM_H_

#include <cstdint>
#include <optional>
#include <random>
#include <vector>

namespace gelu::lab {

class NumpyRandom {
 public:
  explicit NumpyRandom(std::uint32_t seed) : engine_(seed) {}

  // 0 ... length - 1 in random order: `permutation`, or `shuffle` of those.
  std::vector<std::int64_t> Permutation(std::int64_t length);

  // Standard normal.
  double Normal();

 private:
  std::uint32_t Next() { return static_cast<std::uint32_t>(engine_()); }
  std::uint32_t Below(std::uint32_t end);
  double Uniform();  // in [0, 1), of 53 bits

  std::mt19937 engine_;
  std::optional<double> spare_normal_;
};

}  // namespace gelu::lab

#endif  // GELU_LAB_NUMPY_RANDOM_H_
