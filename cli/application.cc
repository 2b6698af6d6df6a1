#include "application.h"

#include <fmt/core.h>
#include <gelu/gelu.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <exception>
#include <sstream>
#include <string>
#include <vector>

#include "commands.h"
#include "output.h"

namespace gelu::cli {
namespace {

constexpr void (*kCommands[])(CLI::App&) = {AddEval,   AddTable, AddPlot,
                                            AddVerify, AddAudit, AddInfo};
constexpr void (*kPrinters[])(CLI::App&) = {AddCompletion, AddManual};

constexpr const char kFooter[] = R"(Examples:
  gelu eval --activation gelu -5.5 -1 2
  gelu table
  gelu plot -o gelu.svg
  gelu verify --activation all --stride 1048573
  gelu audit --library ./libmine.so --symbol my_gelu --activation gelu

Every command has its own help: gelu eval --help. gelu manual prints all of it,
gelu completion the completion for bash.
Exit status: 0 good, 1 something is wrong with the numbers, 2 an error.)";

// CLI11 knows that -5.5 is a number, but takes -inf for options -i -n -f. A
// blank in front, which readers of numbers skip, tells it otherwise.
std::string Argument(const char* text) {
  if (text[0] != '-' || std::isdigit(static_cast<unsigned char>(text[1]))) {
    return text;
  }
  char* end;
  std::strtod(text, &end);
  return end != text && *end == '\0' ? std::string(" ") + text : text;
}

// "gelu", "gelu eval": the command that was named.
std::string CommandName(const CLI::App& app) {
  std::string name = app.get_name();
  for (const CLI::App* command : app.get_subcommands()) {
    name += " " + CommandName(*command);
  }
  return name;
}

// CLI11 says what is missing, though what it didn't understand, a misspelt
// command or option, is the likelier mistake.
std::string Missing(const CLI::App& app, const CLI::RequiredError& error) {
  const std::vector<std::string> extras = app.remaining(/*recurse=*/true);
  if (!app.get_subcommands().empty()) {
    return extras.empty() ? error.what()
                          : "unexpected argument '" + extras.front() + "'";
  }
  std::string message = extras.empty()
                            ? "a command is required"
                            : "unknown command '" + extras.front() + "'";
  message += "; there are";
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    message += " " + command->get_name();
  }
  return message;
}

// What went wrong, in one line that a terminal can show.
int Fail(const CLI::App& app, const Lab& lab, std::string message) {
  constexpr std::size_t kMost = 1000;
  // libtorch adds where it was called.
  for (const char* trace : {"\nframe #", "\nException raised from"}) {
    message.resize(std::min(message.find(trace), message.size()));
  }
  for (char& c : message) {
    if (static_cast<unsigned char>(c) < ' ' || c == 0x7f) c = ' ';
  }
  if (message.size() > kMost) message = message.substr(0, kMost) + " ...";
  if (lab.before_error) lab.before_error();
  fmt::print(stderr, "{}: {}\n", CommandName(app), message);
  return 2;
}

int Run(CLI::App& app, int argc, char** argv) {
  std::vector<std::string> arguments;  // the last first, as CLI11 wants them
  for (int i = argc - 1; i > 0; --i) arguments.push_back(Argument(argv[i]));
  int status = 0;
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::Success& help_or_version) {
    std::ostringstream text;
    app.exit(help_or_version, text);
    Write(text.str());
  } catch (const Ended& ended) {
    status = ended.status;
  }
  Flush();
  return status;
}

void AddLab(CLI::App& app, const Lab& lab) {
  CLI::App* command = app.add_subcommand(
      "lab", "Experiments: which activation is better, honestly answered");
  command->require_subcommand(1);
  command->footer(
      "Examples:\n"
      "  gelu lab moons --seeds 40\n\n"
      "Every experiment has its own help: gelu lab moons --help.");
  if (lab.add) lab.add(*command);
}

// Before it looks at the command's own arguments.
void RunElsewhere(CLI::App& app, const Lab& lab, char** argv) {
  for (const char* name : {"lab", "completion", "manual"}) {
    app.get_subcommand(name)->preparse_callback(
        [run = lab.run, argv](std::size_t) { run(argv); });
  }
}

}  // namespace

int Main(int argc, char** argv, const Lab& lab) {
  CLI::App app(
      "The GELU family of activation functions, correctly rounded: its "
      "values,\nthe proof that they are right, and experiments with them.\n",
      "gelu");
  app.set_version_flag("--version", std::string(Version()));
  app.set_help_flag("-h,--help", "Print this help and exit");
  app.footer(kFooter);
  app.require_subcommand(1);
  for (auto add : kCommands) add(app);
  if (lab.add || lab.run) AddLab(app, lab);
  for (auto add : kPrinters) add(app);
  if (lab.run) RunElsewhere(app, lab, argv);
  try {
    return Run(app, argc, argv);
  } catch (const CLI::RequiredError& error) {
    return Fail(app, lab, Missing(app, error));
  } catch (const std::exception& error) {
    return Fail(app, lab, error.what());
  }
}

}  // namespace gelu::cli
