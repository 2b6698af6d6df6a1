#include <gelu/gelu.h>
#include <gelu/lab/statistics.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>

namespace gelu::lab {
namespace {

constexpr double kConfidence = 0.95;
constexpr double kLevel = 0.05;
constexpr int kFewestPairs = 6;

// Normal quantiles of .975 and .8.
constexpr double kDetectable = 1.959963984540054 + 0.8416212335729143;

double ShareBelow(std::span<const double> differences) {
  double below = 0;
  for (double d : differences) below += d < 0 ? 1.0 : d == 0 ? 0.5 : 0.0;
  return below / static_cast<double>(differences.size());
}

}  // namespace

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

double Deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = Mean(values);
  double squares = 0;
  for (double v : values) squares += (v - mean) * (v - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

double Quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  const double place = share * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  if (below + 1 >= values.size()) return values.back();
  return std::lerp(values[below], values[below + 1],
                   place - static_cast<double>(below));
}

std::vector<double> Holm(std::span<const double> p) {
  std::vector<std::size_t> order(p.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
  std::vector<double> corrected(p.size());
  double least = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto others = static_cast<double>(order.size() - i);
    least = std::max(least, std::min(1.0, p[order[i]] * others));
    corrected[order[i]] = least;
  }
  return corrected;
}

Comparison Compare(std::span<const double> first,
                   std::span<const double> second) {
  if (first.size() != second.size() || first.empty()) {
    throw Error("a comparison needs pairs");
  }
  std::vector<double> differences(first.size());
  std::transform(second.begin(), second.end(), first.begin(),
                 differences.begin(), std::minus<>());
  const double mean = Mean(differences);
  const double deviation = Deviation(differences);
  const double root = std::sqrt(static_cast<double>(differences.size()));
  return {
      .pairs = static_cast<int>(differences.size()),
      .first_mean = Mean(first),
      .second_mean = Mean(second),
      .mean_difference = mean,
      .deviation = deviation,
      .interval = differences.size() < 2
                      ? Interval{mean, mean}
                      : BootstrapInterval(differences, kConfidence),
      .sign_flip = SignFlipTest(differences),
      .wilcoxon = WilcoxonTest(differences),
      .second_better = ShareBelow(differences),
      .detectable = kDetectable * deviation / root,
  };
}

Verdict Judge(const Comparison& comparison, double p, double smallest_effect) {
  const auto [low, high] = comparison.interval;
  if (comparison.mean_difference == 0 && comparison.deviation == 0) {
    return Verdict::kIdentical;
  }
  if (comparison.pairs < kFewestPairs) return Verdict::kTooFewPairs;
  if (low > -smallest_effect && high < smallest_effect) {
    return Verdict::kEquivalent;
  }
  if (p < kLevel && high < 0) return Verdict::kSecondBetter;
  if (p < kLevel && low > 0) return Verdict::kFirstBetter;
  return Verdict::kUndecided;
}

}  // namespace gelu::lab
