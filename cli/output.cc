#include "output.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <sstream>
#include <string>

namespace gelu::cli {
namespace {

[[noreturn]] void ThrowUnwritable() {
  throw SystemError("standard output", errno);
}

// Columns on a terminal: characters, for those that are used here.
std::size_t Width(const std::string& text) {
  return std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;  // no UTF-8 follower
  });
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

std::string Aligned(const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], Width(row[i]));
    }
  }
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += "  ";
      text.append(widths[i] - Width(row[i]), ' ').append(row[i]);
    }
    text += '\n';
  }
  return text;
}

std::string Wrapped(const std::string& text) {
  constexpr std::size_t kColumns = 79;
  std::istringstream words(text);
  std::string wrapped, line;
  for (std::string word; words >> word;) {
    if (!line.empty() && Width(line) + 1 + Width(word) > kColumns) {
      wrapped += line + '\n';
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
  }
  return wrapped + line + '\n';
}

}  // namespace gelu::cli
