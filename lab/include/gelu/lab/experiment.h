// An experiment: a data set, a model, activations, rates, seeds, a budget. Each
// activation runs at each learning rate from each seed; all runs of a seed
// share the data, the split, the initial weights and the order of the batches.

#ifndef GELU_LAB_EXPERIMENT_H_
#define GELU_LAB_EXPERIMENT_H_

#include <gelu/gelu.h>
#include <gelu/lab/ranks.h>
#include <gelu/lab/run.h>
#include <gelu/lab/shares.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gelu::lab {

struct Experiment {
  std::string data = "moons";  // its name in the catalogue
  std::int64_t samples = 2000;
  double noise = 0.2;
  Shares split;
  Budget budget;
  std::vector<double> rates = {0.001};  // learning rates to choose from
  std::vector<Activation> activations = {Activation::kRelu, Activation::kGelu};
  std::vector<std::uint32_t> seeds;
  double smallest_effect = 0;  // 0: none was named
};

// Throws Error that names the first impossible value.
void Check(const Experiment& experiment);

// An activation among those of an experiment. Where it is named twice, the
// second is a copy that runs, too: the two must agree.
struct Arm {
  Activation activation;
  int copy = 1;
  auto operator<=>(const Arm&) const = default;
};
std::vector<Arm> Arms(const Experiment& experiment);
std::string Name(const Arm& arm);  // "gelu", "gelu#2"

struct RunKey {
  Arm arm;
  std::uint32_t seed;
  auto operator<=>(const RunKey&) const = default;
};
// Every arm on every seed.
std::vector<RunKey> Keys(const Experiment& experiment);

using Runs = std::map<RunKey, Run>;

// How an arm did at one rate.
struct Trial {
  double lr = 0;
  double validation_loss = 0;  // mean over the seeds that did not diverge
  int diverged = 0;            // seeds
  bool chosen = false;
};
// Those of each arm, in the order of the rates.
using Tuning = std::map<Arm, std::vector<Trial>>;

// The rate of each arm is chosen on validation alone, all having had the same
// budget: the fewest diverged seeds, then the lowest mean validation loss (of
// the selected epochs), then the first named. `runs`: one map a rate.
Tuning Tune(const Experiment& experiment, const std::vector<Runs>& runs);

struct Effort {
  int jobs = 1;  // threads; results don't depend on them
  // Called with the number of finished runs, of those there are.
  std::function<void(int done, int all)> progress = [](int, int) {};
  // Set by anyone to end early: RunAll then throws Stopped.
  const std::atomic<bool>* stop = nullptr;
  Ranks* ranks = nullptr;  // processes to share the work with
};

struct Stopped : Error {
  Stopped() : Error("stopped") {}
};

// The runs at the chosen rates, which alone have seen the test set.
struct Outcome {
  Tuning tuning;
  Runs runs;
  int threads = 0;  // that took part
};

// Runs what the folder doesn't hold yet and keeps each run there as soon as it
// is finished. Throws Error if the folder can't be written, is in use, or holds
// another experiment's runs. Of several processes, which must all call it, the
// first alone uses the folder and gets the outcome: that of the others is
// empty.
Outcome RunAll(const Experiment& experiment,
               const std::filesystem::path& folder, const Effort& effort);

// The experiment that was last run in a folder, with all its runs.
struct Finished {
  Experiment experiment;
  Outcome outcome;
};
// Throws Error if there is none, or if runs are missing, which it counts.
Finished LoadFinished(const std::filesystem::path& folder);

}  // namespace gelu::lab

#endif  // GELU_LAB_EXPERIMENT_H_
