#include "reference.h"

namespace gelu::lab {

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
