// Times, and the ratios between them as a document.

#ifndef GELU_BENCH_REPORT_H_
#define GELU_BENCH_REPORT_H_

#include <string>
#include <string_view>
#include <vector>

#include "arrays.h"
#include "call.h"

namespace gelu::bench {

inline constexpr std::size_t kLengths[] = {16, 4096, 262144, 33554432};

inline constexpr std::string_view kOurs = "gelu";  // correct
inline constexpr std::string_view kOursFast = "gelu fast";
inline constexpr std::string_view kFloor = "memcpy";

std::string_view NameOf(Direction direction);

struct Measurement {
  std::string_view library;  // kOurs, kOursFast, kFloor or a peer
  Activation activation;
  Direction direction;
  DType dtype;
  Inputs inputs;
  std::size_t length;
  double nanoseconds = 0;  // 0: not measured
};

// Markdown. `setting`: the machine, and what is compared.
std::string Report(const std::vector<Measurement>& measurements,
                   std::string_view setting);

}  // namespace gelu::bench

#endif  // GELU_BENCH_REPORT_H_
