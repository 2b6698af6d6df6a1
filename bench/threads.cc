#include <algorithm>
#include <barrier>
#include <memory>
#include <thread>
#include <vector>

#include "call.h"

namespace gelu::bench {
namespace {

// A thread a call. They wait between runs: starting a thread is not measured.
class Team {
 public:
  explicit Team(const std::vector<Call>& calls)
      : begin_(calls.size() + 1), end_(calls.size() + 1) {
    for (const Call& call : calls) {
      threads_.emplace_back([this, call] {
        for (begin_.arrive_and_wait(); !stop_; begin_.arrive_and_wait()) {
          call();
          end_.arrive_and_wait();
        }
      });
    }
  }
  ~Team() {
    stop_ = true;
    begin_.arrive_and_wait();
  }

  void Run() {
    begin_.arrive_and_wait();
    end_.arrive_and_wait();
  }

 private:
  std::barrier<> begin_, end_;
  bool stop_ = false;
  std::vector<std::jthread> threads_;  // the last member: joined first
};

Task Piece(const Task& task, std::size_t begin, std::size_t end) {
  const std::size_t offset = begin * Size(task.dtype);
  Task piece = task;
  piece.length = end - begin;
  for (const void** array : {&piece.x, &piece.b, &piece.dy}) {
    *array = static_cast<const std::byte*>(*array) + offset;
  }
  for (void** array : {&piece.y, &piece.db}) {
    *array = static_cast<std::byte*>(*array) + offset;
  }
  return piece;
}

}  // namespace

Call OnAllCores(MakeCall make, const Task& task) {
  const std::size_t count = std::max(1u, std::thread::hardware_concurrency());
  std::vector<Call> calls;
  for (std::size_t i = 0; i < count; ++i) {
    calls.push_back(make(
        Piece(task, task.length * i / count, task.length * (i + 1) / count)));
  }
  return [team = std::make_shared<Team>(calls)] { team->Run(); };
}

}  // namespace gelu::bench
