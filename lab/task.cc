#include "task.h"

#include <gelu/lab/data.h>
#include <gelu/lab/training.h>

namespace gelu::lab {

Run Train(const Experiment& experiment, const Task& task,
          const std::atomic<bool>* stop) {
  const auto& [arm, seed] = task.key;
  return Train(DataOf(experiment, seed), OfLibrary(arm.activation),
               experiment.budget, experiment.rates[task.rate], seed, stop);
}

void Test(const Experiment& experiment, const RunKey& key, Run* run) {
  Test(DataOf(experiment, key.seed).test, OfLibrary(key.arm.activation),
       experiment.budget, run);
}

}  // namespace gelu::lab
