// `gelu audit`: a right function and many that are not.

#include <gtest/gtest.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>

#include "run.h"

namespace gelu::test {
namespace {

using Json = nlohmann::json;

Result Audit(const std::string& symbol, Arguments options = {},
             const std::string& activation = "gelu",
             const std::string& points = "2000") {
  options.insert(options.begin(),
                 {"audit", "--library", GELU_AUDITED, "--symbol", symbol,
                  "--activation", activation, "--points", points});
  return Gelu(options);
}

Json JsonOf(const std::string& symbol, Arguments options = {}) {
  options.push_back("--json");
  const Result result = Audit(symbol, options);
  EXPECT_EQ(result.err, "");
  EXPECT_LE(result.status, 1);
  return Json::parse(result.out);
}

void ExpectAccident(const std::string& symbol, const std::string& what) {
  const Json audit = JsonOf(symbol, {"--timeout", "0.5"});
  EXPECT_EQ(audit["good"], false);
  bool found = false;
  for (const std::string accident : audit["accidents"]) {
    found = found || accident.starts_with(what);
  }
  EXPECT_TRUE(found) << symbol << ": " << audit["accidents"];
}

TEST(Audit, PassesWhatIsRight) {
  const Result f32 = Audit("right", {"--tolerance", "0.5"});
  EXPECT_EQ(f32.status, 0) << f32.out << f32.err;
  EXPECT_EQ(Lines(f32.out).back().find("good: worst 0."), 0u) << f32.out;
  const Result bf16 =
      Audit("right_derivative_bf16",
            {"--tolerance", "0.5", "--dtype", "bf16", "--derivative"}, "swish");
  EXPECT_EQ(bf16.status, 0) << bf16.out << bf16.err;
  const Result f64 = Audit("right_f64", {"--tolerance", "1", "--dtype", "f64"},
                           "gelu_tanh", "20");
  EXPECT_EQ(f64.status, 0) << f64.out << f64.err;
}

// The numbers everyone's GELU has below -5: the whole value is lost.
TEST(Audit, FailsWhatLosesTheTail) {
  const Json audit = JsonOf("one_plus_erf");
  EXPECT_EQ(audit["good"], false);
  EXPECT_EQ(audit["activation"], "gelu");
  EXPECT_EQ(audit["position"], "");
  EXPECT_TRUE(audit["accidents"].empty());
  EXPECT_GT(audit["worst_ulp"], 1e7);
  for (const Json& region : audit["regions"]) {
    EXPECT_EQ(region["points"] > 0, true);
    if (region["from"] == -13.1 || region["from"] == -3) {
      EXPECT_GT(region["worst_ulp"], 50) << region;
    }
    if (region["from"] == 1) {
      EXPECT_LT(region["worst_ulp"], 4);
    }
  }
  EXPECT_EQ(audit["special_values"][0]["x"], "-inf");
  EXPECT_EQ(audit["special_values"][0]["got"], "nan");
  EXPECT_EQ(audit["special_values"][0]["right"], false);
  EXPECT_EQ(audit["bad_points"].size(), 5u);
}

TEST(Audit, TellsZerosOfTheWrongSign) {
  const Json audit = JsonOf("positive_zero");
  EXPECT_GT(audit["wrong_zeros"], 0);
  EXPECT_LE(audit["worst_ulp"], 0.5);  // otherwise it is right
  EXPECT_EQ(audit["good"], false);
}

TEST(Audit, TellsThatThePositionMatters) {
  const Json audit = JsonOf("depends_on_position");
  EXPECT_NE(audit["position"], "");
  EXPECT_TRUE(audit["accidents"].empty());
  EXPECT_EQ(audit["good"], false);
  EXPECT_EQ(JsonOf("right")["position"], "");
}

TEST(Audit, AccidentsAreFindings) {
  ExpectAccident("crashes", "crashes with SIGABRT (n = 13)");
  ExpectAccident("hangs", "hangs: nothing after 0.5 s (n = ");
  ExpectAccident("exits", "ends the process with status 0 (n = ");
  ExpectAccident("throws", "throws an exception (n = ");
  ExpectAccident("writes_too_far", "touches memory past the end of y (n = 1)");
  ExpectAccident("writes_before",
                 "touches memory before the start of y (n = 5)");
  ExpectAccident("writes_to_x", "touches its input x by writing (n = 5)");
}

TEST(Audit, GradesWhatCameBeforeTheCrash) {
  const Json audit = JsonOf("crashes");
  for (const Json& region : audit["regions"]) EXPECT_EQ(region["wrong"], 0);
  EXPECT_EQ(audit["special_values"].size(), 9u);
}

TEST(Audit, ClaimsNothingOfWhatItNeverSaw) {
  const Json audit = JsonOf("exits");
  EXPECT_TRUE(audit["worst_ulp"].is_null());
  EXPECT_EQ(audit["positions_seen"], false);
  const std::string report = Audit("exits").out;
  for (const char* claim : {"right", "the same bits", "worst 0"}) {
    EXPECT_EQ(report.find(claim), std::string::npos) << report;
  }
  EXPECT_EQ(Lines(report).back(), "not good: no value to grade");
}

TEST(Audit, WhatIsNotWrittenIsWrong) {
  const Json audit = JsonOf("nothing");
  for (const Json& point : audit["special_values"]) {
    EXPECT_EQ(point["right"], false) << point;
  }
}

TEST(Audit, DrawsTheError) {
  const std::string file = testing::TempDir() + "gelu-audit.svg";
  EXPECT_EQ(Audit("one_plus_erf", {"-o", file}).status, 1);
  std::ifstream stream(file);
  const std::string svg(std::istreambuf_iterator<char>(stream), {});
  std::remove(file.c_str());
  EXPECT_NE(svg.find("error, ULP"), std::string::npos);
  EXPECT_NE(svg.find("</svg>"), std::string::npos);
}

TEST(Audit, BadInputIsOneLine) {
  const auto fails = [](const Arguments& arguments, const std::string& line) {
    const Result result = Gelu(arguments);
    EXPECT_EQ(result.status, 2) << result.out;
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(result.err.substr(0, line.size()), line);
    EXPECT_EQ(Lines(result.err).size(), 1u);
  };
  fails({"audit", "--library", "no/such.so", "--symbol", "f", "--activation",
         "gelu"},
        "gelu audit: no/such.so: cannot open shared object file");
  fails({"audit", "--library", GELU_AUDITED, "--symbol", "wrong",
         "--activation", "gelu"},
        "gelu audit: " GELU_AUDITED ": no symbol 'wrong'");
  fails({"audit", "--library", GELU_AUDITED, "--symbol", "right",
         "--activation", "gelu", "--dtype", "f8"},
        "gelu audit: unknown dtype 'f8'; there are f64 f32 f16 bf16");
  fails({"audit", "--library", GELU_AUDITED, "--symbol", "right",
         "--activation", "gelu", "-o", "a.gif"},
        "gelu audit: -o 'a.gif': the name must end in .svg, .png or .pdf");
}

}  // namespace
}  // namespace gelu::test
