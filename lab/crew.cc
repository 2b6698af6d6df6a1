#include "crew.h"

#include <fmt/format.h>

#include <chrono>
#include <cstring>
#include <string>
#include <string_view>

#include "bytes.h"
#include "settings.h"

namespace gelu::lab {
namespace {

// Messages to the first: how many threads there are, and what they are about to
// do; then a finished run each. From the first: a task each, then kEnd.
constexpr std::uint64_t kEnd = ~std::uint64_t{0};

// A signal handler and other processes can't notify: one has to look.
constexpr std::chrono::milliseconds kAlone{100}, kTogether{2};

std::string Message(std::uint64_t number, const std::string& rest = "") {
  return std::string(reinterpret_cast<const char*>(&number), sizeof number) +
         rest;
}

std::uint64_t NumberOf(const std::string& message) {
  std::uint64_t number = kEnd;
  if (message.size() >= sizeof number) {
    std::memcpy(&number, message.data(), sizeof number);
  }
  return number;
}

std::string RestOf(const std::string& message) {
  return message.substr(std::min(message.size(), sizeof(std::uint64_t)));
}

// What all processes must agree on.
std::string Plan(const Experiment& experiment) {
  return fmt::format("gelu {}: {}", Version(), CommandLine(experiment));
}

void ThrowIfStopped(const Effort& effort) {
  if (effort.stop && *effort.stop) throw Stopped();
}

class Director {
 public:
  Director(const Experiment& experiment, const std::vector<Task>& tasks,
           const std::vector<std::size_t>& missing, const Effort& effort)
      : experiment_(experiment),
        missing_(missing),
        effort_(effort),
        others_(effort.ranks ? effort.ranks->count() - 1 : 0),
        threads_of_(others_ + 1),
        pool_(experiment, tasks, effort.jobs) {}

  int Go(const std::function<void(std::size_t, Run)>& finished) {
    threads_of_[0] = effort_.jobs;
    for (int i = 0; i < effort_.jobs; ++i) Give(0);
    while (finished_ < missing_.size() || there_ < others_) {
      ThrowIfStopped(effort_);
      if (auto done = pool_.Next(others_ == 0 ? kAlone : kTogether)) {
        Take(0, done->first, std::move(done->second), finished);
      }
      while (others_ > 0) {
        const auto message = effort_.ranks->Receive();
        if (!message) break;
        Read(*message, finished);
      }
    }
    int threads = effort_.jobs;
    for (int rank = 1; rank <= others_; ++rank) {
      effort_.ranks->Send(rank, Message(kEnd));
      threads += threads_of_[rank];
    }
    return threads;
  }

 private:
  void Give(int rank) {
    if (given_ == missing_.size()) return;
    const std::size_t task = missing_[given_++];
    if (rank == 0) {
      pool_.Add(task);
    } else {
      effort_.ranks->Send(rank, Message(task));
    }
  }

  // The next task first: nobody waits for the disk.
  void Take(int rank, std::size_t task, Run run,
            const std::function<void(std::size_t, Run)>& finished) {
    Give(rank);
    ++finished_;
    finished(task, std::move(run));
  }

  void Read(const Ranks::Message& message,
            const std::function<void(std::size_t, Run)>& finished) {
    const auto number = NumberOf(message.bytes);
    const std::string rest = RestOf(message.bytes);
    if (threads_of_[message.from] > 0) {
      Take(message.from, number, RunFromBytes(rest), finished);
      return;
    }
    if (rest != Plan(experiment_)) {
      throw Error(fmt::format("process {} would run '{}', the first '{}'",
                              message.from, rest, Plan(experiment_)));
    }
    ++there_;
    threads_of_[message.from] = static_cast<int>(number);
    for (std::uint64_t i = 0; i < number; ++i) Give(message.from);
  }

  const Experiment& experiment_;
  const std::vector<std::size_t>& missing_;
  const Effort& effort_;
  const int others_;
  std::vector<int> threads_of_;  // each process; 0 until it is there
  int there_ = 0;                // of the others
  std::size_t given_ = 0, finished_ = 0;
  Pool pool_;
};

}  // namespace

int Direct(const Experiment& experiment, const std::vector<Task>& tasks,
           const std::vector<std::size_t>& missing, const Effort& effort,
           const std::function<void(std::size_t, Run)>& finished) {
  return Director(experiment, tasks, missing, effort).Go(finished);
}

void Serve(const Experiment& experiment, const std::vector<Task>& tasks,
           const Effort& effort) {
  Pool pool(experiment, tasks, effort.jobs);
  effort.ranks->Send(0, Message(effort.jobs, Plan(experiment)));
  while (true) {
    ThrowIfStopped(effort);
    while (const auto message = effort.ranks->Receive()) {
      const std::uint64_t task = NumberOf(message->bytes);
      if (task == kEnd) return;
      pool.Add(task);
    }
    if (const auto done = pool.Next(kTogether)) {
      effort.ranks->Send(0, Message(done->first, ToBytes(done->second)));
    }
  }
}

}  // namespace gelu::lab
