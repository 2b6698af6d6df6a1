// The commands of `gelu lab`. Each file adds one; lab.cc holds the table of
// them.

#ifndef GELU_CLI_LAB_H_
#define GELU_CLI_LAB_H_

#include <gelu/judge/judgement.h>
#include <gelu/lab/results.h>

#include <string>

#include "command.h"

namespace gelu::cli {

void AddLabCommands(CLI::App& lab);  // all of them

void AddLabExperiments(CLI::App& lab);  // one a data set
void AddLabList(CLI::App& lab);
void AddLabShow(CLI::App& lab);
void AddLabExport(CLI::App& lab);
void AddLabJudge(CLI::App& lab);

// The group of commands that train.
constexpr char kExperiments[] = "Experiments";

// The experiment that was last run in the folder. Throws gelu::Error where it
// isn't finished.
lab::Results FinishedIn(const std::string& folder);

// Verdict, table and how they are meant, on standard output.
void PrintJudgement(const judge::Judgement& judgement);

}  // namespace gelu::cli

#endif  // GELU_CLI_LAB_H_
