// The commands of `gelu`. Each file adds one to the application;
// application.cc holds the table of them.

#ifndef GELU_CLI_COMMANDS_H_
#define GELU_CLI_COMMANDS_H_

#include "command.h"

namespace gelu::cli {

void AddEval(CLI::App& app);
void AddTable(CLI::App& app);
void AddPlot(CLI::App& app);
void AddVerify(CLI::App& app);
void AddAudit(CLI::App& app);
void AddInfo(CLI::App& app);
void AddCompletion(CLI::App& app);
void AddManual(CLI::App& app);

}  // namespace gelu::cli

#endif  // GELU_CLI_COMMANDS_H_
