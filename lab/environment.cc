#include "environment.h"

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <sqlite3.h>
#include <torch/version.h>

namespace gelu::lab {

std::string Versions() {
  return fmt::format("gelu {} ({}), libtorch {}, SQLite {}, {}", Version(),
                     Targets().front(), TORCH_VERSION, sqlite3_libversion(),
                     "compiler " __VERSION__);
}

}  // namespace gelu::lab
