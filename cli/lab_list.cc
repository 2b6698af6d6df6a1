// `gelu lab list`: what experiments are made of.

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/lab/catalogue.h>

#include <CLI/CLI.hpp>
#include <span>
#include <string>
#include <string_view>

#include "lab.h"
#include "output.h"

namespace gelu::cli {
namespace {

template <class Entry>
void PrintEntries(const char* title, std::span<const Entry> entries) {
  Print("{}\n", title);
  for (const Entry& entry : entries) {
    Print("  {:<20}{}\n", entry.name, entry.text);
  }
}

void PrintActivations() {
  Print("\nActivations\n");
  for (const ActivationInfo& info : Activations()) {
    std::string others;
    for (std::string_view alias : info.aliases) {
      if (alias == info.name) continue;  // in a library of other capitals
      others += (others.empty() ? "also " : ", ") + std::string(alias);
    }
    Print("  {:<20}{}\n", info.name, others);
  }
}

void PrintExperiments(const CLI::App& lab) {
  Print("\nExperiments\n");
  for (const CLI::App* command : lab.get_subcommands(nullptr)) {
    if (command->get_group() != kExperiments) continue;
    Print("  {:<20}{}\n", command->get_name(), command->get_description());
    for (const CLI::Option* option : command->get_options()) {
      if (option == command->get_help_ptr()) continue;
      const std::string usual = option->get_default_str();
      Print("    {:<18}{}{}\n", option->get_name(), option->get_description(),
            usual.empty() ? "" : " [" + usual + "]");
    }
  }
}

}  // namespace

void AddLabList(CLI::App& lab) {
  Command command(
      lab, "list",
      "Data sets, models, activations, and the experiments on them");
  command.Footer("Examples:\n  gelu lab list");
  command.Run([&lab] {
    PrintEntries("Data sets", lab::DataSets());
    PrintEntries("\nModels", lab::Models());
    PrintActivations();
    PrintExperiments(lab);
  });
}

}  // namespace gelu::cli
