#include "output.h"

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

namespace gelu::cli {
namespace {

[[noreturn]] void ThrowUnwritable() {
  throw SystemError("standard output", errno);
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

Error SystemError(const std::string& what, int number) {
  return Error(what + ": " + std::strerror(number));
}

void StoreFile(const std::string& data, const std::string& file) {
  // Next to the file, then renamed.
  const std::string draft = file + "." + std::to_string(getpid()) + ".part";
  std::FILE* stream = std::fopen(draft.c_str(), "wxe");
  if (!stream) throw SystemError(file, errno);
  const bool written =
      std::fwrite(data.data(), 1, data.size(), stream) == data.size();
  const bool closed = std::fclose(stream) == 0;
  if (!written || !closed || std::rename(draft.c_str(), file.c_str()) != 0) {
    const Error error = SystemError(file, errno);
    std::remove(draft.c_str());
    throw error;
  }
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
