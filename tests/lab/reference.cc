#include "reference.h"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

namespace gelu::lab {

nlohmann::json Reference(const std::string& script,
                         const std::vector<nlohmann::json>& cases) {
  std::string command =
      fmt::format("/usr/bin/python3 '{}/{}'", GELU_TESTS_LAB, script);
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

std::string Hex(const void* data, std::size_t bytes) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(2 * bytes);
  for (std::size_t i = 0; i < bytes; ++i) {
    const unsigned byte = static_cast<const unsigned char*>(data)[i];
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

std::string Hex(const at::Tensor& tensor) {
  return Hex(tensor.data_ptr(), tensor.nbytes());
}

std::string Hex(const std::vector<float>& values) {
  return Hex(values.data(), values.size() * sizeof(float));
}

}  // namespace gelu::lab
