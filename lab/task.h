// One of an experiment's runs, done: where experiments meet tensors.

#ifndef GELU_LAB_TASK_H_
#define GELU_LAB_TASK_H_

#include <gelu/lab/experiment.h>

#include <atomic>
#include <cstddef>

namespace gelu::lab {

// A run to be done.
struct Task {
  std::size_t rate;  // its place among the experiment's
  RunKey key;
};

// As gelu/lab/training.h has them, on the data of the task's seed.
Run Train(const Experiment& experiment, const Task& task,
          const std::atomic<bool>* stop);
void Test(const Experiment& experiment, const RunKey& key, Run* run);

}  // namespace gelu::lab

#endif  // GELU_LAB_TASK_H_
