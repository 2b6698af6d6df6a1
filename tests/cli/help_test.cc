// Help, version, info.

#include <gelu/gelu.h>
#include <gtest/gtest.h>

#include "run.h"

namespace gelu::test {
namespace {

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

TEST(Help, EveryCommandTeachesByExamples) {
  const Result top = Gelu({"--help"});
  EXPECT_EQ(top.status, 0);
  EXPECT_EQ(top.err, "");
  for (const char* command : {"eval", "table", "plot", "verify"}) {
    EXPECT_TRUE(Contains(top.out, std::string("\n  ") + command));
    const Result help = Gelu({command, "--help"});
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_EQ(help.err, "") << command;
    EXPECT_TRUE(Contains(help.out, "Examples:\n")) << help.out;
    EXPECT_TRUE(Contains(help.out, std::string("\n  gelu ") + command));
  }
  EXPECT_EQ(Gelu({"info", "--help"}).status, 0);
}

TEST(Help, EvalNamesEveryActivation) {
  const std::string help = Gelu({"eval", "--help"}).out;
  for (const ActivationInfo& info : Activations()) {
    EXPECT_TRUE(Contains(help, info.name)) << info.name;
  }
}

TEST(Help, VersionAndInfo) {
  const std::string version(Version());
  EXPECT_EQ(Gelu({"--version"}).out, version + "\n");
  std::string targets;
  for (std::string_view target : Targets()) {
    targets.append(targets.empty() ? "" : " ").append(target);
  }
  EXPECT_EQ(Gelu({"info"}).out, "version  " + version + "\ntargets  " +
                                    targets + "\nin use   " +
                                    std::string(Targets()[0]) + "\n");
}

}  // namespace
}  // namespace gelu::test
