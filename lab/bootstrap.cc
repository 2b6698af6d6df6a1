#include <gelu/lab/statistics.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <random>

namespace gelu::lab {
namespace {

double NormalShare(double z) {
  return 0.5 * std::erfc(-z / std::numbers::sqrt2);
}

// By halving: NormalShare is monotone and this is not in a hurry.
double NormalQuantile(double share) {
  double low = -40, high = 40;
  for (int i = 0; i < 100; ++i) {
    const double middle = std::midpoint(low, high);
    (NormalShare(middle) < share ? low : high) = middle;
  }
  return std::midpoint(low, high);
}

// Means of samples drawn with replacement.
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

// From the means that leave one value out, which are linear in it.
double Acceleration(std::span<const double> values) {
  const double mean = Mean(values);
  double squares = 0, cubes = 0;
  for (double v : values) {
    squares += (v - mean) * (v - mean);
    cubes += (v - mean) * (v - mean) * (v - mean);
  }
  return cubes / (6 * std::pow(squares, 1.5));
}

}  // namespace

Interval BootstrapInterval(std::span<const double> values, double confidence,
                           int resamples) {
  const double mean = Mean(values);
  if (Deviation(values) == 0) return {mean, mean};
  const std::vector<double> means = ResampledMeans(values, resamples);
  double below = 0;
  for (double m : means) below += m < mean ? 1.0 : m == mean ? 0.5 : 0.0;
  // Half a resample from either end keeps the quantile finite.
  const double share = std::clamp(below, 0.5, resamples - 0.5) / resamples;
  const double bias = NormalQuantile(share);
  const double acceleration = Acceleration(values);
  const auto end = [&](double tail) {
    const double z = bias + NormalQuantile(tail);
    return Quantile(means, NormalShare(bias + z / (1 - acceleration * z)));
  };
  const double tail = (1 - confidence) / 2;
  return {end(tail), end(1 - tail)};
}

}  // namespace gelu::lab
