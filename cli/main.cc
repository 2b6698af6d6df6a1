// `gelu`. libtorch takes most of a second to load: what needs the lab, or
// prints all commands, runs in `gelu-lab`, which lies beside it.

#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "application.h"
#include "output.h"

namespace gelu::cli {
namespace {

#ifdef GELU_TORCH
// The same command there, in this process.
void RunInLab(char** argv) {
  const std::filesystem::path program =
      std::filesystem::read_symlink("/proc/self/exe")
          .replace_filename("gelu-lab");
  execv(program.c_str(), argv);
  throw SystemError("cannot run " + program.string(), errno);
}

constexpr Lab kLab = {.run = RunInLab};
#else
constexpr Lab kLab = {};
#endif

}  // namespace
}  // namespace gelu::cli

int main(int argc, char** argv) {
  return gelu::cli::Main(argc, argv, gelu::cli::kLab);
}
