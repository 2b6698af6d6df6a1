// Numbers as people read them.

#ifndef GELU_JUDGE_LABELS_H_
#define GELU_JUDGE_LABELS_H_

#include <gelu/judge/statistics.h>

#include <string>

namespace gelu::judge {

// As many decimals as half the interval's width has with two digits: "0.0825".
std::string Text(double value, const Comparison& comparison);
// The same with a sign, a real minus: "−0.0018".
std::string Signed(double value, const Comparison& comparison);
std::string Text(const Interval& interval, const Comparison& comparison);

std::string PText(double p);        // "0.0240", "< 0.0001"
std::string Percent(double share);  // "62.5 %"

}  // namespace gelu::judge

#endif  // GELU_JUDGE_LABELS_H_
