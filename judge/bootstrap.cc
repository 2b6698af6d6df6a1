#include <gelu/judge/statistics.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <random>

namespace gelu::judge {
namespace {

const boost::math::normal kNormal;

// From the means that leave one value out, which are linear in it.
double Acceleration(std::span<const double> values) {
  const double mean = Mean(values), deviation = Deviation(values);
  double cubes = 0;
  for (double v : values) {
    const double z = (v - mean) / deviation;
    cubes += z * z * z;
  }
  return cubes / (6 * std::pow(static_cast<double>(values.size() - 1), 1.5));
}

}  // namespace

std::vector<double> ResampledMeans(std::span<const double> values,
                                   int resamples) {
  std::mt19937_64 engine(20160627);
  // The standard's distributions differ between libraries; this does not. Its
  // bias, below length / 2^64, is no matter.
  const auto draw = [&] {
    const auto product = static_cast<unsigned __int128>(engine()) *
                         static_cast<unsigned __int128>(values.size());
    return values[static_cast<std::size_t>(product >> 64)];
  };
  std::vector<double> means(resamples);
  for (double& mean : means) {
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += draw();
    mean = sum / static_cast<double>(values.size());
  }
  return means;
}

Interval BcaInterval(std::span<const double> values,
                     const std::vector<double>& means, double confidence) {
  const double mean = Mean(values);
  if (Deviation(values) == 0) return {mean, mean};
  double below = 0;
  for (double m : means) below += m < mean ? 1.0 : m == mean ? 0.5 : 0.0;
  // Half a resample from either end keeps the quantile finite.
  const auto count = static_cast<double>(means.size());
  const double share = std::clamp(below, 0.5, count - 0.5) / count;
  const double bias = quantile(kNormal, share);
  const double acceleration = Acceleration(values);
  const auto end = [&](double tail) {
    const double z = bias + quantile(kNormal, tail);
    return Quantile(means, cdf(kNormal, bias + z / (1 - acceleration * z)));
  };
  const double tail = (1 - confidence) / 2;
  return {end(tail), end(1 - tail)};
}

}  // namespace gelu::judge
