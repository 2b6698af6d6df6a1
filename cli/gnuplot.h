// gnuplot, run as a process.

#ifndef GELU_CLI_GNUPLOT_H_
#define GELU_CLI_GNUPLOT_H_

#include <string>

namespace gelu::cli {

// The terminal for that file's ending, .svg, .png or .pdf, to set in a script.
// Throws gelu::Error for any other.
std::string Terminal(const std::string& file);

// Runs the script and stores what it draws as that file, whole or not at all.
// The script sets a terminal but no output. Throws gelu::Error.
void Draw(const std::string& script, const std::string& file);

}  // namespace gelu::cli

#endif  // GELU_CLI_GNUPLOT_H_
