// Numbers of a dtype, held as doubles (every value of each is one exactly):
// read from text, shown as text, given to the kernels.

#ifndef GELU_CLI_NUMBER_H_
#define GELU_CLI_NUMBER_H_

#include <gelu/gelu.h>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace gelu::cli {

// Decimal or hexadecimal, inf, nan; rounded to the dtype once, to
// nearest-even. Nothing where the text is no number.
std::optional<double> ReadNumber(const std::string& text, DType dtype);

// Those numbers; - stands for the ones on standard input. Throws gelu::Error
// that names the unreadable one.
std::vector<double> ReadNumbers(const std::vector<std::string>& texts,
                                DType dtype);

// The fewest digits that read back as the same bits; a 16-bit number shows
// the digits of the f32 it is.
std::string Text(double value, DType dtype);

std::string Hex(double value);  // "-0x1.8p+0"

// Forward or Derivative.
void Call(Activation activation, bool derivative, DType dtype, const void* x,
          void* y, std::size_t length, const Options& options);

// f or f' of those numbers, by the library.
std::vector<double> Evaluate(Activation activation, bool derivative,
                             DType dtype, const std::vector<double>& x,
                             const Options& options);

}  // namespace gelu::cli

#endif  // GELU_CLI_NUMBER_H_
