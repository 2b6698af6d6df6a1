#include <fmt/format.h>
#include <gelu/lab/experiment.h>

#include <algorithm>
#include <cmath>
#include <condition_variable>
#include <exception>
#include <map>
#include <mutex>
#include <queue>
#include <set>
#include <thread>

#include "store.h"

namespace gelu::lab {
namespace {

void Require(bool good, const std::string& what) {
  if (!good) throw Error(what);
}

void CheckData(const Experiment& e) {
  Require(e.samples >= 3 && e.samples <= 10'000'000,
          fmt::format("{} samples: 3 to 10,000,000 are needed", e.samples));
  Require(e.noise >= 0 && std::isfinite(e.noise),
          fmt::format("noise {}: must be 0 or more", e.noise));
  const Shares& s = e.split;
  Require(s.train > 0 && s.validation > 0 && s.test > 0 &&
              s.train + s.validation + s.test == 100,
          fmt::format("split {}/{}/{}: three percentages above 0 that sum to "
                      "100 are needed",
                      s.train, s.validation, s.test));
}

void CheckBudget(const Budget& b) {
  Require(b.hidden.size() <= 16, "hidden: 16 layers at most");
  for (std::int64_t units : b.hidden) {
    Require(units >= 1 && units <= 16384,
            fmt::format("hidden: {} units; 1 to 16384 are needed", units));
  }
  Require(b.batch >= 0, fmt::format("batch {}: must be above 0", b.batch));
  Require(b.epochs >= 1, fmt::format("{} epochs: 1 is needed", b.epochs));
  Require(b.lr > 0 && std::isfinite(b.lr),
          fmt::format("learning rate {}: must be above 0", b.lr));
}

template <class T>
bool HasDuplicates(const std::vector<T>& values) {
  return std::set<T>(values.begin(), values.end()).size() != values.size();
}

// Runs that wait, workers that take them, one thread that collects.
class Pool {
 public:
  Pool(const Experiment& experiment, const Effort& effort,
       std::vector<RunKey> keys)
      : experiment_(experiment), effort_(effort), keys_(std::move(keys)) {}

  ~Pool() {
    stop_ = true;
    for (std::thread& worker : workers_) worker.join();
  }

  // Calls `finished` for each run, here, in any order.
  void Go(const std::function<void(const RunKey&, Run)>& finished) {
    const auto count = std::min<std::size_t>(effort_.jobs, keys_.size());
    for (std::size_t i = 0; i < count; ++i) {
      workers_.emplace_back([this] { Work(); });
    }
    for (std::size_t i = 0; i < keys_.size(); ++i) {
      auto [key, run] = Next();
      finished(key, std::move(run));
    }
  }

 private:
  void Work() {
    for (std::size_t i; !stop_ && (i = taken_++) < keys_.size();) {
      try {
        const RunKey& key = keys_[i];
        Run run =
            Train(DataOf(experiment_, key.seed), OfLibrary(key.arm.activation),
                  experiment_.budget, key.seed);
        Put(key, std::move(run));
      } catch (...) {
        const std::lock_guard lock(mutex_);
        error_ = std::current_exception();
        ready_.notify_one();
      }
    }
  }

  void Put(const RunKey& key, Run run) {
    const std::lock_guard lock(mutex_);
    done_.emplace(key, std::move(run));
    ready_.notify_one();
  }

  // Wakes up now and then: a signal handler can't notify.
  std::pair<RunKey, Run> Next() {
    std::unique_lock lock(mutex_);
    while (done_.empty()) {
      if (error_) std::rethrow_exception(error_);
      if (effort_.stop && *effort_.stop) throw Error("stopped");
      ready_.wait_for(lock, std::chrono::milliseconds(100));
    }
    auto result = std::move(done_.front());
    done_.pop();
    return result;
  }

  const Experiment& experiment_;
  const Effort& effort_;
  const std::vector<RunKey> keys_;
  std::atomic<std::size_t> taken_ = 0;
  std::atomic<bool> stop_ = false;
  std::mutex mutex_;
  std::condition_variable ready_;
  std::queue<std::pair<RunKey, Run>> done_;
  std::exception_ptr error_;
  std::vector<std::thread> workers_;
};

}  // namespace

void Check(const Experiment& e) {
  CheckData(e);
  CheckBudget(e.budget);
  Require(!e.activations.empty(), "no activation");
  Require(!e.seeds.empty(), "no seed");
  Require(!HasDuplicates(e.seeds), "a seed is named twice");
  Require(
      e.smallest_effect >= 0 && std::isfinite(e.smallest_effect),
      fmt::format("smallest effect {}: must be above 0", e.smallest_effect));
  DataOf(e, e.seeds.front());  // throws if a part stays empty
}

std::vector<Arm> Arms(const Experiment& e) {
  std::vector<Arm> arms;
  std::map<Activation, int> copies;
  for (Activation a : e.activations) arms.push_back({a, ++copies[a]});
  return arms;
}

std::string Name(const Arm& arm) {
  const std::string_view name = Info(arm.activation).name;
  return arm.copy == 1 ? std::string(name)
                       : fmt::format("{}#{}", name, arm.copy);
}

Split DataOf(const Experiment& e, std::uint32_t seed) {
  return MakeSplit(MakeMoons(e.samples, e.noise, seed), e.split, seed);
}

Runs RunAll(const Experiment& experiment, const std::filesystem::path& folder,
            const Effort& effort) {
  Check(experiment);
  Store store(folder, experiment);
  Runs runs = store.Load(experiment);
  std::set<RunKey> missing;
  for (std::uint32_t seed : experiment.seeds) {
    for (const Arm& arm : Arms(experiment)) missing.insert({arm, seed});
  }
  const auto all = static_cast<int>(missing.size());
  for (const auto& [key, run] : runs) missing.erase(key);
  effort.progress(static_cast<int>(runs.size()), all);
  Pool pool(experiment, effort, {missing.begin(), missing.end()});
  pool.Go([&](const RunKey& key, Run run) {
    store.Add(key, run);
    runs.emplace(key, std::move(run));
    effort.progress(static_cast<int>(runs.size()), all);
  });
  return runs;
}

}  // namespace gelu::lab
