#include <ATen/ops/empty.h>
#include <gelu/lab/data.h>

#include <cmath>
#include <numbers>
#include <vector>

#include "numpy_random.h"

namespace gelu::lab {
namespace {

// numpy.linspace(0, pi, length)[i]: the last is pi itself.
double Angle(std::int64_t i, std::int64_t length) {
  if (i == 0) return 0.0;
  if (i == length - 1) return std::numbers::pi;
  return i * (std::numbers::pi / static_cast<double>(length - 1));
}

struct Point {
  double x, y;
};

// The i-th sample before it is shuffled: the outer half circle, then the inner.
Point OnMoon(std::int64_t i, std::int64_t outer, std::int64_t inner) {
  if (i < outer) {
    const double t = Angle(i, outer);
    return {std::cos(t), std::sin(t)};
  }
  const double t = Angle(i - outer, inner);
  return {1.0 - std::cos(t), 1.0 - std::sin(t) - 0.5};
}

}  // namespace

DataSet MakeMoons(std::int64_t samples, double noise, std::uint32_t seed) {
  const std::int64_t outer = samples / 2, inner = samples - outer;
  NumpyRandom random(seed);
  const std::vector<std::int64_t> order = random.Permutation(samples);
  DataSet data{at::empty({samples, 2}, at::kFloat),
               at::empty({samples}, at::kLong)};
  float* x = data.x.data_ptr<float>();
  std::int64_t* y = data.y.data_ptr<std::int64_t>();
  for (std::int64_t i = 0; i < samples; ++i) {
    const Point point = OnMoon(order[i], outer, inner);
    x[2 * i] = static_cast<float>(point.x + noise * random.Normal());
    x[2 * i + 1] = static_cast<float>(point.y + noise * random.Normal());
    y[i] = order[i] < outer ? 0 : 1;
  }
  return data;
}

}  // namespace gelu::lab
