// `gelu info`: what this build is and where it runs.

#include <gelu/gelu.h>

#include "commands.h"
#include "output.h"

namespace gelu::cli {
namespace {

void Info() {
  std::string targets;
  for (std::string_view target : Targets()) {
    targets.append(targets.empty() ? "" : " ").append(target);
  }
  Print("version  {}\n", Version());
  Print("targets  {}\n", targets);
  Print("in use   {}\n", Targets().front());
}

}  // namespace

void AddInfo(CLI::App& app) {
  Command command(app, "info",
                  "The version, the instruction sets, and which one is in use");
  command.Footer(
      "The targets are the instruction sets that this program was compiled "
      "for and this\nCPU has, best first. All of them give the same bits.\n\n"
      "Examples:\n  gelu info");
  command.Run(Info);
}

}  // namespace gelu::cli
