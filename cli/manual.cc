// `gelu manual`: the manual page, from the help of the commands.

#include <gelu/gelu.h>

#include <CLI/CLI.hpp>
#include <string>

#include "commands.h"
#include "output.h"

namespace gelu::cli {
namespace {

// Text for troff: hyphens that stay hyphens, no line that is a request.
std::string Escaped(const std::string& text) {
  std::string escaped;
  bool line_begins = true;
  for (char c : text) {
    if (line_begins && (c == '.' || c == '\'')) escaped += "\\&";
    if (c == '\\') {
      escaped += "\\e";
    } else if (c == '-') {
      escaped += "\\-";
    } else {
      escaped += c;
    }
    line_begins = c == '\n';
  }
  return escaped;
}

std::string AsWritten(const std::string& text) {
  return ".nf\n" + Escaped(text) + "\n.fi\n";
}

std::string OptionText(const CLI::Option& option) {
  std::string text =
      ".TP\n\\fB" + Escaped(option.get_name(true, true)) + "\\fR";
  if (option.get_items_expected_max() > 0 && !option.get_type_name().empty()) {
    text += " \\fI" + Escaped(option.get_type_name()) + "\\fR";
  }
  if (option.get_required()) text += " (required)";
  if (!option.get_default_str().empty()) {
    text += " (default: " + Escaped(option.get_default_str()) + ")";
  }
  return text + "\n" + Escaped(option.get_description()) + "\n";
}

// The command and those below it.
std::string Section(const CLI::App& app, const std::string& path) {
  std::string text =
      ".SH " + path + "\n" + Escaped(app.get_description()) + "\n";
  for (const CLI::Option* option : app.get_options()) {
    text += OptionText(*option);
  }
  if (!app.get_footer().empty()) text += ".PP\n" + AsWritten(app.get_footer());
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    text += Section(*command, path + " " + command->get_name());
  }
  return text;
}

std::string Manual(const CLI::App& app) {
  std::string text = fmt::format(
      ".TH GELU 1 \"\" \"gelu {}\" \"User Commands\"\n"
      ".SH NAME\ngelu \\- activation functions, correctly rounded\n"
      ".SH SYNOPSIS\n.B gelu\n\\fICOMMAND\\fR [\\fIOPTION\\fR...]\n"
      ".SH DESCRIPTION\n{}\n",
      Version(), Escaped(app.get_description()));
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    text += ".TP\n\\fBgelu " + command->get_name() + "\\fR\n" +
            Escaped(command->get_description()) + "\n";
  }
  text += ".PP\n" + AsWritten(app.get_footer());
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    text += Section(*command, app.get_name() + " " + command->get_name());
  }
  return text;
}

}  // namespace

void AddManual(CLI::App& app) {
  Command command(app, "manual", "The manual page, for man");
  command.Footer("Examples:\n  gelu manual | man -l -");
  command.Run([&app] { Write(Manual(app)); });
}

}  // namespace gelu::cli
