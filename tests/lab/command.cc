#include "command.h"

#include <fmt/format.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace gelu::lab {
namespace {

std::set<std::string> Files(const fs::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder)) {
    names.insert(entry.path().filename());
  }
  return names;
}

std::string WithoutTimes(const std::string& html) {
  static const std::regex time("<span class=\"time\">[^<]*</span>");
  const std::string rest = std::regex_replace(html, time, "");
  EXPECT_LT(rest.size(), html.size());
  return rest;
}

}  // namespace

std::string Contents(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

Outcome Command::Moons(const std::string& options) {
  return Execute("--samples 100 --epochs 3 --hidden 8 " + options);
}

Outcome Command::Execute(const std::string& options,
                         const std::string& launcher) {
  return Wait(Start(options, launcher));
}

pid_t Command::Start(const std::string& options, const std::string& launcher) {
  const std::string command =
      fmt::format("cd '{}' && exec {} '{}' lab moons {} >out 2>err",
                  folder_.string(), launcher, GELU_COMMAND, options);
  const pid_t process = fork();
  if (process == 0) {
    setpgid(0, 0);
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }
  return process;
}

Outcome Command::Wait(pid_t process) {
  int status = 0;
  EXPECT_EQ(waitpid(process, &status, 0), process);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          Contents(folder_ / "out"), Contents(folder_ / "err")};
}

void Command::ExpectSameResults(const std::string& a, const std::string& b) {
  EXPECT_EQ(Files(folder_ / a), Files(folder_ / b));
  for (const char* file : {"results.csv", "results.json"}) {
    const std::string expected = Contents(folder_ / a / file);
    EXPECT_NE(expected, "") << file;
    EXPECT_TRUE(expected == Contents(folder_ / b / file)) << file;
  }
  EXPECT_TRUE(WithoutTimes(Contents(folder_ / a / "report.html")) ==
              WithoutTimes(Contents(folder_ / b / "report.html")));
}

}  // namespace gelu::lab
