// Statistics of results that come in pairs: one seed, two arms.

#ifndef GELU_LAB_STATISTICS_H_
#define GELU_LAB_STATISTICS_H_

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace gelu::lab {

double Mean(std::span<const double> values);
// Sample standard deviation, with n - 1; 0 for fewer than two.
double Deviation(std::span<const double> values);
// 0 <= share <= 1, linear between the sorted values.
double Quantile(std::vector<double> values, double share);

struct Interval {
  double low, high;
  bool Contains(double value) const { return low <= value && value <= high; }
};

// The bias-corrected and accelerated bootstrap interval of the mean (Efron
// 1987). The same numbers give the same interval. Needs two values at least.
Interval BootstrapInterval(std::span<const double> values, double confidence,
                           int resamples = 10000);

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

// Lower is better throughout.
struct Comparison {
  int pairs;
  double first_mean, second_mean;
  double mean_difference;  // second - first
  double deviation;        // of the differences
  Interval interval;       // 95 %, BCa
  PValue sign_flip, wilcoxon;
  double second_better;  // share of pairs, ties count half
  // The difference that as many pairs would find in 4 experiments of 5.
  double detectable;
};

// Pairs by position.
Comparison Compare(std::span<const double> first,
                   std::span<const double> second);

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

}  // namespace gelu::lab

#endif  // GELU_LAB_STATISTICS_H_
