// `gelu verify`, on few inputs.

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../folder.h"
#include "run.h"

namespace gelu::test {
namespace {

namespace fs = std::filesystem;

void ExpectRight(const Arguments& options, std::uint64_t inputs) {
  Arguments arguments = {"verify"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const Result result = Gelu(arguments);
  EXPECT_EQ(result.status, 0) << result.out << result.err;
  EXPECT_EQ(result.err, "");  // no bar where there is no terminal
  ASSERT_FALSE(result.out.empty());
  EXPECT_EQ(Lines(result.out).back(),
            "checked " + std::to_string(inputs) + " inputs, wrong 0");
}

TEST(Verify, EveryActivation) {
  const std::size_t functions = Activations().size();
  ExpectRight({"--activation", "all", "--stride", "1048573"}, 4097 * functions);
  ExpectRight({"--activation", "all", "--stride", "1048573", "--derivative"},
              4097 * functions);
}

TEST(Verify, EveryTargetAndDType) {
  const std::size_t targets = Targets().size();
  ExpectRight({"--activation", "gelu", "--dtype", "all", "--target", "all",
               "--stride", "16777213"},
              (2 * 257 + 2 * 65536) * targets);
}

TEST(Verify, AParameter) {
  ExpectRight(
      {"--activation", "silu", "--parameter", "1.5", "--stride", "1048573"},
      4097);
}

TEST(Verify, ALineAFunction) {
  const Result result =
      Gelu({"verify", "--activation", "relu", "--stride", "4294967296"});
  const std::vector<std::string> lines = Lines(result.out);
  ASSERT_EQ(lines.size(), 3u) << result.out;
  EXPECT_EQ(lines[0].size(), lines[1].size());
  EXPECT_EQ(lines[1].find("relu         forward     f32    correct   "), 0u)
      << lines[1];
}

TEST(Verify, FastEndsWithTheWorst) {
  const Result result = Gelu({"verify", "--activation", "all", "--accuracy",
                              "fast", "--stride", "1048573"});
  EXPECT_EQ(result.status, 0);
  const std::vector<std::string> lines = Lines(result.out);
  ASSERT_GE(lines.size(), 2u);
  EXPECT_EQ(lines[lines.size() - 2], fmt::format("checked {} inputs, wrong 0",
                                                 4097 * Activations().size()));
  double worst;
  char at[64];
  ASSERT_EQ(
      std::sscanf(lines.back().c_str(), "worst %lf ULP at %63s", &worst, at), 2)
      << lines.back();
  EXPECT_GE(worst, 0.5);
  EXPECT_LE(worst, 4);
}

class Record : public testing::Test {
 protected:
  std::string Contents() const {
    std::ifstream stream(file_);
    return {std::istreambuf_iterator<char>(stream), {}};
  }
  Result Verify(const Arguments& options) const {
    Arguments arguments = {"verify", "--record", file_.string()};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return Gelu(arguments);
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  const fs::path file_ = folder_ / "record.md";
};

// The rows' cells up to the number of wrong ones.
std::vector<std::string> RowsOf(const std::string& record) {
  std::vector<std::string> rows;
  for (const std::string& line : Lines(record)) {
    std::size_t end = 0;
    for (int i = 0; i < 7 && end != line.npos; ++i)
      end = line.find('|', end + 1);
    if (end != line.npos) rows.push_back(line.substr(0, end + 1));
  }
  return std::vector<std::string>(rows.begin() + 2, rows.end());
}

TEST_F(Record, KeepsARowAFunction) {
  EXPECT_EQ(Verify({"--activation", "relu", "--stride", "268435456"}).status,
            0);
  EXPECT_EQ(Verify({"--activation", "gelu", "--derivative", "--dtype", "bf16",
                    "--target", "all"})
                .status,
            0);
  EXPECT_EQ(Verify({"--activation", "relu", "--stride", "134217728"}).status,
            0);
  std::string targets;
  for (std::string_view target : Targets()) {
    targets.append(targets.empty() ? "" : " ").append(target);
  }
  const std::vector<std::string> expected = {
      fmt::format("| relu | forward | f32 | correct | {} | 32 | 0 |",
                  Targets()[0]),
      fmt::format("| gelu | derivative | bf16 | correct | {} | 65536 | 0 |",
                  targets)};
  EXPECT_EQ(RowsOf(Contents()), expected);
  EXPECT_NE(Contents().find(std::string(Version())), std::string::npos);
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
}

TEST_F(Record, OverwritesNothingElse) {
  std::ofstream(file_) << "a letter\n";
  const Result result = Verify({"--activation", "relu"});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.err, "gelu verify: " + file_.string() +
                            ": is no record of gelu verify; not overwritten\n");
  EXPECT_EQ(Contents(), "a letter\n");
}

}  // namespace
}  // namespace gelu::test
