#include "provenance.h"

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/host/cpu.h>
#include <gelu/oracle/oracle.h>
#include <gnu/libc-version.h>

#include <thread>

namespace gelu::cli {

std::string Provenance() {
  return fmt::format(
      "gelu {}, MPFR {}, C library {}, compiler {}, {}, {} "
      "threads",
      Version(), oracle::MpfrVersion(), gnu_get_libc_version(), __VERSION__,
      host::CpuName(), std::thread::hardware_concurrency());
}

}  // namespace gelu::cli
