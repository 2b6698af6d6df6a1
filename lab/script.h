// Pieces of a script for gnuplot.

#ifndef GELU_LAB_SCRIPT_H_
#define GELU_LAB_SCRIPT_H_

#include <string>
#include <vector>

namespace gelu::lab {

// A block of data "$name": a line a row, a blank line where the row is empty.
std::string Block(const std::string& name,
                  const std::vector<std::vector<double>>& rows);

std::string Plot(const std::vector<std::string>& layers);

}  // namespace gelu::lab

#endif  // GELU_LAB_SCRIPT_H_
