// Output that notices when it can't be written.

#ifndef GELU_CLI_OUTPUT_H_
#define GELU_CLI_OUTPUT_H_

#include <fmt/format.h>
#include <gelu/gelu.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gelu::cli {

// Throws gelu::Error where the text could not be written.
void Write(std::string_view text);

// Ends the output; also throws what buffering has hidden so far.
void Flush();

template <class... Args>
void Print(fmt::format_string<Args...> format, Args&&... args) {
  Write(fmt::format(format, std::forward<Args>(args)...));
}

// "what: No such file or directory", for that errno.
Error SystemError(const std::string& what, int number);

// Rows of as many cells each, in columns aligned to the right, two blanks
// apart; one line a row.
std::string Aligned(const std::vector<std::vector<std::string>>& rows);

// In lines of at most 79 columns, each ended, where words allow.
std::string Wrapped(const std::string& text);

}  // namespace gelu::cli

#endif  // GELU_CLI_OUTPUT_H_
