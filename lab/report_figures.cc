#include <fmt/format.h>

#include "html.h"
#include "plots.h"
#include "report_sections.h"

namespace gelu::lab {

std::string DifferenceSection(const Results& results) {
  std::string figures;
  const std::vector<std::string>& arms = results.judgement.scores.arms;
  for (const judge::Pair& pair : results.judgement.pairs) {
    if (pair.first != 0) continue;  // all against the first: enough to see
    figures += Figure(
        fmt::format("{} − {}", arms[pair.second], arms[pair.first]),
        "test cross-entropy; below 0 " + arms[pair.second] + " is better",
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

std::string ZeroGradientSection(const Results& results) {
  if (results.experiment.budget.hidden.empty()) return "";
  return Section(
      "Units that learn nothing",
      "The share of hidden units whose weights had a gradient of exactly 0 at "
      "every step of an epoch. ReLU's are said to be dead. Mean over the "
      "seeds; the band holds the middle 80 % of them.",
      Plots(Figure("Without a gradient", "share of hidden units, percent",
                   ZeroGradients(results))));
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

}  // namespace gelu::lab
