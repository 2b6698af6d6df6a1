#include "provenance.h"

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/oracle/oracle.h>
#include <gnu/libc-version.h>

#include <fstream>
#include <thread>

namespace gelu::cli {
namespace {

std::string CpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown CPU";
}

}  // namespace

std::string Provenance() {
  return fmt::format(
      "gelu {}, MPFR {}, C library {}, compiler {}, {}, {} "
      "threads",
      Version(), oracle::MpfrVersion(), gnu_get_libc_version(), __VERSION__,
      CpuName(), std::thread::hardware_concurrency());
}

}  // namespace gelu::cli
