#include "progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace gelu::cli {
namespace {

constexpr int kWidth = 30;

std::string Time(double seconds) {
  const auto s = static_cast<std::uint64_t>(seconds + 0.5);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

}  // namespace

Progress::Progress(std::string label, std::uint64_t total)
    : label_(std::move(label)),
      total_(total),
      terminal_(isatty(STDERR_FILENO)),
      start_(std::chrono::steady_clock::now()) {}

void Progress::Clear() {
  if (shown_) std::fputs("\r\033[K", stderr);
  shown_ = false;
}

void Progress::Show(std::uint64_t done) {
  if (!terminal_ || done == 0 || total_ == 0) return;
  shown_ = true;
  const double share = static_cast<double>(done) / total_;
  const std::chrono::duration<double> passed =
      std::chrono::steady_clock::now() - start_;
  const int filled = static_cast<int>(share * kWidth);
  fmt::print(stderr, "\r\033[K{} [{:=<{}}{:{}}] {:3.0f} %  {} left", label_, "",
             filled, "", kWidth - filled, 100 * share,
             Time(passed.count() * (1 - share) / share));
}

}  // namespace gelu::cli
