#include <fmt/format.h>
#include <gelu/host/file.h>
#include <gelu/lab/results.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "settings.h"

namespace gelu::lab {
namespace {

using nlohmann::ordered_json;

ordered_json ToJson(const Arm& arm, const Trial& trial) {
  return {{"activation", Name(arm)},
          {"lr", trial.lr},
          {"validation_loss", trial.validation_loss},
          {"diverged", trial.diverged},
          {"chosen", trial.chosen}};
}

// Numbers that aren't finite become null.
ordered_json ToJson(const RunKey& key, const Run& run) {
  ordered_json json = {{"activation", Name(key.arm)},
                       {"seed", key.seed},
                       {"lr", run.lr},
                       {"diverged", run.diverged()},
                       {"selected_epoch", run.selected_epoch},
                       {"test_loss", run.test_loss},
                       {"test_error", run.test_error},
                       {"train_loss", run.train_loss},
                       {"validation_loss", run.validation_loss},
                       {"zero_gradient", run.zero_gradient}};
  if (run.diverged()) json["test_loss"] = json["test_error"] = nullptr;
  return json;
}

judge::Scores ScoresOf(const Experiment& experiment, const Runs& runs) {
  judge::Scores scores{.metric = "test cross-entropy"};
  scores.seeds.assign(experiment.seeds.begin(), experiment.seeds.end());
  for (const Arm& arm : Arms(experiment)) {
    scores.arms.push_back(Name(arm));
    std::vector<double>& values = scores.values.emplace_back();
    for (std::uint32_t seed : experiment.seeds) {
      const Run& run = runs.at({arm, seed});
      values.push_back(run.diverged() ? std::nan("") : run.test_loss);
    }
  }
  return scores;
}

}  // namespace

Results MakeResults(const Experiment& experiment, Outcome outcome, int jobs) {
  judge::Judgement judgement = judge::JudgeScores(
      ScoresOf(experiment, outcome.runs), experiment.smallest_effect);
  return {experiment, std::move(outcome.tuning), std::move(outcome.runs),
          std::move(judgement), jobs};
}

std::string ToJson(const Results& results) {
  ordered_json json = {{"version", Version()},
                       {"command", CommandLine(results.experiment)},
                       {"settings", RunSettings(results.experiment)}};
  json.update(judge::ToJson(results.judgement));
  for (const auto& [arm, trials] : results.tuning) {
    for (const Trial& trial : trials) {
      json["tuning"].push_back(ToJson(arm, trial));
    }
  }
  for (const auto& [key, run] : results.runs) {
    json["runs"].push_back(ToJson(key, run));
  }
  return json.dump(1) + "\n";
}

std::string ToCsv(const Results& results) {
  std::string text =
      "activation,seed,lr,selected_epoch,train_loss,validation_loss,test_loss,"
      "test_error\n";
  for (const auto& [key, run] : results.runs) {
    text += fmt::format("{},{},{},", Name(key.arm), key.seed, run.lr);
    if (run.diverged()) {
      text += ",,,,\n";
      continue;
    }
    const int i = run.selected_epoch - 1;
    text +=
        fmt::format("{},{},{},{},{}\n", run.selected_epoch, run.train_loss[i],
                    run.validation_loss[i], run.test_loss, run.test_error);
  }
  return text;
}

void Write(const Results& results, const std::filesystem::path& folder) {
  const std::string html = ToHtml(results);
  host::WriteFile(folder / "results.json", ToJson(results));
  host::WriteFile(folder / "results.csv", ToCsv(results));
  host::WriteFile(folder / "report.html", html);
}

}  // namespace gelu::lab
