#include "pool.h"

#include <gelu/gelu.h>

#include <algorithm>
#include <string>
#include <system_error>

namespace gelu::lab {

Pool::Pool(const Experiment& experiment, const std::vector<Task>& tasks,
           int jobs)
    : experiment_(experiment), tasks_(tasks) {
  const std::size_t threads =
      std::min(static_cast<std::size_t>(jobs), tasks.size());
  try {
    while (threads_.size() < threads) {
      threads_.emplace_back([this] { Work(); });
    }
  } catch (const std::system_error& error) {  // fewer will do
    if (threads_.empty()) {
      throw Error(std::string("cannot start a thread: ") + error.what());
    }
  }
}

Pool::~Pool() {
  {
    const std::lock_guard lock(mutex_);
    stop_ = true;
  }
  added_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Pool::Add(std::size_t task) {
  const std::lock_guard lock(mutex_);
  waiting_.push(task);
  added_.notify_one();
}

std::optional<std::pair<std::size_t, Run>> Pool::Next(
    std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  finished_.wait_for(lock, patience,
                     [this] { return error_ || !done_.empty(); });
  if (error_) std::rethrow_exception(error_);
  if (done_.empty()) return std::nullopt;
  auto result = std::move(done_.front());
  done_.pop();
  return result;
}

void Pool::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    added_.wait(lock, [this] { return stop_ || !waiting_.empty(); });
    if (stop_) return;
    const std::size_t task = waiting_.front();
    waiting_.pop();
    lock.unlock();
    try {
      Run run = Train(experiment_, tasks_[task], &stop_);
      lock.lock();
      done_.emplace(task, std::move(run));
    } catch (...) {
      if (!lock.owns_lock()) lock.lock();
      error_ = std::current_exception();
    }
    finished_.notify_one();
  }
}

}  // namespace gelu::lab
