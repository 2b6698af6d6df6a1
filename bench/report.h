// The ratios between times, as a document.

#ifndef GELU_BENCH_REPORT_H_
#define GELU_BENCH_REPORT_H_

#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "cases.h"

namespace gelu::bench {

// Nanoseconds, of what was measured.
using Times = std::map<std::pair<std::string_view, Case>, double>;

// Markdown. `setting`: the machine, and what is compared.
std::string Report(const Times& times, std::string_view setting);

}  // namespace gelu::bench

#endif  // GELU_BENCH_REPORT_H_
