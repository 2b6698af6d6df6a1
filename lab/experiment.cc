#include <fmt/format.h>
#include <gelu/lab/catalogue.h>
#include <gelu/lab/experiment.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "crew.h"
#include "settings.h"
#include "store.h"
#include "task.h"

namespace gelu::lab {
namespace {

void Require(bool good, const std::string& what) {
  if (!good) throw Error(what);
}

void CheckData(const Experiment& e) {
  FindDataSet(e.data);  // throws if there is none
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
  FindModel(b.model);  // throws if there is none
  Require(b.hidden.size() <= 16, "hidden: 16 layers at most");
  for (std::int64_t units : b.hidden) {
    Require(units >= 1 && units <= 16384,
            fmt::format("hidden: {} units; 1 to 16384 are needed", units));
  }
  Require(b.batch >= 0, fmt::format("batch {}: must be above 0", b.batch));
  Require(b.epochs >= 1, fmt::format("{} epochs: 1 is needed", b.epochs));
}

template <class T>
bool HasDuplicates(const std::vector<T>& values) {
  return std::set<T>(values.begin(), values.end()).size() != values.size();
}

void CheckRates(const std::vector<double>& rates) {
  Require(!rates.empty(), "no learning rate");
  for (double lr : rates) {
    Require(lr > 0 && std::isfinite(lr),
            fmt::format("learning rate {}: must be above 0", lr));
  }
  Require(!HasDuplicates(rates), "a learning rate is named twice");
}

std::vector<Task> Tasks(const Experiment& e) {
  std::vector<Task> tasks;
  for (std::size_t rate = 0; rate < e.rates.size(); ++rate) {
    for (const RunKey& key : Keys(e)) tasks.push_back({rate, key});
  }
  return tasks;
}

// All runs, one map a rate. Sets the number of threads that took part.
std::vector<Runs> RunMissing(const Experiment& e, const Effort& effort,
                             Store& store, int* threads) {
  const std::vector<Task> tasks = Tasks(e);
  std::vector<Runs> runs = store.Load(e);
  std::vector<std::size_t> missing;
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    if (!runs[tasks[i].rate].contains(tasks[i].key)) missing.push_back(i);
  }
  const auto all = static_cast<int>(tasks.size());
  int done = all - static_cast<int>(missing.size());
  effort.progress(done, all);
  *threads = Direct(e, tasks, missing, effort, [&](std::size_t task, Run run) {
    const auto& [rate, key] = tasks[task];
    store.Put(key, run);
    runs[rate].emplace(key, std::move(run));
    effort.progress(++done, all);
  });
  return runs;
}

// Those at the chosen rates.
Runs Chosen(const Experiment& e, const Tuning& tuning,
            const std::vector<Runs>& runs) {
  Runs chosen;
  for (const RunKey& key : Keys(e)) {
    const std::vector<Trial>& trials = tuning.at(key.arm);
    for (std::size_t rate = 0; rate < trials.size(); ++rate) {
      if (trials[rate].chosen) chosen[key] = runs[rate].at(key);
    }
  }
  return chosen;
}

void TestAll(const Experiment& e, Runs* runs, Store& store) {
  for (auto& [key, run] : *runs) {
    if (run.diverged() || run.tested()) continue;
    Test(e, key, &run);
    store.Put(key, run);
  }
}

}  // namespace

void Check(const Experiment& e) {
  CheckData(e);
  CheckBudget(e.budget);
  CheckRates(e.rates);
  Require(!e.activations.empty(), "no activation");
  Require(!e.seeds.empty(), "no seed");
  Require(!HasDuplicates(e.seeds), "a seed is named twice");
  Require(
      e.smallest_effect >= 0 && std::isfinite(e.smallest_effect),
      fmt::format("smallest effect {}: must be 0 or more", e.smallest_effect));
  SizesOf(e.samples, e.split);  // throws if a part stays empty
}

std::vector<Arm> Arms(const Experiment& e) {
  std::vector<Arm> arms;
  std::map<Activation, int> copies;
  for (Activation a : e.activations) arms.push_back({a, ++copies[a]});
  return arms;
}

std::vector<RunKey> Keys(const Experiment& e) {
  std::vector<RunKey> keys;
  for (std::uint32_t seed : e.seeds) {
    for (const Arm& arm : Arms(e)) keys.push_back({arm, seed});
  }
  return keys;
}

std::string Name(const Arm& arm) {
  const std::string_view name = Info(arm.activation).name;
  return arm.copy == 1 ? std::string(name)
                       : fmt::format("{}#{}", name, arm.copy);
}

Outcome RunAll(const Experiment& experiment,
               const std::filesystem::path& folder, const Effort& effort) {
  Check(experiment);
  Outcome outcome;
  if (effort.ranks && effort.ranks->number() > 0) {
    Serve(experiment, Tasks(experiment), effort);
    return outcome;
  }
  Store store(folder, experiment);
  const std::vector<Runs> runs =
      RunMissing(experiment, effort, store, &outcome.threads);
  outcome.tuning = Tune(experiment, runs);
  outcome.runs = Chosen(experiment, outcome.tuning, runs);
  store.AtOnce([&] { TestAll(experiment, &outcome.runs, store); });
  return outcome;
}

Finished LoadFinished(const std::filesystem::path& folder) {
  Store store(folder);
  Finished finished{store.Last(), {}};
  const Experiment& e = finished.experiment;
  const std::vector<Runs> runs = store.Load(e);
  std::size_t there = 0;
  for (const Runs& at_rate : runs) there += at_rate.size();
  const std::size_t all = Keys(e).size() * e.rates.size();
  if (there == all) {
    finished.outcome.tuning = Tune(e, runs);
    finished.outcome.runs = Chosen(e, finished.outcome.tuning, runs);
  }
  const auto is_open = [](const auto& one) {
    return !one.second.diverged() && !one.second.tested();
  };
  const Runs& chosen = finished.outcome.runs;
  if (there < all || std::any_of(chosen.begin(), chosen.end(), is_open)) {
    throw Error(fmt::format(
        "{}: {} of {} runs are finished; go on with {} "
        "--out {}",
        folder.string(), there, all, CommandLine(e), folder.string()));
  }
  return finished;
}

}  // namespace gelu::lab
