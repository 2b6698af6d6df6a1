// `gelu lab show`: the report's tables in the terminal.

#include <fmt/format.h>
#include <gelu/lab/tables.h>

#include <memory>
#include <string>

#include "lab.h"
#include "output.h"

namespace gelu::cli {
namespace {

void Show(const std::string& folder) {
  const lab::Results results = FinishedIn(folder);
  PrintJudgement(results.judgement);
  const lab::Table tuning = lab::TuningTable(results);
  if (!tuning.empty()) {
    Print("\n{}\nMean validation loss; ✓: the rate that was chosen by it.\n",
          Aligned(tuning));
  }
  Print("\n{}\n{}\n\n{}", Aligned(lab::SummaryTable(results)),
        lab::SelectionText(results), Aligned(lab::SeedTable(results)));
}

}  // namespace

lab::Results FinishedIn(const std::string& folder) {
  lab::Finished finished = lab::LoadFinished(folder);
  return lab::MakeResults(finished.experiment, std::move(finished.outcome),
                          /*jobs=*/0);
}

void AddLabShow(CLI::App& lab) {
  Command command(lab, "show", "An experiment's tables, in the terminal");
  auto folder = std::make_shared<std::string>();
  command.Add("folder", folder.get(), "DIR", "Where its results are")
      .Required();
  command.Footer("Examples:\n  gelu lab show gelu-moons");
  command.Run([folder] { Show(*folder); });
}

}  // namespace gelu::cli
