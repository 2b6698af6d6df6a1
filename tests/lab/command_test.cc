// `gelu lab moons`, run as a process.

#include "command.h"

#include <algorithm>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace gelu::lab {
namespace {

using nlohmann::json;

TEST_F(Command, AnswersAndLeavesEverythingInItsFolder) {
  const Outcome outcome = Moons("--seeds 7");
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const json results =
      json::parse(Contents(folder_ / "gelu-moons/results.json"));
  const std::string sentence = results["sentence"];
  EXPECT_EQ(outcome.out, sentence + "\n\nReport: gelu-moons/report.html\n");
  EXPECT_EQ(results["runs"].size(), 14u);
  EXPECT_EQ(results["comparisons"][0]["pairs"], 7);
  const std::string csv = Contents(folder_ / "gelu-moons/results.csv");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 15);
  const std::string html = Contents(folder_ / "gelu-moons/report.html");
  // Differences, two learning curves, two boundaries, units without a gradient,
  // value and derivative.
  std::size_t plots = 0;
  for (std::size_t i = 0; (i = html.find("<svg", i)) != html.npos; ++i) ++plots;
  EXPECT_EQ(plots, 8u);
  EXPECT_EQ(html.find("src="), html.npos);
  EXPECT_EQ(html.find("<link"), html.npos);
}

TEST_F(Command, DoesNotDependOnJobsAndRepeats) {
  ASSERT_EQ(Moons("--seeds 6 --jobs 1 --out a").status, 0);
  ASSERT_EQ(Moons("--seeds 6 --jobs 5 --out b").status, 0);
  const std::string once = Contents(folder_ / "a/results.json");
  EXPECT_EQ(once, Contents(folder_ / "b/results.json"));
  ASSERT_EQ(Moons("--seeds 6 --out a").status, 0);
  EXPECT_EQ(once, Contents(folder_ / "a/results.json"));
  EXPECT_EQ(Moons("--seeds 6 --out a --json").out, once);
}

TEST_F(Command, GoesOnFromWhatIsThere) {
  ASSERT_EQ(Moons("--seeds 2 --out a").status, 0);
  const Outcome more = Moons("--seeds 6 --out a");
  EXPECT_NE(more.err.find("4 of 12 runs are in a already"), std::string::npos)
      << more.err;
  ASSERT_EQ(Moons("--seeds 6 --out b").status, 0);
  EXPECT_EQ(Contents(folder_ / "a/results.json"),
            Contents(folder_ / "b/results.json"));
}

TEST_F(Command, FindsGeluIdenticalToItself) {
  const Outcome outcome = Moons("--activations gelu,gelu --seeds 6 --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json comparison = json::parse(outcome.out)["comparisons"][0];
  EXPECT_EQ(comparison["verdict"], "identical");
  EXPECT_EQ(comparison["mean_difference"], 0.0);
  EXPECT_EQ(comparison["interval"], json({0.0, 0.0}));
}

TEST_F(Command, ComparesSeveralAndNamesWhatDiverged) {
  const Outcome outcome =
      Moons("--activations relu,elu,gelu_new --seeds 7,8,9 --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json results = json::parse(outcome.out);
  EXPECT_EQ(results["comparisons"].size(), 3u);
  EXPECT_EQ(results["runs"][0]["seed"], 7);
  const Outcome diverged = Moons("--seeds 2 --lr 1e9,1e30 --out b");
  EXPECT_EQ(diverged.status, 0) << diverged.err;
  EXPECT_NE(diverged.out.find("relu diverged on 2 of 2 seeds"),
            std::string::npos)
      << diverged.out;
}

// The rule, applied here to the validation losses of one rate at a time.
TEST_F(Command, ChoosesEachRateOnValidation) {
  const std::vector<std::string> rates = {"0.1", "0.001", "0.03"};
  std::map<std::string, std::map<double, json>> alone;
  std::map<std::string, std::pair<double, double>> best;  // loss, rate
  for (const std::string& lr : rates) {
    const json results =
        json::parse(Moons("--seeds 4 --json --out " + lr + " --lr " + lr).out);
    for (const json& trial : results["tuning"]) {
      const std::pair<double, double> here = {trial["validation_loss"],
                                              trial["lr"]};
      const auto [place, added] = best.emplace(trial["activation"], here);
      if (here.first < place->second.first) place->second = here;
    }
    for (const json& run : results["runs"]) {
      alone[run["activation"]][run["lr"]].push_back(run);
    }
  }
  const Outcome outcome = Moons("--seeds 4 --json --lr 0.1,0.001,3e-2");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json results = json::parse(outcome.out);
  ASSERT_EQ(results["tuning"].size(), 6u);
  std::map<std::string, json> chosen;
  for (const json& trial : results["tuning"]) {
    const std::string name = trial["activation"];
    EXPECT_EQ(trial["chosen"], trial["lr"] == best[name].second) << trial;
  }
  for (const json& run : results["runs"]) {
    chosen[run["activation"]].push_back(run);
  }
  for (const auto& [name, runs] : chosen) {
    EXPECT_EQ(runs, alone[name][best[name].second]) << name;
  }
  const std::string html = Contents(folder_ / "gelu-moons/report.html");
  EXPECT_NE(html.find("Learning rates"), html.npos);
}

// What can't be read, or can't be kept; experiment_test.cc has what can't be.
TEST_F(Command, RefusesInOneLine) {
  std::ofstream(folder_ / "file") << "not a folder";
  std::ofstream(folder_ / "damaged.sqlite") << std::string(5000, 'x');
  fs::create_directory(folder_ / "damaged");
  fs::rename(folder_ / "damaged.sqlite", folder_ / "damaged/runs.sqlite");
  const std::pair<const char*, const char*> cases[] = {
      {"--activations relu,gelo", "gelo"},
      {"--activations ''", "activation"},
      {"--seeds 0", "--seeds 0"},
      {"--seeds x", "'x'"},
      {"--seeds 1,-2", "'-2'"},
      {"--samples 1", "1 samples"},
      {"--samples many", "many"},
      {"--split 60-40", "--split"},
      {"--batch 0", "--batch 0"},
      {"--lr 1e-2,", "--lr"},
      {"--select middle", "middle"},
      {"--jobs -1", "--jobs -1"},
      {"--out file", "file"},
      {"--out /proc/gelu", "/proc/gelu"},
      {"--out damaged", "damaged/runs.sqlite"},
      {"--no-such-option", "--no-such-option"},
  };
  for (const auto& [options, named] : cases) {
    SCOPED_TRACE(options);
    const Outcome outcome = Execute(options);
    EXPECT_EQ(outcome.status, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(std::count(outcome.err.begin(), outcome.err.end(), '\n'), 1)
        << outcome.err;
    EXPECT_NE(outcome.err.find(named), std::string::npos) << outcome.err;
    EXPECT_FALSE(fs::exists(folder_ / "gelu-moons"));
  }
}

TEST_F(Command, RefusesAFolderOfAnotherExperiment) {
  ASSERT_EQ(Moons("--seeds 1").status, 0);
  const std::string before = Contents(folder_ / "gelu-moons/results.json");
  const Outcome outcome = Moons("--seeds 1 --noise 0.3");
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("noise 0.2, not 0.3"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(before, Contents(folder_ / "gelu-moons/results.json"));
}

}  // namespace
}  // namespace gelu::lab
