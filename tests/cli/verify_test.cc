// `gelu verify`, on few inputs.

#include <gelu/gelu.h>
#include <gtest/gtest.h>

#include "run.h"

namespace gelu::test {
namespace {

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
  EXPECT_EQ(lines[1].find("relu        forward     f32    "), 0u) << lines[1];
}

}  // namespace
}  // namespace gelu::test
