// What programs print, and what is in it.

#ifndef GELU_TESTS_TEXT_H_
#define GELU_TESTS_TEXT_H_

#include <string>
#include <vector>

namespace gelu::test {

// The standard output of a shell command. Throws, and so fails the test, unless
// its status is 0.
std::string OutputOf(const std::string& command);

// The first group of every match.
std::vector<std::string> Matches(const std::string& text, const char* regex);

}  // namespace gelu::test

#endif  // GELU_TESTS_TEXT_H_
