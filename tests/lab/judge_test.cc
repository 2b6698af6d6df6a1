// `gelu lab judge`, run as a process.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "../cli/run.h"
#include "../folder.h"

namespace gelu::test {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Judge : public testing::Test {
 protected:
  std::string File(const std::string& text) {
    std::ofstream(folder_ / "scores.csv", std::ios::binary) << text;
    return folder_ / "scores.csv";
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

constexpr char kScores[] =
    "seed,relu,gelu\n1,.91,.93\n2,.92,.93\n3,.90,.92\n4,.91,.94\n5,.89,.92\n"
    "6,.92,.94\n7,.91,.92\n";

TEST_F(Judge, SaysWhichIsBetter) {
  const std::string file = File(kScores);
  const Result higher = Gelu({"lab", "judge", file, "--higher-is-better"});
  EXPECT_EQ(higher.status, 0) << higher.err;
  EXPECT_EQ(higher.err, "");
  EXPECT_TRUE(higher.out.starts_with("gelu is better than relu: "))
      << higher.out;
  const Result lower = Gelu({"lab", "judge", file});
  EXPECT_TRUE(lower.out.starts_with("relu is better than gelu: ")) << lower.out;
  const Result none = Gelu({"lab", "judge", file, "--smallest-effect", "0.05"});
  EXPECT_TRUE(none.out.starts_with("No difference larger than 0.05"))
      << none.out;
}

TEST_F(Judge, GivesAllNumbersAsJson) {
  const Result result =
      Gelu({"lab", "judge", File(kScores), "--higher-is-better", "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  const json numbers = json::parse(result.out);
  EXPECT_EQ(numbers["verdict"], "gelu is better than relu");
  EXPECT_NEAR(numbers["mean_difference"], 0.14 / 7, 1e-15);
  EXPECT_LT(numbers["interval"][0], numbers["mean_difference"]);
  EXPECT_GT(numbers["interval"][1], numbers["mean_difference"]);
  EXPECT_EQ(numbers["sign_flip_p"], 2 / 128.0);
  EXPECT_LT(numbers["wilcoxon_p"], 0.05);
  EXPECT_EQ(numbers["second_better"], 1.0);
}

TEST_F(Judge, IsUndecidedBelowSixSeeds) {
  const Result result =
      Gelu({"lab", "judge", File("seed,a,b\n1,1,2\n2,1,2\n3,1,2\n"), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["verdict"], "undecided");
}

TEST_F(Judge, ComparesAllPairsOfSeveral) {
  const Result result =
      Gelu({"lab", "judge", File("seed,a,b,c\n1,1,2,3\n2,1,2,4\n"), "--json"});
  ASSERT_EQ(result.status, 0) << result.err;
  EXPECT_EQ(json::parse(result.out)["comparisons"].size(), 3u);
}

// scores_test.cc has all that a file can be refused for.
TEST_F(Judge, RefusesInOneLineThatNamesThePlace) {
  const std::pair<std::string, std::string> cases[] = {
      {std::string("\0\1\2\xff", 4), "line 1"},
      {"seed,\"re\nlu\",gelu\n1,x,3\n", "line 3"},
  };
  for (const auto& [text, place] : cases) {
    SCOPED_TRACE(text);
    const std::string file = File(text);
    const Result result = Gelu({"lab", "judge", file, "--json"});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(Lines(result.err).size(), 1u) << result.err;
    EXPECT_NE(result.err.find(file + ", " + place), std::string::npos)
        << result.err;
  }
  for (const std::string& file :
       {std::string("/no/such.csv"), std::string("/")}) {
    const Result result = Gelu({"lab", "judge", file});
    EXPECT_EQ(result.status, 2);
    EXPECT_NE(result.err.find(file), std::string::npos) << result.err;
  }
  EXPECT_EQ(
      Gelu({"lab", "judge", File(kScores), "--smallest-effect", "-1"}).status,
      2);
}

}  // namespace
}  // namespace gelu::test
