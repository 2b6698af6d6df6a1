// The commands of `gelu lab`. Each file adds one; lab.cc holds the table of
// them. What commands.h says of callbacks holds here, too.

#ifndef GELU_CLI_LAB_H_
#define GELU_CLI_LAB_H_

#include <gelu/judge/judgement.h>

#include <CLI/CLI.hpp>

namespace gelu::cli {

void AddLabMoons(CLI::App& lab);
void AddLabJudge(CLI::App& lab);

// Verdict, table and how they are meant, on standard output.
void PrintJudgement(const judge::Judgement& judgement);

}  // namespace gelu::cli

#endif  // GELU_CLI_LAB_H_
