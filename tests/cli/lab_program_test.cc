// `gelu` starts without libtorch; the lab is a program beside it.

#include <gtest/gtest.h>

#include <filesystem>

#include "../folder.h"
#include "../text.h"
#include "run.h"

namespace gelu::test {
namespace {

namespace fs = std::filesystem;

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(LabProgram, AloneNeedsLibtorchAndMpi) {
  const fs::path gelu = GELU_COMMAND;
  const std::string needs = OutputOf("ldd " + gelu.string());
  EXPECT_TRUE(Contains(needs, "libfmt")) << needs;
  EXPECT_FALSE(Contains(needs, "torch")) << needs;
  EXPECT_FALSE(Contains(needs, "libmpi")) << needs;
  const std::string lab = OutputOf("ldd " + gelu.string() + "-lab");
  EXPECT_TRUE(Contains(lab, "libtorch_cpu")) << lab;
}

TEST(LabProgram, IsNamedWhereItIsMissing) {
  const TemporaryFolder temporary;
  const fs::path folder = temporary.path();
  fs::copy(GELU_COMMAND, folder / "gelu");
  const std::string gelu = folder / "gelu";
  for (const char* command : {"lab", "completion", "manual"}) {
    EXPECT_EQ(OutputOf(gelu + " " + command + " --help 2>&1; echo $?"),
              std::string("gelu ") + command + ": cannot run " + gelu +
                  "-lab: No such file or directory\n2\n");
  }
  EXPECT_EQ(OutputOf(gelu + " eval --activation relu 7 2>&1"),
            "7  7  0x1.cp+2\n");
}

}  // namespace
}  // namespace gelu::test
