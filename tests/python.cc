#include "python.h"

#include <fmt/format.h>

#include "text.h"

namespace gelu::test {

nlohmann::json Python(const std::string& script,
                      const std::vector<nlohmann::json>& cases) {
  std::string command =
      fmt::format("/usr/bin/python3 '{}/{}'", GELU_TESTS, script);
  for (const nlohmann::json& one : cases) {
    command += fmt::format(" '{}'", one.dump());
  }
  return nlohmann::json::parse(OutputOf(command));
}

}  // namespace gelu::test
