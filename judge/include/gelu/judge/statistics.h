// Statistics of results that come in pairs: one seed, two arms.

#ifndef GELU_JUDGE_STATISTICS_H_
#define GELU_JUDGE_STATISTICS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gelu::judge {

double Mean(std::span<const double> values);
// Sample standard deviation, with n - 1; 0 for fewer than two.
double Deviation(std::span<const double> values);
// 0 <= share <= 1, linear between the sorted values.
double Quantile(std::vector<double> values, double share);

struct Interval {
  double low, high;
};

// Means of as many values, drawn with replacement. The same values give the
// same means.
std::vector<double> ResampledMeans(std::span<const double> values,
                                   int resamples = 10000);

// The bias-corrected and accelerated bootstrap interval of the mean (Efron
// 1987), from means of resamples. Needs two values at least.
Interval BcaInterval(std::span<const double> values,
                     const std::vector<double>& means, double confidence);

struct PValue {
  double p;    // two-sided
  bool exact;  // else by random draws, or the normal approximation
};

// Were each difference as likely with the other sign: the probability of a mean
// as far from 0. Exact up to 44 differences, else by 200,000 draws.
PValue SignFlipTest(std::span<const double> differences);

// Wilcoxon's signed ranks; zeros are left out. Exact up to 50 differences
// without zeros or ties, else by the normal approximation.
PValue WilcoxonTest(std::span<const double> differences);

// Holm's step-down correction of several p values, in their order.
std::vector<double> Holm(std::span<const double> p);

// The probability that a two-sided paired t test at the 5 % level shows a true
// difference of that many standard deviations (of the differences).
double Power(double effect, int pairs);

// The effect, in standard deviations, that as many pairs show with that
// probability. Infinite for fewer than two pairs.
double DetectableEffect(double power, int pairs);

enum class Better { kLower, kHigher };

struct Comparison {
  Better better = Better::kLower;
  int pairs = 0;
  double first_mean = 0, second_mean = 0;
  double mean_difference = 0;  // second - first
  double deviation = 0;        // of the differences
  Interval interval = {};      // 95 %, BCa; from one pair alone infinite
  PValue sign_flip = {}, wilcoxon = {};
  double second_better = 0;  // share of pairs, ties count half
  // The power if the true difference were the one seen, and the difference
  // that as many pairs would find in 4 experiments of 5.
  double power = 0, detectable = 0;
};

// Pairs by position. Throws Error if there is none.
Comparison Compare(std::span<const double> first,
                   std::span<const double> second,
                   Better better = Better::kLower);

// The power at a difference of that size.
double PowerAt(double difference, const Comparison& comparison);

enum class Verdict {
  kIdentical,
  kTooFewPairs,  // below 6 no test can reach p < .05
  kFirstBetter,
  kSecondBetter,
  kEquivalent,  // the interval is within +- the smallest effect
  kUndecided,
};

// A difference only where interval and sign-flip test agree; p is the test's,
// corrected where there are several comparisons. smallest_effect is 0 for none:
// then nothing is called equivalent.
Verdict Judge(const Comparison& comparison, double p, double smallest_effect);

}  // namespace gelu::judge

#endif  // GELU_JUDGE_STATISTICS_H_
