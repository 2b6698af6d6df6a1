#include "output.h"

#include <gelu/gelu.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace gelu::cli {
namespace {

[[noreturn]] void ThrowUnwritable() {
  throw Error(std::string("standard output: ") + std::strerror(errno));
}

}  // namespace

void Write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    ThrowUnwritable();
  }
}

void Flush() {
  if (std::fflush(stdout) != 0) ThrowUnwritable();
}

std::string Aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], row[i].size());
    }
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      text += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", row[i], widths[i]);
    }
    text += '\n';
  }
  return text;
}

}  // namespace gelu::cli
