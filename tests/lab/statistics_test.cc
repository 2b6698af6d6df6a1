// The statistics against SciPy, and against what is known without it.

#include <gelu/lab/statistics.h>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "reference.h"

namespace gelu::lab {
namespace {

using nlohmann::json;

std::vector<double> Differences(int length, double mean, int seed) {
  std::mt19937 engine(seed);
  std::vector<double> d(length);
  for (double& x : d) {
    // Skewed, as losses are.
    const double u = (engine() + 0.5) / 0x1p32;
    x = mean - std::log(u) - 1;
  }
  return d;
}

std::vector<std::vector<double>> Cases() {
  return {Differences(6, 0.5, 1),
          Differences(12, 0.2, 2),
          Differences(13, -0.5, 3),
          Differences(40, 0.3, 4),
          Differences(50, 0.1, 5),
          Differences(60, -0.2, 6),
          {1, 2, -2, 3, 4, 4, 0, -1, 5, 0},
          {1, 2, 3, 4, 5, 6, 7, 8, -9, 10, 11, 12, 13, 14}};
}

TEST(Statistics, AreSciPys) {
  const auto cases = Cases();
  std::vector<json> arguments;
  for (const auto& d : cases) arguments.push_back({{"differences", d}});
  const json expected = Reference("reference_statistics.py", arguments);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(i);
    const auto& d = cases[i];
    const json& scipy = expected[i];
    EXPECT_NEAR(WilcoxonTest(d).p, scipy["wilcoxon"], 1e-12);
    EXPECT_NEAR(Deviation(d), scipy["deviation"], 1e-12);
    EXPECT_NEAR(Quantile(d, 0.1), scipy["quantile"], 1e-12);
    if (!scipy["sign_flip"].is_null()) {
      EXPECT_NEAR(SignFlipTest(d).p, scipy["sign_flip"], 1e-12);
    }
    // Both are random: 100,000 resamples each leave about 1 % of the width.
    const Interval interval = BootstrapInterval(d, 0.95, 100000);
    const double low = scipy["interval"][0], high = scipy["interval"][1];
    EXPECT_NEAR(interval.low, low, 0.015 * (high - low));
    EXPECT_NEAR(interval.high, high, 0.015 * (high - low));
  }
}

// All 2^n sums, one by one.
double SignFlipByHand(const std::vector<double>& d) {
  double observed = 0;
  for (double x : d) observed += x;
  int count = 0;
  for (int signs = 0; signs < 1 << d.size(); ++signs) {
    double sum = 0;
    for (std::size_t i = 0; i < d.size(); ++i) {
      sum += signs >> i & 1 ? d[i] : -d[i];
    }
    if (std::abs(sum) >= std::abs(observed) * (1 - 1e-12)) ++count;
  }
  return std::ldexp(count, -static_cast<int>(d.size()));
}

TEST(SignFlipTest, CountsAllSigns) {
  for (int length = 1; length <= 17; ++length) {
    const auto d = Differences(length, 0.3, length);
    const PValue test = SignFlipTest(d);
    EXPECT_TRUE(test.exact);
    EXPECT_NEAR(test.p, SignFlipByHand(d), 1e-14) << length;
  }
  EXPECT_EQ(SignFlipTest(std::vector<double>{1, 1, 1, 1, 1, 1}).p, 1 / 32.0);
  EXPECT_EQ(SignFlipTest(std::vector<double>{0, 0, 0}).p, 1.0);
}

TEST(SignFlipTest, IsExactAtFortyAndDrawnAtFortyFive) {
  const auto d = Differences(45, 0.3, 7);
  const PValue drawn = SignFlipTest(d);
  EXPECT_FALSE(drawn.exact);
  // Against the next smaller exact one, near enough to catch a wrong factor.
  const PValue exact = SignFlipTest(std::span(d).first(44));
  EXPECT_TRUE(exact.exact);
  EXPECT_GT(drawn.p, exact.p / 3);
  EXPECT_LT(drawn.p, exact.p * 3);
  // Sums of +-1, 40 of them: at least 30 of one sign.
  std::vector<double> ones(40, 1.0);
  for (int i = 0; i < 10; ++i) ones[i] = -1.0;
  double tail = 0;
  for (int k = 30; k <= 40; ++k) {
    tail += std::exp(std::lgamma(41) - std::lgamma(k + 1) -
                     std::lgamma(41 - k) - 40 * std::log(2));
  }
  EXPECT_NEAR(SignFlipTest(ones).p, 2 * tail, 1e-12);
}

TEST(Bootstrap, IsDeterministicAndKeepsToTheValues) {
  const auto d = Differences(20, 0.0, 8);
  const Interval once = BootstrapInterval(d, 0.95);
  const Interval again = BootstrapInterval(d, 0.95);
  EXPECT_EQ(once.low, again.low);
  EXPECT_EQ(once.high, again.high);
  EXPECT_LT(once.low, Mean(d));
  EXPECT_GT(once.high, Mean(d));
  const Interval constant = BootstrapInterval(std::vector<double>(9, 2.5), .95);
  EXPECT_EQ(constant.low, 2.5);
  EXPECT_EQ(constant.high, 2.5);
}

TEST(Holm, StepsDown) {
  const std::vector<double> p = {0.04, 0.01, 0.03, 0.6};
  EXPECT_EQ(Holm(p), (std::vector<double>{0.09, 0.04, 0.09, 0.6}));
  EXPECT_EQ(Holm(std::vector<double>{0.9, 0.8}),
            (std::vector<double>{1.0, 1.0}));
}

Verdict Judged(const std::vector<double>& first, std::vector<double> added,
               double smallest_effect = 0) {
  for (std::size_t i = 0; i < added.size(); ++i) added[i] += first[i];
  const Comparison comparison = Compare(first, added);
  return Judge(comparison, comparison.sign_flip.p, smallest_effect);
}

TEST(Verdict, NeedsIntervalAndTest) {
  const std::vector<double> first = {1, 2, 3, 4, 5, 6, 7, 8};
  EXPECT_EQ(Judged(first, {0, 0, 0, 0, 0, 0, 0, 0}), Verdict::kIdentical);
  EXPECT_EQ(Judged({1, 2, 3, 4, 5}, {9, 8, 9, 8, 9}), Verdict::kTooFewPairs);
  EXPECT_EQ(Judged(first, {1, 2, 1, 2, 1, 2, 1, 2}), Verdict::kFirstBetter);
  EXPECT_EQ(Judged(first, {-1, -2, -1, -2, -1, -2, -1, -2}),
            Verdict::kSecondBetter);
  EXPECT_EQ(Judged(first, {-1, 2, -1, 2, 1, -2, 1, -2}), Verdict::kUndecided);
  EXPECT_EQ(Judged(first, {-1, 2, -1, 2, 1, -2, 1, -2}, 3.0),
            Verdict::kEquivalent);
}

TEST(Compare, CountsTiesHalf) {
  const std::vector<double> first = {1, 2, 3, 4}, second = {0, 2, 4, 3};
  const Comparison comparison = Compare(first, second);
  EXPECT_EQ(comparison.second_better, 2.5 / 4);
  EXPECT_EQ(comparison.mean_difference, -0.25);
  EXPECT_EQ(comparison.first_mean, 2.5);
}

}  // namespace
}  // namespace gelu::lab
