// `gelu plot`: the pictures, whole or not at all.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "../folder.h"
#include "run.h"

namespace gelu::test {
namespace {

namespace fs = std::filesystem;

std::string Contents(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(stream), {});
}

class Plot : public testing::Test {
 protected:
  // Draws and returns the file; nothing else may be left in the folder.
  std::string Draw(const std::string& name, Arguments arguments = {}) {
    arguments.insert(arguments.begin(),
                     {"plot", "-o", (folder_ / name).string()});
    const Result result = Gelu(arguments);
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_EQ(result.out + result.err, "");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
    const std::string picture = Contents(folder_ / name);
    fs::remove(folder_ / name);
    return picture;
  }

  const TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
};

TEST_F(Plot, DrawsSvgPngPdf) {
  const std::string svg = Draw("a.svg");
  EXPECT_NE(svg.find("<svg"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
  for (const char* name : {"gelu", "silu", "elu", "leaky_relu", "relu"}) {
    EXPECT_NE(svg.find(std::string(">") + name + "<"), std::string::npos)
        << name;
  }
  EXPECT_EQ(Draw("a.png").substr(0, 4), "\x89PNG");
  EXPECT_EQ(Draw("a.pdf").substr(0, 5), "%PDF-");
}

TEST_F(Plot, DrawsWhatIsAskedFor) {
  const std::string slopes = Draw(
      "a.svg",
      {"--derivative", "--activations", "gelu_new,relu", "--range", "-2:2"});
  EXPECT_NE(slopes.find(">gelu_tanh<"), std::string::npos);
  EXPECT_NE(slopes.find("f′(x)"), std::string::npos);
  EXPECT_EQ(slopes.find(">silu<"), std::string::npos);
  const std::string difference =
      Draw("a.svg", {"--difference", "gelu", "--activations", "quick_gelu"});
  EXPECT_NE(difference.find("f(x) − gelu(x)"), std::string::npos);
  EXPECT_NE(slopes, difference);
}

TEST_F(Plot, TakesAnyFileName) {
  const std::string name = "it's $(touch x) `touch y`; \"z\".svg";
  EXPECT_NE(Draw(name).find("</svg>"), std::string::npos);
}

TEST_F(Plot, LeavesTheOldPictureWhenItFails) {
  const std::string file = (folder_ / "a.svg").string();
  std::ofstream(file) << "old";
  EXPECT_EQ(Gelu({"plot", "-o", file, "--activations", "gelo"}).status, 2);
  ASSERT_EQ(setenv("PATH", folder_.c_str(), 1), 0);  // without gnuplot
  const Result result = Gelu({"plot", "-o", file});
  EXPECT_EQ(result.status, 2);
  EXPECT_EQ(result.err, "gelu plot: gnuplot: No such file or directory\n");
  EXPECT_EQ(Contents(file), "old");
}

}  // namespace
}  // namespace gelu::test
