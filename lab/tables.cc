#include <fmt/format.h>
#include <gelu/judge/labels.h>
#include <gelu/lab/tables.h>

#include <functional>

namespace gelu::lab {
namespace {

// One column of the tables: a number of each run.
struct Measure {
  std::string name;
  std::string format;
  std::function<double(const Run&)> of;
};

std::vector<Measure> Measures() {
  const auto at_selected = [](const std::vector<float>& losses,
                              const Run& run) -> double {
    return losses[run.selected_epoch - 1];
  };
  return {{"test loss", "{:.4f}", [](const Run& r) { return r.test_loss; }},
          {"test error", "{:.2f} %",
           [](const Run& r) { return 100 * r.test_error; }},
          {"validation loss", "{:.4f}",
           [=](const Run& r) { return at_selected(r.validation_loss, r); }},
          {"training loss", "{:.4f}",
           [=](const Run& r) { return at_selected(r.train_loss, r); }},
          {"epoch", "{:.0f}",
           [](const Run& r) { return double(r.selected_epoch); }}};
}

std::vector<double> Values(const Results& results, const Arm& arm,
                           const Measure& measure) {
  std::vector<double> values;
  for (std::uint32_t seed : results.experiment.seeds) {
    const Run& run = results.runs.at({arm, seed});
    if (!run.diverged()) values.push_back(measure.of(run));
  }
  return values;
}

std::vector<std::string> SeedRow(const Results& results, std::uint32_t seed) {
  std::vector<std::string> row = {fmt::format("{}", seed)};
  const std::vector<Arm> arms = Arms(results.experiment);
  const std::vector<Measure> measures = Measures();
  for (const Measure& m : {measures[0], measures[1], measures[4]}) {
    for (const Arm& arm : arms) {
      const Run& run = results.runs.at({arm, seed});
      row.push_back(run.diverged()
                        ? "diverged"
                        : fmt::format(fmt::runtime(m.format), m.of(run)));
    }
  }
  if (arms.size() == 2) {
    const Run& first = results.runs.at({arms[0], seed});
    const Run& second = results.runs.at({arms[1], seed});
    row.push_back(first.diverged() || second.diverged()
                      ? "–"
                      : judge::Signed(second.test_loss - first.test_loss,
                                      results.judgement.pairs[0].comparison));
  }
  return row;
}

std::string TrialText(const Trial& trial, int seeds) {
  const std::string loss = trial.diverged == seeds
                               ? "diverged"
                               : fmt::format("{:.4f}", trial.validation_loss);
  const std::string note = trial.diverged == 0 || trial.diverged == seeds
                               ? ""
                               : fmt::format(" ({} diverged)", trial.diverged);
  return fmt::format("{}{}{}", loss, trial.chosen ? " ✓" : "", note);
}

}  // namespace

Table SummaryTable(const Results& results) {
  Table rows = {{"mean (deviation)"}};
  for (const Measure& measure : Measures()) rows[0].push_back(measure.name);
  for (const Arm& arm : Arms(results.experiment)) {
    std::vector<std::string> row = {Name(arm)};
    for (const Measure& measure : Measures()) {
      const auto values = Values(results, arm, measure);
      const auto text = [&](double v) {
        return fmt::format(fmt::runtime(measure.format), v);
      };
      row.push_back(values.empty()
                        ? "diverged"
                        : fmt::format("{} ({})", text(judge::Mean(values)),
                                      text(judge::Deviation(values))));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Table TuningTable(const Results& results) {
  const Experiment& e = results.experiment;
  if (e.rates.size() < 2) return {};
  Table rows = {{"learning rate"}};
  for (const Arm& arm : Arms(e)) rows[0].push_back(Name(arm));
  for (std::size_t i = 0; i < e.rates.size(); ++i) {
    std::vector<std::string> row = {fmt::format("{}", e.rates[i])};
    for (const Arm& arm : Arms(e)) {
      row.push_back(TrialText(results.tuning.at(arm)[i],
                              static_cast<int>(e.seeds.size())));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

Table SeedTable(const Results& results) {
  const std::vector<Arm> arms = Arms(results.experiment);
  Table rows = {{"seed"}};
  for (const char* measure : {"test loss", "test error", "epoch"}) {
    for (const Arm& arm : arms) {
      rows[0].push_back(fmt::format("{}, {}", measure, Name(arm)));
    }
  }
  if (arms.size() == 2) rows[0].push_back("difference");
  for (std::uint32_t seed : results.experiment.seeds) {
    rows.push_back(SeedRow(results, seed));
  }
  return rows;
}

std::string SelectionText(const Results& results) {
  const bool best = results.experiment.budget.select == Select::kBest;
  return fmt::format(
      "At the {}. The test set was looked at once, there.",
      best ? "epoch with the least validation loss" : "last epoch");
}

}  // namespace gelu::lab
