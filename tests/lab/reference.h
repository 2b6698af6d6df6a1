// Bits to compare with what Python says they are.

#ifndef GELU_TESTS_LAB_REFERENCE_H_
#define GELU_TESTS_LAB_REFERENCE_H_

#include <ATen/core/Tensor.h>

#include <string>
#include <vector>

namespace gelu::lab {

// The bytes of these, hexadecimal.
std::string Hex(const void* data, std::size_t bytes);
std::string Hex(const at::Tensor& tensor);
std::string Hex(const std::vector<float>& values);

}  // namespace gelu::lab

#endif  // GELU_TESTS_LAB_REFERENCE_H_
