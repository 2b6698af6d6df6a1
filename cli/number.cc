#include "number.h"

#include <fmt/format.h>
#include <gelu/oracle/bits.h>

#include <cctype>
#include <cerrno>
#include <cfenv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace gelu::cli {
namespace {

// strtod under that rounding direction; nothing unless it took all the text.
std::optional<double> Convert(const std::string& text, int direction) {
  char* end;
  std::fesetround(direction);
  const double value = std::strtod(text.c_str(), &end);
  std::fesetround(FE_TONEAREST);
  const bool whole = !text.empty() && end == text.c_str() + text.size();
  return whole ? std::optional(value) : std::nullopt;
}

// Rounded to odd: between two doubles, the one whose last bit is 1. Rounding
// that once more, to fewer bits, gives what rounding the text itself gives.
double RoundedToOdd(double down, double up) {
  return oracle::ToBits(DType::kF64, down) % 2 == 1 ? down : up;
}

std::string StandardInput() {
  std::string all;
  char buffer[1 << 16];
  while (const std::size_t size = std::fread(buffer, 1, sizeof buffer, stdin)) {
    all.append(buffer, size);
  }
  if (std::ferror(stdin)) {
    throw Error(std::string("standard input: ") + std::strerror(errno));
  }
  return all;
}

void AppendStandardInput(DType dtype, std::vector<double>* numbers) {
  const std::string all = StandardInput();
  std::size_t line = 1, ordinal = 0;
  for (std::size_t i = 0; i < all.size();) {
    if (std::isspace(static_cast<unsigned char>(all[i]))) {
      if (all[i++] == '\n') ++line;
      continue;
    }
    const std::size_t end =
        std::min(all.find_first_of(" \t\n\v\f\r", i), all.size());
    const std::string text = all.substr(i, end - i);
    ++ordinal;
    const std::optional<double> number = ReadNumber(text, dtype);
    if (!number) {
      throw Error(fmt::format(
          "standard input, line {}, value {}: unreadable number '{}'", line,
          ordinal, text));
    }
    numbers->push_back(*number);
    i = end;
  }
}

}  // namespace

std::optional<double> ReadNumber(const std::string& text, DType dtype) {
  const std::optional<double> nearest = Convert(text, FE_TONEAREST);
  if (!nearest || dtype == DType::kF64 || !std::isfinite(*nearest)) {
    return nearest;
  }
  const double down = *Convert(text, FE_DOWNWARD);
  const double up = *Convert(text, FE_UPWARD);
  return oracle::Round(dtype, down == up ? down : RoundedToOdd(down, up));
}

std::vector<double> ReadNumbers(const std::vector<std::string>& texts,
                                DType dtype) {
  std::vector<double> numbers;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    if (texts[i] == "-") {
      AppendStandardInput(dtype, &numbers);
      continue;
    }
    const std::optional<double> number = ReadNumber(texts[i], dtype);
    if (!number) {
      throw Error(
          fmt::format("value {}: unreadable number '{}'", i + 1, texts[i]));
    }
    numbers.push_back(*number);
  }
  return numbers;
}

std::string Text(double value, DType dtype) {
  if (std::isnan(value)) return "nan";
  return dtype == DType::kF64 ? fmt::format("{}", value)
                              : fmt::format("{}", static_cast<float>(value));
}

std::string Hex(double value) {
  return std::isnan(value) ? "nan" : fmt::format("{:a}", value);
}

void Call(Activation activation, bool derivative, DType dtype, const void* x,
          void* y, std::size_t length, const Options& options) {
  if (derivative) {
    Derivative(activation, dtype, x, y, length, options);
  } else {
    Forward(activation, dtype, x, y, length, options);
  }
}

std::vector<double> Evaluate(Activation activation, bool derivative,
                             DType dtype, const std::vector<double>& x,
                             const Options& options) {
  const std::size_t size = Size(dtype);
  std::vector<unsigned char> in(x.size() * size), out(in.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    const std::uint64_t bits = oracle::ToBits(dtype, x[i]);
    std::memcpy(&in[i * size], &bits, size);  // little-endian
  }
  Call(activation, derivative, dtype, in.data(), out.data(), x.size(), options);
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < y.size(); ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &out[i * size], size);
    y[i] = oracle::FromBits(dtype, bits);
  }
  return y;
}

}  // namespace gelu::cli
