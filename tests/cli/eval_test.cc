// `gelu eval`: what it reads and what it prints.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "run.h"

namespace gelu::test {
namespace {

Result Eval(const std::string& activation, const std::string& dtype,
            const Arguments& values, const std::string& input = "") {
  Arguments all = {"eval", "--activation", activation, "--dtype", dtype};
  all.insert(all.end(), values.begin(), values.end());
  return Gelu(all, input);
}

// The hexadecimal column.
std::vector<std::string> HexOf(const Result& result) {
  EXPECT_EQ(result.status, 0) << result.err;
  std::vector<std::string> column;
  for (const std::string& line : Lines(result.out)) {
    column.push_back(line.substr(line.rfind(' ') + 1));
  }
  return column;
}

TEST(Eval, ALineAValueInAlignedColumns) {
  const Result result =
      Gelu({"eval", "--activation", "gelu", "-5.5", "-1", "-0", "2", "-inf"});
  EXPECT_EQ(result.out,
            "-5.5  -1.0444259e-07  -0x1.c093d8p-24\n"
            "  -1     -0.15865526   -0x1.44ed0cp-3\n"
            "  -0              -0          -0x0p+0\n"
            "   2       1.9544997    0x1.f45a18p+0\n"
            "-inf              -0          -0x0p+0\n");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.status, 0);
}

TEST(Eval, NegativeNumbersAreNotOptions) {
  const Arguments numbers = {"-5.5",      "-.5",  "-0x1p-3", "-inf",
                             "-Infinity", "-nan", "-1e-3",   "+1",
                             "--dtype",   "f32",  "-2"};
  EXPECT_EQ(HexOf(Eval("identity", "f64", {"-1"})),
            std::vector<std::string>{"-0x1p+0"});
  Arguments all = {"eval", "--activation", "identity"};
  all.insert(all.end(), numbers.begin(), numbers.end());
  const std::vector<std::string> expected = {
      "-0x1.6p+2", "-0x1p-1",         "-0x1p-3", "-inf",   "-inf",
      "nan",       "-0x1.0624dep-10", "0x1p+0",  "-0x1p+1"};
  EXPECT_EQ(HexOf(Gelu(all)), expected);
}

// Next to a tie, rounding to f64 first would fall onto the tie.
TEST(Eval, RoundsTheInputOnce) {
  struct Row {
    std::string dtype, text, hex;
  };
  const Row rows[] = {
      {"f32", "1.000000059604644775390625", "0x1p+0"},  // 1 + 2^-24, a tie
      {"f32", "1.00000005960464477539062500000000001", "0x1.000002p+0"},
      {"f32", "-1.00000005960464477539062500000000001", "-0x1.000002p+0"},
      {"f32", "1.00000017881393432617187499999999999", "0x1.000002p+0"},
      {"f32", "0x1p-150", "0x0p+0"},
      {"f32", "0x1.000000000000000001p-150", "0x1p-149"},
      {"f32", "-1e-999", "-0x0p+0"},
      {"f32", "340282356779733661637539395458142568447", "0x1.fffffep+127"},
      {"f32", "340282356779733661637539395458142568448", "inf"},
      {"f32", "1e999", "inf"},
      {"f16", "1.00048828125", "0x1p+0"},  // 1 + 2^-11, a tie
      {"f16", "1.00048828125000000000000000000001", "0x1.004p+0"},
      {"f16", "65519.99999999999999999999", "0x1.ffcp+15"},
      {"f16", "65520", "inf"},
      {"f16", "-1e999", "-inf"},
      {"bf16", "1.00390625", "0x1p+0"},  // 1 + 2^-8, a tie
      {"bf16", "1.00390625000000000000000000001", "0x1.02p+0"},
      {"bf16", "3.4e38", "inf"},
      {"f64", "1e999", "inf"},
      {"f64", "0.1", "0x1.999999999999ap-4"},
      {"f64", "5e-324", "0x0.0000000000001p-1022"},
  };
  for (const Row& row : rows) {
    EXPECT_EQ(HexOf(Eval("identity", row.dtype, {row.text})),
              std::vector<std::string>{row.hex})
        << row.dtype << " " << row.text;
  }
}

TEST(Eval, TheDigitsReadBackAsTheSameBits) {
  const std::string xs =
      "-5.5 -0.1 1e-40 3.1e-5 7.3 1e-7 0.3333333333 -2.25 61000 6e-8 -0 nan";
  for (const std::string dtype : {"f64", "f32", "f16", "bf16"}) {
    const Result first = Eval("silu", dtype, {"-"}, xs);
    std::string ys;
    for (const std::string& line : Lines(first.out)) {
      std::istringstream columns(line);
      std::string x, y;
      columns >> x >> y;
      ys += y + " ";
    }
    EXPECT_EQ(HexOf(first), HexOf(Eval("identity", dtype, {"-"}, ys))) << dtype;
    EXPECT_EQ(HexOf(first).size(), 12u);
  }
}

TEST(Eval, ReadsStandardInput) {
  const Result result =
      Eval("relu", "f32", {"-1", "-", "7"}, "1\t-2\n\n  0x1p3\r\nnan\n");
  const std::vector<std::string> expected = {"0x0p+0", "0x1p+0", "0x0p+0",
                                             "0x1p+3", "nan",    "0x1.cp+2"};
  EXPECT_EQ(HexOf(result), expected);
  EXPECT_EQ(Eval("relu", "f32", {"-"}, "").status, 0);
}

TEST(Eval, TakesParameterAliasAndTarget) {
  EXPECT_EQ(HexOf(Gelu({"eval", "--activation", "leaky_relu", "--parameter",
                        "0.25", "-3"})),
            std::vector<std::string>{"-0x1.8p-1"});
  EXPECT_EQ(Gelu({"eval", "--activation", "GELU_NEW", "-1"}).out,
            Gelu({"eval", "--activation", "gelu_tanh", "-1"}).out);
  const std::string targets = Lines(Gelu({"info"}).out).at(1);
  std::istringstream names(targets.substr(std::string("targets").size()));
  int count = 0;
  for (std::string name; names >> name; ++count) {
    const auto json = nlohmann::json::parse(
        Gelu({"eval", "--activation", "gelu", "--target", name, "--json", "-1"})
            .out);
    EXPECT_EQ(json["target"], name);
  }
  EXPECT_GE(count, 1);
}

TEST(Eval, JsonIsTheContract) {
  const Result result =
      Gelu({"eval", "--activation", "gelu_new", "--derivative", "--dtype",
            "bf16", "--json", "0", "-inf", "nan", "-0"});
  const auto json = nlohmann::ordered_json::parse(result.out);
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"activation", "direction", "dtype",
                                            "accuracy", "target", "points"}));
  EXPECT_EQ(json["activation"], "gelu_tanh");
  EXPECT_EQ(json["direction"], "derivative");
  EXPECT_EQ(json["dtype"], "bf16");
  EXPECT_EQ(json["accuracy"], "correct");
  EXPECT_EQ(json["points"][0].dump(), R"({"x":0.0,"y":0.5,"hex":"0x1p-1"})");
  EXPECT_EQ(json["points"][1]["x"], "-inf");
  EXPECT_EQ(json["points"][2].dump(), R"({"x":"nan","y":"nan","hex":"nan"})");
  EXPECT_EQ(json["points"][3]["x"].dump(), "-0.0");
  EXPECT_EQ(json["points"].size(), 4u);
  EXPECT_EQ(result.status, 0);
}

TEST(Eval, JsonHasTheDigitsOfTheLines) {
  const auto json = nlohmann::json::parse(
      Gelu({"eval", "--activation", "gelu", "--json", "-5.5"}).out);
  EXPECT_EQ(json["direction"], "forward");
  EXPECT_EQ(json["dtype"], "f32");
  EXPECT_EQ(json["points"].dump(),
            R"([{"hex":"-0x1.c093d8p-24","x":-5.5,"y":-1.0444259e-07}])");
}

TEST(Eval, GivesTheHandedValues) {
  std::ifstream file(GELU_CASES);
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line[0] == '#') continue;
    std::istringstream fields(line);
    std::string activation, direction, dtype, x, y;
    fields >> activation >> direction >> dtype >> x >> y;
    Arguments values = {x};
    if (direction == "derivative")
      values.insert(values.begin(), "--derivative");
    EXPECT_EQ(HexOf(Eval(activation, dtype, values)),
              HexOf(Eval("identity", dtype, {y})))
        << line;
    ++count;
  }
  EXPECT_GE(count, 17);
}

}  // namespace
}  // namespace gelu::test
