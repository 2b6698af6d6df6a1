// `gelu lab judge`: the lab's statistics and verdict for anyone's results.

#include <gelu/host/file.h>
#include <gelu/judge/judgement.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "lab.h"
#include "output.h"

namespace gelu::cli {
namespace {

constexpr std::size_t kLargestFile = 64 << 20;

struct JudgeOptions {
  std::string file;
  bool higher_is_better = false;
  double smallest_effect = 0;
  bool json = false;
};

void Judge(const JudgeOptions& options) {
  judge::CheckSmallestEffect(options.smallest_effect);
  judge::Scores scores = judge::ReadScores(
      host::ReadFile(options.file, kLargestFile), options.file);
  if (options.higher_is_better) scores.better = judge::Better::kHigher;
  const judge::Judgement judgement =
      judge::JudgeScores(std::move(scores), options.smallest_effect);
  if (options.json) {
    Write(judge::ToJson(judgement).dump(1) + "\n");
  } else {
    PrintJudgement(judgement);
  }
}

}  // namespace

void PrintJudgement(const judge::Judgement& judgement) {
  Print("{}\n\n{}\n{}", judge::Sentence(judgement.words),
        Aligned(judge::Table(judgement)), Wrapped(judge::Method(judgement)));
}

void AddLabJudge(CLI::App& lab) {
  Command command(lab, "judge",
                  "The same statistics and verdict on results of your own");
  auto options = std::make_shared<JudgeOptions>();
  command
      .Add("scores", &options->file, "FILE",
           "Comma-separated values: a column `seed`, and a column an "
           "arm")
      .Required();
  command.AddFlag("--higher-is-better", &options->higher_is_better,
                  "As of an accuracy; else lower is, as of a loss");
  command.Add("--smallest-effect", &options->smallest_effect, "DELTA",
              "Smaller differences count as none");
  command.AddFlag("--json", &options->json, "All numbers as JSON");
  command.Footer(
      "The scores of a line come from the same seed: same data, same split,\n"
      "whatever else can be shared. A difference is claimed only where "
      "interval\n"
      "and test show it, and never from fewer than 6 seeds.\n\n"
      "Examples:\n"
      "  $ cat scores.csv\n"
      "  seed,relu,gelu\n"
      "  1,0.912,0.915\n"
      "  2,0.907,0.913\n"
      "  ...\n"
      "  $ gelu lab judge scores.csv --higher-is-better");
  command.Run([options] { Judge(*options); });
}

}  // namespace gelu::cli
