// Comma-separated values as RFC 4180 has them, in UTF-8.

#ifndef GELU_JUDGE_CSV_H_
#define GELU_JUDGE_CSV_H_

#include <string>
#include <string_view>
#include <vector>

namespace gelu::judge {

struct Row {
  int line;  // on which it begins, from 1
  std::vector<std::string> fields;
};

// Lines end with LF or CRLF. Empty ones are left out, as is a byte order mark.
// Blanks around a field without quotes are not part of it. Throws Error that
// names the file, which is so called, and the line.
std::vector<Row> ReadCsv(std::string_view text, const std::string& file);

[[noreturn]] void ThrowAt(const std::string& file, int line,
                          const std::string& what);

// In quotes; cut off where it is long.
std::string Quoted(std::string_view field);

}  // namespace gelu::judge

#endif  // GELU_JUDGE_CSV_H_
