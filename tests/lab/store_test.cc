// What a folder holds: kept, found again, refused.

#include <gelu/lab/experiment.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "../folder.h"

namespace gelu::lab {
namespace {

namespace fs = std::filesystem;

class Store : public testing::Test {
 protected:
  Store() {
    experiment_.samples = 30;
    experiment_.budget.hidden = {3};
    experiment_.budget.epochs = 2;
    experiment_.rates = {0.01, 0.001};
    experiment_.seeds = {0, 7};
  }

  // How many runs were there already goes to found_.
  Outcome Run(const Experiment& experiment) {
    found_ = -1;
    Effort effort;
    effort.progress = [this](int done, int) {
      if (found_ < 0) found_ = done;
    };
    return RunAll(experiment, folder_, effort);
  }

  // What it says when it refuses; "" if it doesn't.
  std::string Refusal(const Experiment& experiment) {
    try {
      Run(experiment);
      return "";
    } catch (const Error& error) {
      return error.what();
    }
  }

  fs::path File() const { return folder_ / "runs.sqlite"; }

  std::string Bytes() const {
    std::ostringstream bytes;
    bytes << std::ifstream(File(), std::ios::binary).rdbuf();
    return bytes.str();
  }
  void Overwrite(const std::string& bytes) const {
    std::ofstream(File(), std::ios::binary) << bytes;
  }

  Experiment experiment_;
  const test::TemporaryFolder temporary_;
  const fs::path folder_ = temporary_.path();
  int found_ = 0;
};

void ExpectEqual(const Outcome& a, const Outcome& b) {
  ASSERT_EQ(a.runs.size(), b.runs.size());
  for (const auto& [key, run] : a.runs) {
    const lab::Run& other = b.runs.at(key);
    EXPECT_EQ(run.lr, other.lr);
    EXPECT_EQ(run.train_loss, other.train_loss);
    EXPECT_EQ(run.validation_loss, other.validation_loss);
    EXPECT_EQ(run.zero_gradient, other.zero_gradient);
    EXPECT_EQ(run.selected_epoch, other.selected_epoch);
    EXPECT_EQ(run.parameters, other.parameters);
    EXPECT_EQ(run.test_loss, other.test_loss);
    EXPECT_EQ(run.test_error, other.test_error);
  }
}

TEST_F(Store, GivesBackWhatItHolds) {
  const Outcome first = Run(experiment_);
  EXPECT_EQ(found_, 0);
  EXPECT_EQ(first.runs.size(), 4u);
  const Outcome second = Run(experiment_);
  EXPECT_EQ(found_, 8);
  ExpectEqual(first, second);
  for (const auto& [key, run] : second.runs) EXPECT_TRUE(run.tested());
}

TEST_F(Store, KeepsDivergedRuns) {
  experiment_.rates = {1e9};
  for (int time = 0; time < 2; ++time) {
    const Outcome outcome = Run(experiment_);
    EXPECT_EQ(found_, 4 * time);
    for (const auto& [key, run] : outcome.runs) {
      EXPECT_TRUE(run.diverged());
      EXPECT_FALSE(run.tested());
    }
    EXPECT_EQ(outcome.tuning.begin()->second[0].diverged, 2);
  }
}

TEST_F(Store, NamesTheDifferenceToAnotherExperiment) {
  Run(experiment_);
  const auto differs = [&](const auto& change, const std::string& named) {
    Experiment other = experiment_;
    change(other);
    const std::string refusal = Refusal(other);
    EXPECT_NE(refusal.find("holds runs with " + named), std::string::npos)
        << named << ": " << refusal;
  };
  using E = Experiment;
  differs([](E& e) { e.samples = 40; }, "samples 30, not 40");
  differs([](E& e) { e.noise = 0.1; }, "noise 0.2, not 0.1");
  differs([](E& e) { e.split = {40, 30, 30}; }, "split \"60/20/20\", not");
  differs([](E& e) { e.budget.hidden = {}; }, "hidden [3], not []");
  differs([](E& e) { e.budget.batch = 0; }, "batch \"64\", not \"full\"");
  differs([](E& e) { e.budget.epochs = 3; }, "epochs 2, not 3");
  differs([](E& e) { e.rates = {0.001}; }, "lr [0.01,0.001], not [0.001]");
  differs([](E& e) { e.budget.select = Select::kFinal; }, "select \"best\"");
  experiment_.data = "no such";
  EXPECT_EQ(Refusal(experiment_),
            "unknown data set 'no such'; there are moons");
  experiment_.data = "moons";
  experiment_.budget.model = "no such";
  EXPECT_EQ(Refusal(experiment_), "unknown model 'no such'; there are mlp");
  experiment_.budget.model = "mlp";
  experiment_.seeds = {0, 7, 8};
  EXPECT_EQ(Refusal(experiment_), "");
  EXPECT_EQ(found_, 8);
}

TEST_F(Store, RefusesAnotherVersion) {
  Run(experiment_);
  std::string bytes = Bytes();
  bytes[63] = 99;  // the last byte of SQLite's user_version
  Overwrite(bytes);
  const std::string refusal = Refusal(experiment_);
  EXPECT_NE(refusal.find("of version 99, not "), std::string::npos) << refusal;
  EXPECT_EQ(Bytes(), bytes);
}

// Wherever a byte is wrong: either it shows, or it doesn't matter.
TEST_F(Store, NeverTakesDamageForResults) {
  experiment_.budget.hidden = {64};  // most of the file
  const Outcome expected = Run(experiment_);
  const std::string whole = Bytes();
  int refused = 0;
  for (std::size_t at = 0; at < whole.size(); at += whole.size() / 150) {
    SCOPED_TRACE(at);
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ 0x55);
    Overwrite(bytes);
    try {
      ExpectEqual(expected, Run(experiment_));
    } catch (const Error& error) {
      ++refused;
      EXPECT_TRUE(std::string(error.what()).starts_with(File().string()))
          << error.what();
    }
  }
  EXPECT_GT(refused, 20);
  for (std::size_t length : {1000, 5000, 12000}) {
    Overwrite(whole.substr(0, length));
    EXPECT_NE(Refusal(experiment_).find("damaged"), std::string::npos);
  }
}

}  // namespace
}  // namespace gelu::lab
