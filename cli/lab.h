// The commands of `gelu lab`. Each file adds one; lab.cc holds the table of
// them. What commands.h says of callbacks holds here, too.

#ifndef GELU_CLI_LAB_H_
#define GELU_CLI_LAB_H_

#include <CLI/CLI.hpp>

namespace gelu::cli {

void AddLabMoons(CLI::App& lab);

}  // namespace gelu::cli

#endif  // GELU_CLI_LAB_H_
