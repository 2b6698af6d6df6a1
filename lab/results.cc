#include <fmt/format.h>
#include <gelu/lab/results.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <nlohmann/json.hpp>

#include "settings.h"

namespace gelu::lab {
namespace {

using nlohmann::ordered_json;

std::string VerdictName(Verdict verdict) {
  switch (verdict) {
    case Verdict::kIdentical:
      return "identical";
    case Verdict::kFirstBetter:
      return "first better";
    case Verdict::kSecondBetter:
      return "second better";
    case Verdict::kEquivalent:
      return "equivalent";
    case Verdict::kTooFewPairs:
    case Verdict::kUndecided:
      return "undecided";
  }
  throw Error("no such verdict");
}

ordered_json ToJson(const Pair& pair) {
  const Comparison& c = pair.comparison;
  return {{"first", Name(pair.first)},
          {"second", Name(pair.second)},
          {"verdict", VerdictName(pair.verdict)},
          {"pairs", c.pairs},
          {"first_mean", c.first_mean},
          {"second_mean", c.second_mean},
          {"mean_difference", c.mean_difference},
          {"interval", {c.interval.low, c.interval.high}},
          {"sign_flip_p", c.sign_flip.p},
          {"sign_flip_exact", c.sign_flip.exact},
          {"sign_flip_p_holm", pair.sign_flip_p},
          {"wilcoxon_p", c.wilcoxon.p},
          {"wilcoxon_exact", c.wilcoxon.exact},
          {"wilcoxon_p_holm", pair.wilcoxon_p},
          {"second_better", c.second_better},
          {"detectable_difference", c.detectable}};
}

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

// Written next to the file, then renamed. A draft that was left by a killed
// process is written over.
void WriteFile(const std::filesystem::path& file, const std::string& text) {
  const std::string draft = file.string() + ".part";
  std::FILE* stream = std::fopen(draft.c_str(), "we");
  const auto fail = [&] {
    const std::string reason = std::strerror(errno);
    std::remove(draft.c_str());
    throw Error(file.string() + ": " + reason);
  };
  if (stream == nullptr) fail();
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stream) == text.size() &&
      std::fflush(stream) == 0 && fsync(fileno(stream)) == 0;
  const bool closed = std::fclose(stream) == 0;
  if (!written || !closed || std::rename(draft.c_str(), file.c_str()) != 0) {
    fail();
  }
}

}  // namespace

std::string Sentence(const Words& verdict) {
  return verdict.headline + ": " + verdict.reasons + ".";
}

Results MakeResults(const Experiment& experiment, Outcome outcome, int jobs) {
  Results results{.experiment = experiment,
                  .tuning = std::move(outcome.tuning),
                  .runs = std::move(outcome.runs),
                  .pairs = {},
                  .verdict = {},
                  .jobs = jobs};
  results.pairs = ComparePairs(experiment, results.runs);
  results.verdict = VerdictInWords(experiment, results.runs, results.pairs);
  return results;
}

std::string ToJson(const Results& results) {
  ordered_json json = {
      {"version", Version()},
      {"command", CommandLine(results.experiment)},
      {"settings", RunSettings(results.experiment)},
      {"metric", "cross-entropy on the test set, lower is better"},
      {"verdict", Sentence(results.verdict)},
      {"tuning", ordered_json::array()},
      {"comparisons", ordered_json::array()},
      {"runs", ordered_json::array()}};
  for (const auto& [arm, trials] : results.tuning) {
    for (const Trial& trial : trials) {
      json["tuning"].push_back(ToJson(arm, trial));
    }
  }
  for (const Pair& pair : results.pairs) {
    json["comparisons"].push_back(ToJson(pair));
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
  WriteFile(folder / "results.json", ToJson(results));
  WriteFile(folder / "results.csv", ToCsv(results));
  WriteFile(folder / "report.html", html);
}

}  // namespace gelu::lab
