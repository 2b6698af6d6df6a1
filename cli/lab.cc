// `gelu lab`: a table of commands.

#include "lab.h"

namespace gelu::cli {
namespace {

constexpr void (*kCommands[])(CLI::App&) = {
    AddLabExperiments, AddLabList, AddLabShow, AddLabExport, AddLabJudge};

}  // namespace

void AddLabCommands(CLI::App& lab) {
  for (auto add : kCommands) add(lab);
}

}  // namespace gelu::cli
