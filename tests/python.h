// The references of tests: programs for Debian's own python3.

#ifndef GELU_TESTS_PYTHON_H_
#define GELU_TESTS_PYTHON_H_

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace gelu::test {

// What the script, named from this folder, prints, one argument a case.
nlohmann::json Python(const std::string& script,
                      const std::vector<nlohmann::json>& cases);

}  // namespace gelu::test

#endif  // GELU_TESTS_PYTHON_H_
