// `gelu lab`: a table of commands.

#include "lab.h"

#include "commands.h"

namespace gelu::cli {
namespace {

constexpr void (*kCommands[])(CLI::App&) = {AddLabMoons, AddLabList, AddLabShow,
                                            AddLabExport, AddLabJudge};

}  // namespace

void AddLab(CLI::App& app) {
  CLI::App* lab = app.add_subcommand(
      "lab", "Experiments: which activation is better, honestly answered");
  lab->require_subcommand(1);
  for (auto add : kCommands) add(*lab);
  lab->footer(
      "Examples:\n"
      "  gelu lab moons --seeds 40\n\n"
      "Every experiment has its own help: gelu lab moons --help.");
}

}  // namespace gelu::cli
