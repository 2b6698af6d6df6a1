#include <gelu/judge/statistics.h>

#include <algorithm>
#include <boost/math/distributions/non_central_t.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <numeric>

namespace gelu::judge {
namespace {

constexpr double kLevel = 0.05;
// No normal variable gets so far from its mean.
constexpr double kFar = 38;

}  // namespace

double Power(double effect, int pairs) {
  if (pairs < 2) return kLevel;
  const double freedom = pairs - 1;
  const double shift = std::abs(effect) * std::sqrt(pairs);
  if (shift == 0) return kLevel;
  const double bound =
      quantile(complement(boost::math::students_t(freedom), kLevel / 2));
  if (shift > kFar * (1 + bound)) return 1;
  const boost::math::non_central_t shifted(freedom, shift);
  return std::clamp(cdf(shifted, -bound) + cdf(complement(shifted, bound)), 0.0,
                    1.0);
}

double DetectableEffect(double power, int pairs) {
  if (pairs < 2) return std::numeric_limits<double>::infinity();
  double low = 0, high = 1;
  while (Power(high, pairs) < power) high *= 2;
  for (int i = 0; i < 60; ++i) {
    const double middle = std::midpoint(low, high);
    (Power(middle, pairs) < power ? low : high) = middle;
  }
  return high;
}

}  // namespace gelu::judge
