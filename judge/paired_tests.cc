#include <gelu/judge/statistics.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numbers>
#include <random>

namespace gelu::judge {
namespace {

constexpr std::size_t kExactSignFlips = 44;
constexpr int kDraws = 200000;
constexpr std::size_t kExactRanks = 50;

// All sums of +-values, sorted: each value merges the sums without and with it.
std::vector<double> SignedSums(std::span<const double> values) {
  std::vector<double> sums = {0.0}, less, more;
  for (double v : values) {
    const double size = std::abs(v);
    less = more = sums;
    for (double& s : less) s -= size;
    for (double& s : more) s += size;
    sums.resize(2 * less.size());
    std::merge(less.begin(), less.end(), more.begin(), more.end(),
               sums.begin());
  }
  return sums;
}

// How many pairs, one of each, add up to `least` or more.
double CountPairs(const std::vector<double>& a, const std::vector<double>& b,
                  double least) {
  double count = 0;
  auto from = b.end();
  for (double x : a) {
    while (from != b.begin() && x + *(from - 1) >= least) --from;
    count += static_cast<double>(b.end() - from);
  }
  return count;
}

// Of all 2^n sums, without looking at each: those of one half of the values
// meet those of the other.
double ExactShare(std::span<const double> d, double least) {
  const std::size_t half = d.size() / 2;
  const double count =
      CountPairs(SignedSums(d.first(half)), SignedSums(d.subspan(half)), least);
  return std::ldexp(count, -static_cast<int>(d.size()));
}

// The draw that was observed counts, too.
double DrawnShare(std::span<const double> d, double least) {
  std::mt19937_64 engine(20160627);
  int count = 1;
  for (int i = 0; i < kDraws; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < d.size(); j += 64) {
      std::uint64_t signs = engine();
      for (std::size_t k = j; k < std::min(j + 64, d.size()); ++k) {
        sum += signs & 1 ? d[k] : -d[k];
        signs >>= 1;
      }
    }
    if (sum >= least) ++count;
  }
  return static_cast<double>(count) / (kDraws + 1);
}

struct Ranks {
  double positive = 0, negative = 0;  // sums
  double ties = 0;                    // sum of t^3 - t
  std::size_t count = 0;
};

Ranks SignedRanks(std::span<const double> differences) {
  std::vector<double> d;
  std::copy_if(differences.begin(), differences.end(), std::back_inserter(d),
               [](double x) { return x != 0; });
  std::sort(d.begin(), d.end(),
            [](double a, double b) { return std::abs(a) < std::abs(b); });
  Ranks ranks{.count = d.size()};
  for (std::size_t i = 0, end; i < d.size(); i = end) {
    end = i + 1;
    while (end < d.size() && std::abs(d[end]) == std::abs(d[i])) ++end;
    const double rank = static_cast<double>(i + 1 + end) / 2;
    const double t = static_cast<double>(end - i);
    ranks.ties += t * t * t - t;
    for (std::size_t j = i; j < end; ++j) {
      (d[j] > 0 ? ranks.positive : ranks.negative) += rank;
    }
  }
  return ranks;
}

// The probability that the ranks 1 ... n with random signs have a positive sum
// of at most that, by counting subsets.
double RankSumShare(std::size_t n, std::size_t sum) {
  std::vector<double> share(sum + 1);  // of the subsets with each sum
  share[0] = 1;
  for (std::size_t rank = 1; rank <= n; ++rank) {
    for (std::size_t s = sum + 1; s-- > 0;) {
      share[s] = (share[s] + (s >= rank ? share[s - rank] : 0.0)) / 2;
    }
  }
  double total = 0;
  for (double s : share) total += s;
  return total;
}

}  // namespace

PValue SignFlipTest(std::span<const double> d) {
  double sum = 0, size = 0;
  for (double x : d) {
    sum += x;
    size += std::abs(x);
  }
  // What rounding can't tell from the observed sum counts as equal to it.
  const double slack = static_cast<double>(d.size()) * size *
                       std::numeric_limits<double>::epsilon();
  const double least = std::abs(sum) - slack;
  const bool exact = d.size() <= kExactSignFlips;
  const double share = exact ? ExactShare(d, least) : DrawnShare(d, least);
  return {std::min(1.0, 2 * share), exact};
}

PValue WilcoxonTest(std::span<const double> differences) {
  const Ranks ranks = SignedRanks(differences);
  if (ranks.count == 0) return {1.0, true};
  const double least = std::min(ranks.positive, ranks.negative);
  if (ranks.count == differences.size() && ranks.ties == 0 &&
      ranks.count <= kExactRanks) {
    const auto sum = static_cast<std::size_t>(least);
    return {std::min(1.0, 2 * RankSumShare(ranks.count, sum)), true};
  }
  const double n = static_cast<double>(ranks.count);
  const double mean = n * (n + 1) / 4;
  const double variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48;
  const double z = (mean - least) / std::sqrt(variance);
  return {std::erfc(z / std::numbers::sqrt2), false};
}

}  // namespace gelu::judge
