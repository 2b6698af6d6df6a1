// A bar on standard error with the time left; nothing where that is no
// terminal.

#ifndef GELU_CLI_PROGRESS_H_
#define GELU_CLI_PROGRESS_H_

#include <chrono>
#include <cstdint>
#include <string>

namespace gelu::cli {

class Progress {
 public:
  Progress(std::string label, std::uint64_t total);
  ~Progress() { Clear(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void Show(std::uint64_t done);
  void Clear();  // wipes the bar

 private:
  std::string label_;
  std::uint64_t total_;
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace gelu::cli

#endif  // GELU_CLI_PROGRESS_H_
