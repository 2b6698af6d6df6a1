// gnuplot, run as a process.

#ifndef GELU_HOST_GNUPLOT_H_
#define GELU_HOST_GNUPLOT_H_

#include <string>

namespace gelu::host {

// What the script draws. It sets a terminal but no output. Throws gelu::Error
// with gnuplot's own complaint where it fails, or where it isn't installed.
std::string Gnuplot(const std::string& script);

}  // namespace gelu::host

#endif  // GELU_HOST_GNUPLOT_H_
