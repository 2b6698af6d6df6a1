// `mpirun gelu lab moons`: the same results from several processes.

#include <fmt/format.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "command.h"

namespace gelu::lab {
namespace {

const std::string kOptions =
    "--samples 300 --epochs 60 --hidden 16 --seeds 6 --lr 1e-2,1e-3 --out ";

// As root, too: in a container there is nobody else.
std::string Mpirun(int processes) {
  return fmt::format("{} --oversubscribe --allow-run-as-root -n {}",
                     GELU_MPIRUN, processes);
}

// The processes that mpirun has started.
std::vector<pid_t> Ranks(pid_t mpirun) {
  std::ifstream file(fmt::format("/proc/{0}/task/{0}/children", mpirun));
  std::vector<pid_t> ranks;
  for (pid_t rank; file >> rank;) ranks.push_back(rank);
  return ranks;
}

TEST_F(Command, GivesTheSameUnderMpirun) {
  ASSERT_EQ(Execute(kOptions + "alone").status, 0);
  const Outcome two = Execute(kOptions + "two", Mpirun(2));
  ASSERT_EQ(two.status, 0) << two.err;
  const Outcome three = Execute("--jobs 2 " + kOptions + "three", Mpirun(3));
  ASSERT_EQ(three.status, 0) << three.err;
  for (const char* file : {"results.csv", "results.json"}) {
    const std::string expected = Contents(folder_ / "alone" / file);
    EXPECT_TRUE(expected == Contents(folder_ / "two" / file)) << file;
    EXPECT_TRUE(expected == Contents(folder_ / "three" / file)) << file;
  }
  EXPECT_NE(Contents(folder_ / "three/report.html").find("6, each trains"),
            std::string::npos);
}

TEST_F(Command, GoesOnAfterAProcessDied) {
  const pid_t mpirun = Start(kOptions + "a", Mpirun(2));
  while (!fs::exists(folder_ / "a/runs.sqlite")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::this_thread::sleep_for(std::chrono::milliseconds(100));
  const std::vector<pid_t> ranks = Ranks(mpirun);
  ASSERT_EQ(ranks.size(), 2u);
  kill(ranks[1], SIGKILL);
  EXPECT_NE(Wait(mpirun).status, 0);
  EXPECT_FALSE(fs::exists(folder_ / "a/results.json"));
  const Outcome resumed = Execute(kOptions + "a", Mpirun(2));
  EXPECT_EQ(resumed.status, 0) << resumed.err;
  ASSERT_EQ(Execute(kOptions + "b").status, 0);
  EXPECT_TRUE(Contents(folder_ / "a/results.json") ==
              Contents(folder_ / "b/results.json"));
}

TEST_F(Command, RefusesDifferentOptionsUnderMpirun) {
  const Outcome outcome = Execute(
      fmt::format("--seeds 1 : -n 1 '{}' lab moons --seeds 2", GELU_COMMAND),
      Mpirun(1));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("process 1 would run 'gelu"), std::string::npos)
      << outcome.err;
}

std::size_t Count(const std::string& text, const std::string& what) {
  std::size_t count = 0;
  for (auto i = text.find(what); i != text.npos; i = text.find(what, i + 1)) {
    ++count;
  }
  return count;
}

TEST_F(Command, SaysOnceUnderMpirunWhatIsWrong) {
  for (const char* options : {"--seeds 0", "--no-such", "--out /dev/null/x"}) {
    const Outcome outcome = Execute(options, Mpirun(3));
    EXPECT_EQ(outcome.status, 2) << outcome.err;
    EXPECT_EQ(Count(outcome.err, "gelu lab moons: "), 1u) << outcome.err;
  }
}

TEST_F(Command, SaysUnderMpirunWhatIsWrongWithOneProcess) {
  const Outcome outcome = Execute(
      fmt::format("--seeds 1 : -n 1 '{}' lab moons --seeds 0", GELU_COMMAND),
      Mpirun(1));
  EXPECT_EQ(outcome.status, 2);
  EXPECT_EQ(Count(outcome.err, "gelu lab moons: --seeds 0"), 1u) << outcome.err;
}

}  // namespace
}  // namespace gelu::lab
