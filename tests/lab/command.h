// `gelu lab moons`, run as a process in a folder of its own.

#ifndef GELU_TESTS_LAB_COMMAND_H_
#define GELU_TESTS_LAB_COMMAND_H_

#include <gtest/gtest.h>
#include <sys/types.h>

#include <filesystem>
#include <string>

#include "../folder.h"

namespace gelu::lab {

namespace fs = std::filesystem;

std::string Contents(const fs::path& file);

struct Outcome {
  int status;  // 128 + the signal that killed it
  std::string out, err;
};

class Command : public testing::Test {
 protected:
  // A small experiment, and these options.
  Outcome Moons(const std::string& options);
  // `launcher`: a command that starts it.
  Outcome Execute(const std::string& options, const std::string& launcher = "");

  // The same in two steps. The process leads a group of its own.
  pid_t Start(const std::string& options, const std::string& launcher = "");
  Outcome Wait(pid_t process);

  // Is everything in one folder as in the other, times aside?
  void ExpectSameResults(const std::string& a, const std::string& b);

  const test::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

}  // namespace gelu::lab

#endif  // GELU_TESTS_LAB_COMMAND_H_
