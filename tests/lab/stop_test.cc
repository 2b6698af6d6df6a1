// `gelu lab moons`, ended before it is done, and started again.

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <random>
#include <thread>

#include "command.h"

namespace gelu::lab {
namespace {

using Clock = std::chrono::steady_clock;

const std::string kOptions =
    "--samples 300 --epochs 60 --hidden 16 --seeds 8 --jobs 2 --out ";

// Is a run in there? The file is larger than without.
bool HasRuns(const fs::path& store) {
  std::error_code none;
  const auto size = fs::file_size(store, none);
  return !none && size > 32768;
}

TEST_F(Command, StopsOnSignalsAndGoesOn) {
  ASSERT_EQ(Execute(kOptions + "whole").status, 0);
  for (int signal : {SIGINT, SIGTERM}) {
    const std::string out = fmt::format("signal{}", signal);
    const pid_t process = Start(kOptions + out);
    while (!HasRuns(folder_ / out / "runs.sqlite")) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    kill(process, signal);
    const Outcome stopped = Wait(process);
    EXPECT_EQ(stopped.status, 128 + signal);
    EXPECT_EQ(stopped.out, "");
    EXPECT_EQ(
        stopped.err,
        "stopped; the same command goes on from what is in " + out + "\n");
    EXPECT_FALSE(fs::exists(folder_ / out / "results.json"));
    const Outcome resumed = Execute(kOptions + out);
    EXPECT_EQ(resumed.status, 0);
    EXPECT_NE(resumed.err.find("of 16 runs are in " + out), std::string::npos)
        << resumed.err;
    ExpectSameResults("whole", out);
  }
}

TEST_F(Command, LosesNothingWhenKilledAtTenMoments) {
  const auto began = Clock::now();
  ASSERT_EQ(Execute(kOptions + "whole").status, 0);
  const auto time = Clock::now() - began;
  std::mt19937 random(std::random_device{}());
  int killed = 0;
  for (int i = 0; i < 10; ++i) {
    const pid_t process = Start(kOptions + "killed");
    const double share = (i + std::uniform_real_distribution()(random)) / 10;
    std::this_thread::sleep_for(std::chrono::duration<double>(time).count() *
                                share * std::chrono::duration<double>(1));
    kill(process, SIGKILL);
    killed += Wait(process).status == 128 + SIGKILL;
  }
  EXPECT_GE(killed, 4);
  const Outcome last = Execute(kOptions + "killed");
  EXPECT_EQ(last.status, 0) << last.err;
  ExpectSameResults("whole", "killed");
}

TEST_F(Command, IsAloneInAFolder) {
  const pid_t process = Start("--seeds 40 --out a");
  while (!fs::exists(folder_ / "a/runs.sqlite")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const Outcome second = Execute("--seeds 40 --out a");
  EXPECT_EQ(second.status, 2);
  EXPECT_EQ(second.err, "gelu lab moons: a: another gelu is at work in it\n");
  kill(process, SIGKILL);
  Wait(process);
}

// As on a full disk: no file may grow beyond 80 blocks.
TEST_F(Command, ReportsThatTheDiskIsFull) {
  const std::string limited = "/bin/sh -c 'ulimit -f 80 && exec \"$@\"' sh";
  const std::string options =
      "--samples 100 --epochs 2 --seeds 3 --jobs 1 --out ";
  const Outcome full = Execute(options + "a", limited);
  EXPECT_EQ(full.status, 2);
  EXPECT_EQ(std::count(full.err.begin(), full.err.end(), '\n'), 1) << full.err;
  EXPECT_NE(full.err.find("a/runs.sqlite"), std::string::npos) << full.err;
  const Outcome resumed = Execute(options + "a");
  EXPECT_EQ(resumed.status, 0);
  EXPECT_NE(resumed.err.find("of 6 runs are in a"), std::string::npos)
      << resumed.err;
  ASSERT_EQ(Execute(options + "b").status, 0);
  ExpectSameResults("a", "b");
}

}  // namespace
}  // namespace gelu::lab
