// Help, version, info.

#include <gelu/gelu.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>

#include "../text.h"
#include "run.h"

namespace gelu::test {
namespace {

bool Contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

bool Has(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::vector<std::string> CommandsIn(const std::string& help) {
  return Matches(help.substr(help.find("Subcommands:")), "\n  (\\w+)  ");
}

std::vector<std::string> OptionsIn(const std::string& help) {
  return Matches(help, "\n  (?:-\\w,)?(--[a-z-]+)");
}

TEST(Help, EveryCommandTeachesByExamples) {
  const Result top = Gelu({"--help"});
  EXPECT_EQ(top.status, 0);
  EXPECT_EQ(top.err, "");
  for (const std::string& command : CommandsIn(top.out)) {
    EXPECT_TRUE(Contains(top.out, std::string("\n  ") + command));
    const Result help = Gelu({command, "--help"});
    EXPECT_EQ(help.status, 0) << command;
    EXPECT_EQ(help.err, "") << command;
    EXPECT_TRUE(Contains(help.out, "Examples:\n")) << help.out;
    EXPECT_TRUE(Contains(help.out, std::string("\n  gelu ") + command));
  }
}

TEST(Help, EvalNamesEveryActivation) {
  const std::string help = Gelu({"eval", "--help"}).out;
  for (const ActivationInfo& info : Activations()) {
    EXPECT_TRUE(Contains(help, info.name)) << info.name;
  }
}

// bash, with the completion loaded: what it offers for the last word.
std::vector<std::string> Offered(const std::string& words) {
  static const std::string completion = Gelu({"completion"}).out;
  const std::string script = completion + "COMP_WORDS=(" + words +
                             "); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _gelu; "
                             "printf '%s\\n' \"${COMPREPLY[@]}\"";
  setenv("SCRIPT", script.c_str(), 1);
  const std::string output = OutputOf("bash -c \"$SCRIPT\"");
  return Lines(output);
}

TEST(Completion, KnowsCommandsOptionsAndNames) {
  const std::vector<std::string> commands = Offered("gelu \"\"");
  const std::string help = Gelu({"--help"}).out;
  for (const std::string& command : CommandsIn(help)) {
    EXPECT_TRUE(Has(commands, command)) << command;
    const auto options = Offered("gelu " + command + " --");
    for (const std::string& option : OptionsIn(Gelu({command, "--help"}).out)) {
      EXPECT_TRUE(Has(options, option)) << option;
    }
  }
  for (const char* option : {"eval --activation", "plot --activations",
                             "plot --difference", "audit --activation"}) {
    const auto names = Offered(std::string("gelu ") + option + " \"\"");
    for (const ActivationInfo& info : Activations()) {
      EXPECT_TRUE(Has(names, info.name)) << info.name;
      for (std::string_view alias : info.aliases) {
        EXPECT_TRUE(Has(names, alias)) << alias;
      }
    }
  }
  using Words = std::vector<std::string>;
  EXPECT_EQ(Offered("gelu ev"), (Words{"eval"}));
  EXPECT_EQ(Offered("gelu verify --dtype b"), (Words{"bf16"}));
  EXPECT_EQ(Offered(GELU_COMMAND " verify --target al"), (Words{"all"}));
  EXPECT_TRUE(Has(Offered(GELU_COMMAND " eval --target \"\""), Targets()[0]));
  EXPECT_EQ(Offered("gelu eval --accuracy \"\""), (Words{"correct", "fast"}));
  EXPECT_EQ(Offered("gelu plot --activations relu,quick_"),
            (Words{"relu,quick_gelu"}));
  EXPECT_EQ(Offered("gelu plot -o /usr/includ"), (Words{"/usr/include"}));
}

TEST(Manual, IsAPageWithEveryCommandAndOption) {
  const std::string page = OutputOf(
      GELU_COMMAND " manual | MANWIDTH=100 man --warnings=w -l - 2>&1");
  EXPECT_FALSE(Contains(page, "warning")) << page;
  EXPECT_TRUE(Contains(page, "activation functions, correctly rounded"));
  for (const std::string& command : CommandsIn(Gelu({"--help"}).out)) {
    EXPECT_TRUE(Contains(page, "\ngelu " + command + "\n")) << command;
    for (const std::string& option : OptionsIn(Gelu({command, "--help"}).out)) {
      EXPECT_TRUE(Contains(page, option)) << option;
    }
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
