#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gelu/host/cpu.h>
#include <gelu/judge/labels.h>
#include <gelu/lab/catalogue.h>
#include <gelu/lab/results.h>

#include <cctype>

#include "environment.h"
#include "html.h"
#include "report_sections.h"
#include "report_style.h"
#include "settings.h"

namespace gelu::lab {
namespace {

// Of the first pair, as most experiments have only that.
std::string KeyFigures(const Results& results) {
  if (results.judgement.pairs.empty()) return "";
  const judge::Pair& pair = results.judgement.pairs[0];
  const judge::Comparison& c = pair.comparison;
  const std::vector<std::string>& arms = results.judgement.scores.arms;
  return "<dl class=\"figures\">\n" +
         KeyFigure(arms[pair.first], judge::Text(c.first_mean, c),
                   "mean test cross-entropy") +
         KeyFigure(arms[pair.second], judge::Text(c.second_mean, c),
                   "mean test cross-entropy") +
         KeyFigure("Mean difference", judge::Signed(c.mean_difference, c),
                   "95 %: " + judge::Text(c.interval, c)) +
         KeyFigure("Sign-flip p", Escaped(judge::PText(pair.sign_flip_p)),
                   c.sign_flip.exact ? "exact, two-sided" : "two-sided") +
         KeyFigure(fmt::format("P({} better)", arms[pair.second]),
                   judge::Percent(c.second_better),
                   fmt::format("of {} seeds", c.pairs)) +
         "</dl>\n";
}

// Reasons begin in the middle of a sentence.
std::string Lead(const judge::Words& words) {
  std::string text = words.reasons;
  const bool name = words.verdict != "undecided";  // which keeps its case
  if (!name) text[0] = static_cast<char>(std::toupper(text[0]));
  return Escaped(text) + ".";
}

std::string Threads(const Results& results) {
  if (results.jobs == 0) return "none: all runs were there already";
  return fmt::format("{}, each trains its own networks", results.jobs);
}

std::string RerunSection(const Results& results) {
  std::vector<std::string> times;
  for (const Arm& arm : Arms(results.experiment)) {
    std::vector<double> seconds;
    for (std::uint32_t seed : results.experiment.seeds) {
      seconds.push_back(results.runs.at({arm, seed}).seconds);
    }
    times.push_back(
        fmt::format("{} {:.2f} s", Name(arm), judge::Quantile(seconds, 0.5)));
  }
  const Experiment& e = results.experiment;
  return Section(
      "Run it again", "The same command gives the same numbers.",
      "<pre>" + CommandLine(e) + "</pre>\n<dl class=\"facts\">\n" +
          Fact("Data",
               fmt::format("{}, {} samples, noise {}, split "
                           "{}/{}/{}",
                           FindDataSet(e.data).title, e.samples, e.noise,
                           e.split.train, e.split.validation, e.split.test)) +
          Fact("Model",
               fmt::format(
                   "{} 2-{}2, Adam, learning rate{} {}",
                   FindModel(e.budget.model).title,
                   e.budget.hidden.empty()
                       ? ""
                       : fmt::format("{}-", fmt::join(e.budget.hidden, "-")),
                   e.rates.size() == 1 ? "" : "s", fmt::join(e.rates, ", "))) +
          Fact("Versions", Versions()) + Fact("CPU", host::CpuName()) +
          Fact("Threads", fmt::format("<span class=\"time\">{}</span>",
                                      Threads(results))) +
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
             "<p class=\"over\">gelu lab · {6} · {2} seeds · {3} "
             "epochs</p>\n<h1>{0}</h1>\n<p class=\"lead\">{4}</p>\n{5}"
             "</header>\n<main>\n",
             Escaped(results.judgement.words.headline), kReportStyle,
             results.experiment.seeds.size(), results.experiment.budget.epochs,
             Lead(results.judgement.words), KeyFigures(results),
             FindDataSet(results.experiment.data).title) +
         DifferenceSection(results) + CurveSection(results) +
         BoundarySection(results) + ZeroGradientSection(results) +
         ActivationSection(results) + StatisticsSection(results) +
         TuningSection(results) + SummarySection(results) +
         SeedSection(results) + RerunSection(results) +
         "</main>\n</body>\n</html>\n";
}

}  // namespace gelu::lab
