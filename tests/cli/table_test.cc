// `gelu table`: the numbers that everyone knows.

#include <gtest/gtest.h>

#include "run.h"

namespace gelu::test {
namespace {

TEST(Table, TheSixPoints) {
  const Result result = Gelu({"table"});
  EXPECT_EQ(
      result.out,
      "    x     gelu  gelu_tanh  quick_gelu    relu     silu      elu  "
      "leaky_relu\n"
      "   -3  -0.0040    -0.0036     -0.0181  0.0000  -0.1423  -0.9502     "
      "-0.0300\n"
      "   -1  -0.1587    -0.1588     -0.1542  0.0000  -0.2689  -0.6321     "
      "-0.0100\n"
      "-0.75  -0.1700    -0.1700     -0.1636  0.0000  -0.2406  -0.5276     "
      "-0.0075\n"
      "    0   0.0000     0.0000      0.0000  0.0000   0.0000   0.0000      "
      "0.0000\n"
      "    1   0.8413     0.8412      0.8458  1.0000   0.7311   1.0000      "
      "1.0000\n"
      "    3   2.9960     2.9964      2.9819  3.0000   2.8577   3.0000      "
      "3.0000\n");
  EXPECT_EQ(result.status, 0);
}

TEST(Table, ValuesOfOnesOwn) {
  const std::vector<std::string> lines =
      Lines(Gelu({"table", "-100", "2", "-inf", "nan", "1e300"}).out);
  ASSERT_EQ(lines.size(), 6u);
  EXPECT_EQ(lines[1].find("-0.0000"), std::string::npos) << lines[1];
  EXPECT_NE(lines[2].find("1.9545"), std::string::npos) << lines[2];
  EXPECT_EQ(lines[5].size(), lines[0].size());
  EXPECT_EQ(Gelu({"table", "-"}, "-3 -1 -0.75 0 1 3").out, Gelu({"table"}).out);
}

}  // namespace
}  // namespace gelu::test
