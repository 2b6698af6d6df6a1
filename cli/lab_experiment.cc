// `gelu lab moons`, and the like: an experiment on a data set, run.

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/lab/catalogue.h>
#include <gelu/lab/results.h>
#include <sched.h>

#include <atomic>
#include <charconv>
#include <csignal>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "lab.h"
#include "output.h"
#include "progress.h"

namespace gelu::cli {
namespace {

struct ExperimentOptions {
  std::string activations = "relu,gelu";
  std::string seeds = "40";
  std::string hidden = "64,64";
  std::string batch = "64";
  std::string lr = "0.001";
  std::string split = "60/20/20";
  std::string select = "best";
  std::string out;
  int jobs = 0;
  bool json = false;
  lab::Experiment experiment;
};

std::vector<std::string> Parts(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (char c : text) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

template <class T>
T Number(const std::string& option, const std::string& text) {
  T value;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end) {
    throw Error(fmt::format("{}: unreadable number '{}'", option, text));
  }
  return value;
}

template <class T>
std::vector<T> Numbers(const std::string& option, const std::string& text,
                       char separator) {
  std::vector<T> numbers;
  for (const std::string& part : Parts(text, separator)) {
    numbers.push_back(Number<T>(option, part));
  }
  return numbers;
}

// "40": the seeds 0 ... 39. "7,8,9" or "7,": those.
std::vector<std::uint32_t> Seeds(std::string text) {
  if (text.find(',') != std::string::npos) {
    if (text.back() == ',') text.pop_back();
    return Numbers<std::uint32_t>("--seeds", text, ',');
  }
  const auto count = Number<std::uint32_t>("--seeds", text);
  if (count == 0 || count > 100'000) {
    throw Error(
        fmt::format("--seeds {}: 1 to 100,000 seeds are needed", count));
  }
  std::vector<std::uint32_t> seeds(count);
  for (std::uint32_t i = 0; i < count; ++i) seeds[i] = i;
  return seeds;
}

lab::Shares Split(const std::string& text) {
  const auto shares = Numbers<int>("--split", text, '/');
  if (shares.size() != 3) {
    throw Error("--split '" + text + "': three percentages like 60/20/20");
  }
  return {shares[0], shares[1], shares[2]};
}

lab::Select Selection(const std::string& text) {
  if (text == "best") return lab::Select::kBest;
  if (text == "final") return lab::Select::kFinal;
  throw Error("--select is best or final, not '" + text + "'");
}

std::int64_t Batch(const std::string& text) {
  if (text == "full") return 0;
  const auto batch = Number<std::int64_t>("--batch", text);
  if (batch < 1) throw Error("--batch " + text + ": must be above 0, or full");
  return batch;
}

lab::Experiment Read(const ExperimentOptions& options) {
  lab::Experiment experiment = options.experiment;
  experiment.activations.clear();
  for (const std::string& name : Parts(options.activations, ',')) {
    experiment.activations.push_back(ActivationFromName(name));
  }
  experiment.seeds = Seeds(options.seeds);
  experiment.split = Split(options.split);
  experiment.budget.hidden.clear();
  if (options.hidden != "none") {
    experiment.budget.hidden =
        Numbers<std::int64_t>("--hidden", options.hidden, ',');
  }
  experiment.rates = Numbers<double>("--lr", options.lr, ',');
  experiment.budget.batch = Batch(options.batch);
  experiment.budget.select = Selection(options.select);
  return experiment;
}

// mpirun may have given this process some of the CPUs, or all to each.
int CpuCount(const lab::Ranks& ranks) {
  cpu_set_t set;
  const int usable = sched_getaffinity(0, sizeof set, &set) == 0
                         ? CPU_COUNT(&set)
                         : std::numeric_limits<int>::max();
  const auto all = static_cast<int>(std::thread::hardware_concurrency());
  return std::max(1, std::min(usable, all / ranks.on_this_machine()));
}

int Jobs(int asked, const lab::Ranks& ranks) {
  if (asked < 0)
    throw Error(fmt::format("--jobs {}: must be 0 or more", asked));
  return asked > 0 ? asked : CpuCount(ranks);
}

std::atomic<int> stopped_by = 0;
std::atomic<bool> stop = false;

// The second one ends the process at once.
void Stop(int signal) {
  stopped_by = signal;
  stop = true;
  std::signal(signal, SIG_DFL);
}

// While it lives, Ctrl-C and kill set `stop`, unless they are ignored as in
// the background of a script.
class StopOnSignals {
 public:
  StopOnSignals() {
    for (int signal : {SIGINT, SIGTERM}) {
      if (std::signal(signal, Stop) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
  }
  ~StopOnSignals() {
    for (int signal : {SIGINT, SIGTERM}) {
      if (std::signal(signal, SIG_DFL) == SIG_IGN) std::signal(signal, SIG_IGN);
    }
  }
};

// Says how to go on where a signal ends it.
lab::Outcome RunOrStop(const lab::Experiment& experiment,
                       const std::string& out, int jobs, lab::Ranks& ranks) {
  std::optional<Progress> bar;
  int there = -1;
  const auto show = [&](int done, int all) {
    if (there < 0) {
      there = done;
      bar.emplace("training", all - done);
      if (there > 0) {
        fmt::print(stderr, "{} of {} runs are in {} already\n", done, all, out);
      }
    }
    bar->Show(done - there);
  };
  const StopOnSignals handlers;
  std::signal(SIGXFSZ, SIG_IGN);  // a file too large is an error of its writer
  try {
    return lab::RunAll(experiment, out, {jobs, show, &stop, &ranks});
  } catch (const lab::Stopped&) {
    bar.reset();
    if (ranks.number() == 0) {
      fmt::print(stderr,
                 "stopped; the same command goes on from what is in {}\n", out);
    }
    throw Ended{128 + stopped_by};
  }
}

void Run(const ExperimentOptions& options) {
  lab::Ranks ranks;
  const lab::Experiment experiment = Read(options);
  const int jobs = Jobs(options.jobs, ranks);
  lab::Outcome outcome = RunOrStop(experiment, options.out, jobs, ranks);
  if (ranks.number() > 0) return;
  const int threads = outcome.threads;
  const auto results =
      lab::MakeResults(experiment, std::move(outcome), threads);
  lab::Write(results, options.out);
  if (options.json) {
    Write(lab::ToJson(results));
    fmt::print(stderr, "{}\n", judge::Sentence(results.judgement.words));
  } else {
    Print("{}\n\nReport: {}\n", judge::Sentence(results.judgement.words),
          (std::filesystem::path(options.out) / "report.html").string());
  }
}

void AddModel(ExperimentOptions& options, Command* command) {
  lab::Budget& budget = options.experiment.budget;
  command->Add("--model", &budget.model, "NAME",
               "The network, of those that gelu lab list names");
  command->Add("--hidden", &options.hidden, "N,...",
               "Units of each hidden layer, or none");
  command->Add("--batch", &options.batch, "N", "Samples a step, or full");
  command->Add("--epochs", &budget.epochs, "N", "Passes over the data");
  command->Add("--lr", &options.lr, "RATE,...",
               "Adam's learning rate; of several each activation gets the "
               "best, chosen on the validation set");
  command->Add("--select", &options.select, "best|final",
               "The epoch that meets the test set: best on the "
               "validation set, or final");
}

void AddData(ExperimentOptions& options, Command* command) {
  lab::Experiment& experiment = options.experiment;
  command->Add("--samples", &experiment.samples, "N", "Samples in all");
  command->Add("--noise", &experiment.noise, "SIGMA",
               "Standard deviation of the noise");
  command->Add("--split", &options.split, "A/B/C",
               "Training, validation and test, in percent");
}

std::string Footer(const std::string& name) {
  return fmt::format(
      "All activations of a seed share data, split, initial weights and batch\n"
      "order. Finished runs are kept in DIR: the same command goes on from "
      "there.\n\n"
      "Examples:\n"
      "  gelu lab {0}\n"
      "  gelu lab {0} --activations relu,gelu,silu --seeds 20 --out three\n"
      "  gelu lab {0} --noise 0.4 --smallest-effect 0.001 --json",
      name);
}

void AddExperiment(CLI::App& lab, const lab::DataSetEntry& data) {
  Command command(
      lab, data.name,
      fmt::format("Which activation is better on {}?", data.title).c_str());
  auto options = std::make_shared<ExperimentOptions>();
  options->experiment.data = data.name;
  options->out = fmt::format("gelu-{}", data.name);
  command.Group(kExperiments);
  command.ShowDefaults();
  command.Add("--activations", &options->activations, "NAME,...",
              "Those to compare");
  command.Add("--seeds", &options->seeds, "N|A,B,...",
              "How many, or which (7,8,9); at least 6 for a verdict");
  AddData(*options, &command);
  AddModel(*options, &command);
  command.Add("--smallest-effect", &options->experiment.smallest_effect,
              "DELTA", "Smaller differences count as none");
  command.Add("--out", &options->out, "DIR", "The folder of the results");
  command.Add("--jobs", &options->jobs, "N",
              "Threads (under mpirun of each process); 0 for one a CPU");
  command.AddFlag("--json", &options->json,
                  "Results as JSON on standard output");
  command.Footer(Footer(data.name).c_str());
  command.Run([options] { Run(*options); });
}

}  // namespace

void AddLabExperiments(CLI::App& lab) {
  for (const auto& data : lab::DataSets()) AddExperiment(lab, data);
}

}  // namespace gelu::cli
