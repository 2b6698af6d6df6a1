// The statistics against SciPy, and against what is known without it.

#include <gelu/judge/statistics.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "../python.h"

namespace gelu::judge {
namespace {

using nlohmann::json;

constexpr int kResamples = 500;

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
  for (const auto& d : cases) {
    arguments.push_back(
        {{"differences", d}, {"means", ResampledMeans(d, kResamples)}});
  }
  const json expected =
      test::Python("judge/reference_statistics.py", arguments);
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
    const Interval interval =
        BcaInterval(d, ResampledMeans(d, kResamples), 0.95);
    EXPECT_NEAR(interval.low, scipy["interval"][0], 1e-12);
    EXPECT_NEAR(interval.high, scipy["interval"][1], 1e-12);
    // SciPy's own resamples: 100,000 each leave about 1 % of the width.
    const Interval many = BcaInterval(d, ResampledMeans(d, 100'000), 0.95);
    const double low = scipy["random_interval"][0];
    const double high = scipy["random_interval"][1];
    EXPECT_NEAR(many.low, low, 0.015 * (high - low));
    EXPECT_NEAR(many.high, high, 0.015 * (high - low));
    const int n = static_cast<int>(d.size());
    EXPECT_NEAR(Power(Mean(d) / Deviation(d), n), scipy["power"], 1e-7);
    EXPECT_NEAR(DetectableEffect(0.8, n), scipy["detectable"], 1e-7);
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
  EXPECT_EQ(ResampledMeans(d), ResampledMeans(d));
  const Interval interval = BcaInterval(d, ResampledMeans(d), 0.95);
  EXPECT_LT(interval.low, Mean(d));
  EXPECT_GT(interval.high, Mean(d));
  const std::vector<double> same(9, 2.5);
  const Interval constant = BcaInterval(same, ResampledMeans(same), .95);
  EXPECT_EQ(constant.low, 2.5);
  EXPECT_EQ(constant.high, 2.5);
}

// Multiplied by a power of two, all that has the numbers' unit is, and the rest
// stays, to the bit: however small or great they are.
TEST(Compare, DoesNotDependOnTheUnit) {
  const auto first = Differences(12, 0, 9), second = Differences(12, 0.5, 10);
  const Comparison c = Compare(first, second);
  for (int exponent : {-600, -300, 300}) {
    std::vector<double> a, b;
    for (double x : first) a.push_back(std::ldexp(x, exponent));
    for (double x : second) b.push_back(std::ldexp(x, exponent));
    const Comparison scaled = Compare(a, b);
    EXPECT_EQ(scaled.deviation, std::ldexp(c.deviation, exponent));
    EXPECT_EQ(scaled.interval.low, std::ldexp(c.interval.low, exponent));
    EXPECT_EQ(scaled.interval.high, std::ldexp(c.interval.high, exponent));
    EXPECT_EQ(scaled.sign_flip.p, c.sign_flip.p);
    EXPECT_EQ(scaled.power, c.power);
  }
}

TEST(Compare, KnowsNothingFromOnePair) {
  const Comparison c = Compare(std::vector<double>{1}, std::vector<double>{2});
  EXPECT_EQ(c.interval.low, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(c.interval.high, std::numeric_limits<double>::infinity());
  EXPECT_EQ(c.detectable, std::numeric_limits<double>::infinity());
  EXPECT_EQ(c.power, 0.05);
  EXPECT_EQ(Judge(c, 0, 1e9), Verdict::kTooFewPairs);
}

TEST(Power, GrowsFromTheLevelToOne) {
  for (int pairs : {2, 3, 6, 40, 1000, 10'000}) {
    SCOPED_TRACE(pairs);
    EXPECT_EQ(Power(0, pairs), 0.05);
    double last = 0.05;
    for (double effect = 1e-6; effect < 1e9; effect *= 1.5) {
      const double power = Power(effect, pairs);
      EXPECT_GE(power, last - 1e-9) << effect;
      EXPECT_EQ(power, Power(-effect, pairs));
      last = power;
    }
    EXPECT_EQ(last, 1.0);
    EXPECT_NEAR(Power(DetectableEffect(0.8, pairs), pairs), 0.8, 1e-12);
  }
}

TEST(Holm, StepsDown) {
  const std::vector<double> p = {0.04, 0.01, 0.03, 0.6};
  EXPECT_EQ(Holm(p), (std::vector<double>{0.09, 0.04, 0.09, 0.6}));
  EXPECT_EQ(Holm(std::vector<double>{0.9, 0.8}),
            (std::vector<double>{1.0, 1.0}));
}

Verdict Judged(const std::vector<double>& first, std::vector<double> added,
               double smallest_effect = 0, Better better = Better::kLower) {
  for (std::size_t i = 0; i < added.size(); ++i) added[i] += first[i];
  const Comparison comparison = Compare(first, added, better);
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

// The other way round where higher is better.
TEST(Verdict, KnowsWhichWayIsBetter) {
  const std::vector<double> first = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<double> more = {1, 2, 1, 2, 1, 2, 1, 2};
  EXPECT_EQ(Judged(first, more, 0, Better::kHigher), Verdict::kSecondBetter);
  EXPECT_EQ(Judged(first, more, 3, Better::kHigher), Verdict::kEquivalent);
}

// Either alone claims nothing.
TEST(Verdict, NeedsBothOfIntervalAndTest) {
  Comparison comparison = {.pairs = 10, .mean_difference = 1, .deviation = 1};
  comparison.interval = {0.1, 2};
  EXPECT_EQ(Judge(comparison, 0.049, 0), Verdict::kFirstBetter);
  EXPECT_EQ(Judge(comparison, 0.05, 0), Verdict::kUndecided);
  comparison.interval = {-0.1, 2};
  EXPECT_EQ(Judge(comparison, 0.001, 0), Verdict::kUndecided);
}

TEST(Compare, CountsTiesHalf) {
  const std::vector<double> first = {1, 2, 3, 4}, second = {0, 2, 4, 3};
  const Comparison comparison = Compare(first, second);
  EXPECT_EQ(comparison.second_better, 2.5 / 4);
  EXPECT_EQ(Compare(first, second, Better::kHigher).second_better, 1.5 / 4);
  EXPECT_EQ(comparison.mean_difference, -0.25);
  EXPECT_EQ(comparison.first_mean, 2.5);
}

}  // namespace
}  // namespace gelu::judge
