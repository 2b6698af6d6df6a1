#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gelu/lab/results.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "environment.h"
#include "labels.h"
#include "plots.h"
#include "report_style.h"
#include "settings.h"

namespace gelu::lab {
namespace {

std::string Figure(const std::string& caption, const std::string& note,
                   const std::string& svg) {
  return fmt::format(
      "<figure><figcaption>{} <span>{}</span></figcaption>{}</figure>\n",
      caption, note, svg.empty() ? "<p>All seeds diverged.</p>" : svg);
}

std::string Section(const std::string& title, const std::string& text,
                    const std::string& body) {
  return fmt::format("<section>\n<h2>{}</h2>\n<p>{}</p>\n{}\n</section>\n",
                     title, text, body);
}

std::string Plots(const std::string& figures) {
  return "<div class=\"plots\">\n" + figures + "</div>";
}

std::string Cells(const char* tag, const std::vector<std::string>& cells) {
  std::string row = "<tr>";
  for (const std::string& cell : cells) {
    row += fmt::format("<{0}>{1}</{0}>", tag, cell);
  }
  return row + "</tr>\n";
}

std::string KeyFigure(const std::string& name, const std::string& value,
                      const std::string& note) {
  return fmt::format("<div><dt>{}</dt><dd>{}<small>{}</small></dd></div>\n",
                     name, value, note);
}

std::string IntervalText(const Interval& interval) {
  return fmt::format("{} to {}", Signed(interval.low), Signed(interval.high));
}

std::string MethodOf(const PValue& p) {
  return p.exact ? "exact" : "approximate";
}

std::string Percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

// Of the first pair, as most experiments have only that.
std::string KeyFigures(const Results& results) {
  if (results.pairs.empty()) return "";
  const Pair& pair = results.pairs[0];
  const Comparison& c = pair.comparison;
  return "<dl class=\"figures\">\n" +
         KeyFigure(Name(pair.first), fmt::format("{:.4f}", c.first_mean),
                   "mean test cross-entropy") +
         KeyFigure(Name(pair.second), fmt::format("{:.4f}", c.second_mean),
                   "mean test cross-entropy") +
         KeyFigure("Mean difference", Signed(c.mean_difference),
                   "95 %: " + IntervalText(c.interval)) +
         KeyFigure("Sign-flip p", PText(pair.sign_flip_p),
                   MethodOf(c.sign_flip) + ", two-sided") +
         KeyFigure(fmt::format("P({} better)", Name(pair.second)),
                   Percent(c.second_better),
                   fmt::format("of {} seeds", c.pairs)) +
         "</dl>\n";
}

std::string DifferenceSection(const Results& results) {
  std::string figures;
  for (const Pair& pair : results.pairs) {
    if (!(pair.first == Arms(results.experiment)[0])) continue;
    figures += Figure(
        fmt::format("{} − {}", Name(pair.second), Name(pair.first)),
        "test cross-entropy; below 0 " + Name(pair.second) + " is better",
        Differences(results, pair));
  }
  if (figures.empty()) return "";
  return Section("Seed by seed",
                 "Both networks of a seed share data, split, initial weights "
                 "and batch order, so that only the activation differs. The "
                 "line is the mean, the band its 95 % interval.",
                 Plots(figures));
}

std::string CurveSection(const Results& results) {
  return Section(
      "Learning curves",
      "Median over the seeds; the band holds the middle 80 % of them. "
      "Logarithmic.",
      Plots(Figure("Training", "loss after each epoch",
                   LearningCurves(results, Part::kTrain)) +
            Figure("Validation", "loss after each epoch",
                   LearningCurves(results, Part::kValidation))));
}

std::string BoundarySection(const Results& results) {
  const std::uint32_t seed = results.experiment.seeds[0];
  std::string figures;
  for (const Arm& arm : Arms(results.experiment)) {
    const Run& run = results.runs.at({arm, seed});
    figures += Figure(Name(arm),
                      run.diverged() ? "diverged"
                                     : fmt::format("test cross-entropy {:.4f}",
                                                   run.test_loss),
                      Boundary(results, arm, seed));
  }
  return Section("What the networks learnt",
                 fmt::format("Seed {}, on its test set. Bold: either class is "
                             "as likely. Thin: 10 % and 90 %.",
                             seed),
                 Plots(figures));
}

std::string ActivationSection(const Results& results) {
  return Section(
      "The activations",
      "As the library computes them: correctly rounded, the same bits on "
      "every CPU.",
      Plots(Figure("Value", "", Curves(results, /*derivative=*/false)) +
            Figure("Derivative", "", Curves(results, /*derivative=*/true))));
}

std::string StatisticsSection(const Results& results) {
  std::string rows;
  for (const Pair& pair : results.pairs) {
    const Comparison& c = pair.comparison;
    rows += Cells(
        "td",
        {fmt::format("{} − {}", Name(pair.second), Name(pair.first)),
         Signed(c.mean_difference), IntervalText(c.interval),
         fmt::format("{} ({})", PText(pair.sign_flip_p), MethodOf(c.sign_flip)),
         fmt::format("{} ({})", PText(pair.wilcoxon_p), MethodOf(c.wilcoxon)),
         Percent(c.second_better), fmt::format("{:.4f}", c.detectable)});
  }
  if (rows.empty()) return "";
  const std::string table =
      "<div class=\"scroll\"><table><thead>" +
      Cells("th", {"Difference", "mean", "95 % interval", "sign-flip p",
                   "Wilcoxon p", "second better", "detectable"}) +
      "</thead><tbody>" + rows + "</tbody></table></div>";
  const std::string holm = results.pairs.size() > 1
                               ? " P values are corrected by Holm's method."
                               : "";
  return Section(
      "Statistics",
      "Chosen beforehand: test cross-entropy, lower is better; a difference is "
      "claimed only where the BCa bootstrap interval leaves out 0 and the "
      "sign-flip test has p &lt; .05." +
          holm +
          " Detectable: the difference that as many seeds would find in 4 "
          "experiments of 5.",
      table);
}

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

std::string TrialText(const Trial& trial, int seeds) {
  const std::string loss = trial.diverged == seeds
                               ? "diverged"
                               : fmt::format("{:.4f}", trial.validation_loss);
  const std::string note = trial.diverged == 0 || trial.diverged == seeds
                               ? ""
                               : fmt::format(" ({} diverged)", trial.diverged);
  return trial.chosen ? fmt::format("<strong>{} ✓</strong>{}", loss, note)
                      : loss + note;
}

// Where there was something to choose.
std::string TuningSection(const Results& results) {
  const Experiment& e = results.experiment;
  if (e.rates.size() < 2) return "";
  std::vector<std::string> head = {"Learning rate"};
  for (const Arm& arm : Arms(e)) head.push_back(Name(arm));
  std::string rows;
  for (std::size_t i = 0; i < e.rates.size(); ++i) {
    std::vector<std::string> row = {fmt::format("{}", e.rates[i])};
    for (const Arm& arm : Arms(e)) {
      row.push_back(TrialText(results.tuning.at(arm)[i],
                              static_cast<int>(e.seeds.size())));
    }
    rows += Cells("td", row);
  }
  return Section(
      "Learning rates",
      "Mean validation loss over the seeds. Every rate had the same budget; "
      "each activation goes on with its best (✓), which alone has seen the "
      "test set.",
      "<div class=\"scroll\"><table><thead>" + Cells("th", head) +
          "</thead><tbody>" + rows + "</tbody></table></div>");
}

std::string SummarySection(const Results& results) {
  std::vector<std::string> head = {"Mean (standard deviation)"};
  for (const Measure& measure : Measures()) head.push_back(measure.name);
  std::string rows;
  for (const Arm& arm : Arms(results.experiment)) {
    std::vector<std::string> row = {Name(arm)};
    for (const Measure& measure : Measures()) {
      const auto values = Values(results, arm, measure);
      const auto text = [&](double v) {
        return fmt::format(fmt::runtime(measure.format), v);
      };
      row.push_back(values.empty() ? "diverged"
                                   : fmt::format("{} ({})", text(Mean(values)),
                                                 text(Deviation(values))));
    }
    rows += Cells("td", row);
  }
  const bool best = results.experiment.budget.select == Select::kBest;
  return Section("All measures",
                 best ? "At the epoch with the least validation loss. The test "
                        "set was looked at once, there."
                      : "At the last epoch. The test set was looked at once, "
                        "there.",
                 "<div class=\"scroll\"><table><thead>" + Cells("th", head) +
                     "</thead><tbody>" + rows + "</tbody></table></div>");
}

std::string SeedRow(const Results& results, std::uint32_t seed) {
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
                      : Signed(second.test_loss - first.test_loss));
  }
  return Cells("td", row);
}

std::string SeedSection(const Results& results) {
  const std::vector<Arm> arms = Arms(results.experiment);
  std::vector<std::string> head = {"Seed"};
  for (const char* measure : {"test loss", "test error", "epoch"}) {
    for (const Arm& arm : arms) {
      head.push_back(fmt::format("{}, {}", measure, Name(arm)));
    }
  }
  if (arms.size() == 2) head.push_back("difference");
  std::string rows;
  for (std::uint32_t seed : results.experiment.seeds) {
    rows += SeedRow(results, seed);
  }
  return Section("Every seed", "Also in results.csv and results.json.",
                 "<div class=\"scroll tall\"><table><thead>" +
                     Cells("th", head) + "</thead><tbody>" + rows +
                     "</tbody></table></div>");
}

std::string Fact(const std::string& name, const std::string& value) {
  return fmt::format("<dt>{}</dt><dd>{}</dd>\n", name, value);
}

std::string RerunSection(const Results& results) {
  std::vector<std::string> times;
  for (const Arm& arm : Arms(results.experiment)) {
    std::vector<double> seconds;
    for (std::uint32_t seed : results.experiment.seeds) {
      seconds.push_back(results.runs.at({arm, seed}).seconds);
    }
    times.push_back(
        fmt::format("{} {:.2f} s", Name(arm), Quantile(seconds, 0.5)));
  }
  const Experiment& e = results.experiment;
  return Section(
      "Run it again", "The same command gives the same numbers.",
      "<pre>" + CommandLine(e) + "</pre>\n<dl class=\"facts\">\n" +
          Fact("Data", fmt::format("make_moons, {} samples, noise {}, split "
                                   "{}/{}/{}",
                                   e.samples, e.noise, e.split.train,
                                   e.split.validation, e.split.test)) +
          Fact("Model",
               fmt::format(
                   "MLP 2-{}2, Adam, learning rates {}",
                   e.budget.hidden.empty()
                       ? ""
                       : fmt::format("{}-", fmt::join(e.budget.hidden, "-")),
                   fmt::join(e.rates, ", "))) +
          Fact("Versions", Versions()) + Fact("CPU", CpuName()) +
          Fact("Threads",
               fmt::format("{}, each trains its own networks", results.jobs)) +
          Fact("Time a run",
               fmt::format("<span class=\"time\">{} (median)</span>",
                           fmt::join(times, ", "))) +
          "</dl>");
}

}  // namespace

std::string ToHtml(const Results& results) {
  return fmt::format(
             "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
             "<meta charset=\"utf-8\">\n"
             "<meta name=\"viewport\" content=\"width=device-width, "
             "initial-scale=1\">\n<title>{0}</title>\n<style>{1}</style>\n"
             "</head>\n<body>\n<header>\n"
             "<p class=\"over\">gelu lab · make_moons · {2} seeds · {3} "
             "epochs</p>\n<h1>{0}</h1>\n<p class=\"lead\">{4}.</p>\n{5}"
             "</header>\n<main>\n",
             results.verdict.headline, kReportStyle,
             results.experiment.seeds.size(), results.experiment.budget.epochs,
             results.verdict.reasons, KeyFigures(results)) +
         DifferenceSection(results) + CurveSection(results) +
         BoundarySection(results) + ActivationSection(results) +
         StatisticsSection(results) + TuningSection(results) +
         SummarySection(results) + SeedSection(results) +
         RerunSection(results) + "</main>\n</body>\n</html>\n";
}

}  // namespace gelu::lab
