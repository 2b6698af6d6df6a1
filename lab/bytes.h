// Runs as bytes: for other processes, and to compare.

#ifndef GELU_LAB_BYTES_H_
#define GELU_LAB_BYTES_H_

#include <gelu/lab/run.h>

#include <string>
#include <string_view>

namespace gelu::lab {

std::string ToBytes(const Run& run);
// Throws Error if these are no run's.
Run RunFromBytes(std::string_view bytes);

}  // namespace gelu::lab

#endif  // GELU_LAB_BYTES_H_
