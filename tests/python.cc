#include "python.h"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

namespace gelu::test {

nlohmann::json Python(const std::string& script,
                      const std::vector<nlohmann::json>& cases) {
  std::string command =
      fmt::format("/usr/bin/python3 '{}/{}'", GELU_TESTS, script);
  for (const nlohmann::json& one : cases) {
    command += fmt::format(" '{}'", one.dump());
  }
  std::FILE* pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) throw std::runtime_error(command);
  std::string output;
  char buffer[1 << 16];
  while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, pipe)) {
    output.append(buffer, size);
  }
  if (pclose(pipe) != 0) throw std::runtime_error("failed: " + command);
  return nlohmann::json::parse(output);
}

}  // namespace gelu::test
