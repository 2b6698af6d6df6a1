// `gelu lab show`, `export`, `list`, and `judge` on what the lab itself found.

#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "../cli/run.h"
#include "command.h"

namespace gelu::lab {
namespace {

using nlohmann::json;
using test::Gelu;
using test::Result;

bool Contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Finished : public Command {
 protected:
  void Refuses(const std::string& command, const std::string& folder,
               const std::string& reason) {
    const Result result = Gelu({"lab", command, folder});
    EXPECT_EQ(result.status, 2);
    EXPECT_EQ(result.out, "");
    EXPECT_EQ(test::Lines(result.err).size(), 1u) << result.err;
    EXPECT_TRUE(Contains(result.err, folder)) << result.err;
    EXPECT_TRUE(Contains(result.err, reason)) << result.err;
  }
};

TEST_F(Finished, IsShownAndExportedAsItWas) {
  ASSERT_EQ(
      Moons("--seeds 9,3,4,8,1,2 --activations gelu,relu,gelu --batch full "
            "--lr 1e-2,1e-3 --select final --smallest-effect 0.25 --out a")
          .status,
      0);
  const std::string a = folder_ / "a", b = folder_ / "new/b";
  const Result exported = Gelu({"lab", "export", a, "-o", b});
  ASSERT_EQ(exported.status, 0) << exported.err;
  EXPECT_EQ(exported.out, b + "/results.csv\n" + b + "/results.json\n" + b +
                              "/report.html\n");
  fs::copy_file(a + "/runs.sqlite", b + "/runs.sqlite");
  ExpectSameResults("a", "new/b");
  const json results = json::parse(Contents(b + "/results.json"));
  const Result shown = Gelu({"lab", "show", a});
  ASSERT_EQ(shown.status, 0) << shown.err;
  EXPECT_TRUE(shown.out.starts_with(std::string(results["sentence"]) + "\n"))
      << shown.out;
  for (const char* part : {"gelu#2 − gelu", "sign-flip p", "learning rate",
                           "validation loss", "\n   9  "}) {
    EXPECT_TRUE(Contains(shown.out, part)) << part << "\n" << shown.out;
  }
}

TEST_F(Finished, IsToldApartFromTheUnfinished) {
  Refuses("show", folder_, "no experiment");
  Refuses("export", "/no/such/folder", "no experiment");
  EXPECT_FALSE(fs::exists("/no"));
  std::ofstream(folder_ / "runs.sqlite") << std::string(5000, 'x');
  Refuses("show", folder_, "damaged");
  // Killed in its first run, when the folder says already which it is.
  const pid_t process = Start("--seeds 3 --samples 300000 --out a");
  const std::string a = folder_ / "a", store = a + "/runs.sqlite";
  std::error_code none;
  while (!(fs::file_size(store, none) > 0) || none ||
         fs::exists(store + "-journal")) {
  }
  Refuses("show", a, "another gelu is at work in it");
  kill(process, SIGKILL);
  Wait(process);
  Refuses("show", a, "0 of 6 runs are finished; go on with gelu lab moons");
}

// The lab's own scores as a file of scores get the lab's own statistics.
TEST_F(Finished, IsJudgedAsItsScoresAre) {
  const Outcome outcome = Moons("--seeds 8 --json");
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const json results = json::parse(outcome.out);
  std::map<int, std::map<std::string, double>> losses;
  for (const json& run : results["runs"]) {
    losses[run["seed"]][run["activation"]] = run["test_loss"];
  }
  std::ofstream file(folder_ / "scores.csv");
  file.precision(17);
  file << "seed,relu,gelu\n";
  for (auto& [seed, loss] : losses) {
    file << seed << ',' << loss["relu"] << ',' << loss["gelu"] << '\n';
  }
  file.close();
  const Result judged =
      Gelu({"lab", "judge", folder_ / "scores.csv", "--json"});
  ASSERT_EQ(judged.status, 0) << judged.err;
  EXPECT_EQ(json::parse(judged.out)["comparisons"], results["comparisons"]);
}

TEST(List, NamesWhatThereIs) {
  const Result list = Gelu({"lab", "list"});
  EXPECT_EQ(list.status, 0);
  for (const char* part : {"\nModels\n", "mlp", "gelu_tanh", "also swish",
                           "moons", "--smallest-effect", "[60/20/20]"}) {
    EXPECT_TRUE(Contains(list.out, part)) << part << "\n" << list.out;
  }
}

}  // namespace
}  // namespace gelu::lab
