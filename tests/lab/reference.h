// The references of these tests: programs for Debian's own python3.

#ifndef GELU_TESTS_LAB_REFERENCE_H_
#define GELU_TESTS_LAB_REFERENCE_H_

#include <ATen/core/Tensor.h>

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gelu::lab {

// What the script in this folder prints, one argument a case.
nlohmann::json Reference(const std::string& script,
                         const std::vector<nlohmann::json>& cases);

// The bytes of these, hexadecimal.
std::string Hex(const void* data, std::size_t bytes);
std::string Hex(const at::Tensor& tensor);
std::string Hex(const std::vector<float>& values);

}  // namespace gelu::lab

#endif  // GELU_TESTS_LAB_REFERENCE_H_
