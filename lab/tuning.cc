#include <gelu/judge/statistics.h>
#include <gelu/lab/experiment.h>

#include <algorithm>
#include <limits>
#include <utility>

namespace gelu::lab {
namespace {

Trial MakeTrial(const Experiment& e, const Arm& arm, double lr,
                const Runs& runs) {
  Trial trial{.lr = lr};
  std::vector<double> losses;
  for (std::uint32_t seed : e.seeds) {
    const Run& run = runs.at({arm, seed});
    if (!run.diverged()) losses.push_back(run.selected_loss());
  }
  trial.diverged = static_cast<int>(e.seeds.size() - losses.size());
  trial.validation_loss = losses.empty()
                              ? std::numeric_limits<double>::infinity()
                              : judge::Mean(losses);
  return trial;
}

bool IsBetter(const Trial& a, const Trial& b) {
  return std::pair(a.diverged, a.validation_loss) <
         std::pair(b.diverged, b.validation_loss);
}

}  // namespace

Tuning Tune(const Experiment& e, const std::vector<Runs>& runs) {
  Tuning tuning;
  for (const Arm& arm : Arms(e)) {
    std::vector<Trial>& trials = tuning[arm];
    for (std::size_t i = 0; i < e.rates.size(); ++i) {
      trials.push_back(MakeTrial(e, arm, e.rates[i], runs[i]));
    }
    std::min_element(trials.begin(), trials.end(), IsBetter)->chosen = true;
  }
  return tuning;
}

}  // namespace gelu::lab
