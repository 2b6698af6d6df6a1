// Threads that train.

#ifndef GELU_LAB_POOL_H_
#define GELU_LAB_POOL_H_

#include <gelu/lab/experiment.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <exception>
#include <mutex>
#include <optional>
#include <queue>
#include <thread>
#include <utility>
#include <vector>

#include "task.h"

namespace gelu::lab {

class Pool {
 public:
  // Takes tasks by their number.
  Pool(const Experiment& experiment, const std::vector<Task>& tasks, int jobs);
  ~Pool();  // leaves what is not finished

  void Add(std::size_t task);

  // A finished run, or none if none has come meanwhile. Throws what has stopped
  // a thread.
  std::optional<std::pair<std::size_t, Run>> Next(
      std::chrono::milliseconds patience);

 private:
  void Work();

  const Experiment& experiment_;
  const std::vector<Task>& tasks_;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;  // guards these four
  std::condition_variable added_, finished_;
  std::queue<std::size_t> waiting_;
  std::queue<std::pair<std::size_t, Run>> done_;
  std::exception_ptr error_;
  std::vector<std::thread> threads_;
};

}  // namespace gelu::lab

#endif  // GELU_LAB_POOL_H_
