// What the documents say is so: code, output of commands, names of files.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "../text.h"

namespace gelu::test {
namespace {

namespace fs = std::filesystem;
const fs::path kSource = GELU_SOURCE;

std::string Read(const fs::path& path) {
  std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  return {std::istreambuf_iterator<char>(file), {}};
}

// The contents of the blocks fenced with ```kind.
std::vector<std::string> Blocks(const std::string& text,
                                const std::string& kind) {
  const std::string open = "\n```" + kind + "\n", close = "```\n";
  std::vector<std::string> blocks;
  for (std::size_t at = 0; (at = text.find(open, at)) != text.npos;) {
    at += open.size();
    blocks.push_back(text.substr(at, text.find(close, at) - at));
  }
  return blocks;
}

void ExpectExample(const std::string& language, const fs::path& source,
                   const std::string& program) {
  const auto code = Blocks(Read(kSource / "README.md"), language);
  ASSERT_EQ(code.size(), 1u);
  EXPECT_EQ(code[0], Read(kSource / source));
  EXPECT_EQ(OutputOf(program + " 2>&1"),
            "-1.0444259e-07\n-0.15865526\n1.9544997\n");
}

TEST(Readme, CodeIsTheExample) {
  ExpectExample("cpp", "examples/readme.cc", GELU_README_EXAMPLE);
  ExpectExample("c", "examples/readme.c", GELU_README_C_EXAMPLE);
}

// "$ build/bin/gelu ...", then what it prints.
TEST(Readme, CommandsPrintWhatItShows) {
  const auto sessions = Blocks(Read(kSource / "README.md"), "console");
  ASSERT_FALSE(sessions.empty());
  const std::string prompt = "$ build/bin/gelu ";
  for (const std::string& session : sessions) {
    ASSERT_TRUE(session.starts_with(prompt)) << session;
    for (std::size_t at = 0; at < session.size();) {
      const std::size_t line_end = session.find('\n', at);
      const std::size_t next = session.find(prompt, line_end);
      const std::string arguments =
          session.substr(at + prompt.size(), line_end - at - prompt.size());
      const std::string shown =
          session.substr(line_end + 1, next - line_end - 1);
      EXPECT_EQ(OutputOf(std::string(GELU_COMMAND) + " " + arguments + " 2>&1"),
                shown)
          << arguments;
      at = next == session.npos ? session.size() : next;
    }
  }
}

class Documents : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(, Documents,
                         testing::Values("README.md", "CONTRIBUTING.md",
                                         "docs/architecture.md"));

// Links, and `folder/file` in backticks. A <name> stands for any.
TEST_P(Documents, NameFilesThatExist) {
  const fs::path document = kSource / GetParam();
  const std::string text = Read(document);
  for (const std::string& link : Matches(text, R"(\]\(([^):#]+)\))")) {
    EXPECT_TRUE(fs::exists(document.parent_path() / link)) << link;
  }
  int checked = 0;
  for (const std::string& path : Matches(text, R"(`([\w.]+/[\w./-]*)`)")) {
    if (path.starts_with("build/")) continue;
    EXPECT_TRUE(fs::exists(kSource / path)) << path;
    ++checked;
  }
  EXPECT_GT(checked, 0);
}

}  // namespace
}  // namespace gelu::test
