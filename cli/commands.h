// The commands of `gelu`. Each file adds one subcommand to the application;
// main.cc holds the table of them.
//
// A command's callback throws gelu::Error for what the user can mend, and
// CLI::RuntimeError(status) to end with another status than 0. It writes to
// standard output through output.h.

#ifndef GELU_CLI_COMMANDS_H_
#define GELU_CLI_COMMANDS_H_

#include <CLI/CLI.hpp>

namespace gelu::cli {

void AddEval(CLI::App& app);
void AddTable(CLI::App& app);
void AddPlot(CLI::App& app);
void AddVerify(CLI::App& app);
void AddAudit(CLI::App& app);
void AddInfo(CLI::App& app);
#ifdef GELU_TORCH
void AddLab(CLI::App& app);
#endif
void AddCompletion(CLI::App& app);
void AddManual(CLI::App& app);

}  // namespace gelu::cli

#endif  // GELU_CLI_COMMANDS_H_
