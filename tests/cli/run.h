// The command `gelu`, launched as users launch it.

#ifndef GELU_TESTS_CLI_RUN_H_
#define GELU_TESTS_CLI_RUN_H_

#include <string>
#include <vector>

namespace gelu::test {

struct Result {
  int status;  // the exit status; 128 + the signal that killed it
  std::string out;
  std::string err;
};

using Arguments = std::vector<std::string>;

// `input` is what it reads on standard input.
Result Gelu(const Arguments& arguments, const std::string& input = "");

// The same with standard output going to that descriptor.
Result GeluInto(int output, const Arguments& arguments);

std::string Join(const Arguments& words);

std::vector<std::string> Lines(const std::string& text);

}  // namespace gelu::test

#endif  // GELU_TESTS_CLI_RUN_H_
