// Numbers as people read them.

#ifndef GELU_LAB_LABELS_H_
#define GELU_LAB_LABELS_H_

#include <string>

namespace gelu::lab {

std::string Signed(double value);  // four decimals, with a real minus sign
std::string PText(double p);       // "0.024", "< 0.0001"

}  // namespace gelu::lab

#endif  // GELU_LAB_LABELS_H_
