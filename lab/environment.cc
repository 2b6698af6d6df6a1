#include "environment.h"

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <sqlite3.h>
#include <torch/version.h>

#include <fstream>

namespace gelu::lab {

std::string CpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) {
      return line.substr(colon + 2);
    }
  }
  return "unknown";
}

std::string Versions() {
  return fmt::format("gelu {} ({}), libtorch {}, SQLite {}, {}", Version(),
                     Targets().front(), TORCH_VERSION, sqlite3_libversion(),
                     "compiler " __VERSION__);
}

}  // namespace gelu::lab
