#include "text.h"

#include <cstdio>
#include <regex>
#include <stdexcept>

namespace gelu::test {

std::string OutputOf(const std::string& command) {
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error("cannot run: " + command);
  std::string output;
  char buffer[1 << 16];
  while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe)) {
    output.append(buffer, size);
  }
  if (pclose(pipe) != 0) {
    throw std::runtime_error("failed: " + command + "\n" + output);
  }
  return output;
}

std::vector<std::string> Matches(const std::string& text, const char* regex) {
  std::vector<std::string> matches;
  const std::regex pattern(regex);
  for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end;
       ++i) {
    matches.push_back((*i)[1]);
  }
  return matches;
}

}  // namespace gelu::test
