// Those who do an experiment's runs: the threads of this process, and of the
// other processes that mpirun has started.
//
// The first process hands out the runs, one at a time, takes back what is
// finished and keeps it. A run depends on its own settings only, so that it
// doesn't matter who did it.

#ifndef GELU_LAB_CREW_H_
#define GELU_LAB_CREW_H_

#include <gelu/lab/experiment.h>

#include <functional>
#include <vector>

#include "pool.h"

namespace gelu::lab {

// In the first process. `missing`: places in `tasks`. Calls `finished` for each
// of them, here, in any order. Returns the number of threads of all processes.
// Throws Stopped where effort.stop says so.
int Direct(const Experiment& experiment, const std::vector<Task>& tasks,
           const std::vector<std::size_t>& missing, const Effort& effort,
           const std::function<void(std::size_t task, Run run)>& finished);

// In the others: works until all is done.
void Serve(const Experiment& experiment, const std::vector<Task>& tasks,
           const Effort& effort);

}  // namespace gelu::lab

#endif  // GELU_LAB_CREW_H_
