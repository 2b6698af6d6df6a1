#include <gelu/gelu.h>
#include <gelu/judge/statistics.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace gelu::judge {
namespace {

constexpr double kConfidence = 0.95;
constexpr double kLevel = 0.05;
constexpr double kGoodPower = 0.8;
constexpr int kFewestPairs = 6;

// Of the differences, ties count half.
double ShareBetter(std::span<const double> differences, Better better) {
  double count = 0;
  for (double d : differences) {
    const bool good = better == Better::kLower ? d < 0 : d > 0;
    count += good ? 1.0 : d == 0 ? 0.5 : 0.0;
  }
  return count / static_cast<double>(differences.size());
}

// One difference alone says nothing, unless it is 0: then two computations
// agree.
Interval IntervalOf(std::span<const double> differences) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (differences.size() == 1 && differences[0] != 0) {
    return {-kInfinity, kInfinity};
  }
  return BcaInterval(differences, ResampledMeans(differences), kConfidence);
}

}  // namespace

double Mean(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) /
         static_cast<double>(values.size());
}

double Deviation(std::span<const double> values) {
  if (values.size() < 2) return 0;
  const double mean = Mean(values);
  double greatest = 0;
  for (double v : values) greatest = std::max(greatest, std::abs(v - mean));
  if (greatest == 0) return 0;
  double squares = 0;  // scaled, so that they neither overflow nor vanish
  for (double v : values) {
    const double z = (v - mean) / greatest;
    squares += z * z;
  }
  return greatest * std::sqrt(squares / static_cast<double>(values.size() - 1));
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
                   std::span<const double> second, Better better) {
  if (first.size() != second.size() || first.empty()) {
    throw Error("a comparison needs pairs");
  }
  std::vector<double> differences(first.size());
  std::transform(second.begin(), second.end(), first.begin(),
                 differences.begin(), std::minus<>());
  const auto pairs = static_cast<int>(differences.size());
  Comparison comparison = {
      .better = better,
      .pairs = pairs,
      .first_mean = Mean(first),
      .second_mean = Mean(second),
      .mean_difference = Mean(differences),
      .deviation = Deviation(differences),
      .interval = IntervalOf(differences),
      .sign_flip = SignFlipTest(differences),
      .wilcoxon = WilcoxonTest(differences),
      .second_better = ShareBetter(differences, better),
  };
  comparison.power = PowerAt(comparison.mean_difference, comparison);
  const double effect = DetectableEffect(kGoodPower, pairs);
  comparison.detectable = pairs < 2 ? effect : effect * comparison.deviation;
  return comparison;
}

double PowerAt(double difference, const Comparison& comparison) {
  if (difference == 0) return kLevel;
  return Power(difference / comparison.deviation, comparison.pairs);
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
  if (p >= kLevel || (low <= 0 && 0 <= high)) return Verdict::kUndecided;
  const bool second = (comparison.better == Better::kLower) == (high < 0);
  return second ? Verdict::kSecondBetter : Verdict::kFirstBetter;
}

}  // namespace gelu::judge
