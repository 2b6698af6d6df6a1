// Writes the tables of gates.h, from what the accurate kernels compute in f64.
// Runs when the library is built.
//
//   gelu_make_gates > gates.inc

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "gates.h"

namespace gelu {

// There are no tables yet.
const Gate* FindGate(Activation, Direction) { return nullptr; }
GateKernel FindGateKernel(std::int64_t, DType, Accuracy, Multiplier) {
  return nullptr;
}

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// g of an activation f, or of f'.
struct Function {
  Activation activation;
  Direction direction;
  bool times_x;

  double operator()(double x) const {
    double y;
    if (direction == Direction::kForward) {
      Forward<double>(activation, {&x, 1}, {&y, 1});
    } else {
      Derivative<double>(activation, {&x, 1}, {&y, 1});
    }
    return times_x ? y / x : y;
  }
};

// Where a row stands in: node + h, from <= h <= to.
struct Range {
  double node, from, to;

  static Range Of(int index) {
    const double step = 1.0 / kGateSteps;
    return {index * step, index == 0 ? 0 : -step / 2, step / 2};
  }
};

// The polynomial in h that agrees with g(-node - h) at the zeros of Chebyshev's
// polynomial: nearly the best.
template <int kDegree>
std::vector<double> Fit(const Function& g, const Range& range) {
  constexpr int n = kDegree + 1;
  double h[n], difference[n];
  for (int i = 0; i < n; ++i) {
    h[i] = (range.from + range.to) / 2 +
           (range.to - range.from) / 2 *
               std::cos(std::numbers::pi * (2 * i + 1) / (2 * n));
    difference[i] = g(-range.node - h[i]);
  }
  // Newton's divided differences, then multiplied out
  for (int order = 1; order < n; ++order) {
    for (int i = n - 1; i >= order; --i) {
      difference[i] =
          (difference[i] - difference[i - 1]) / (h[i] - h[i - order]);
    }
  }
  std::vector<double> c(n, 0.0);
  for (int i = n - 1; i >= 0; --i) {
    for (int j = n - 1; j > 0; --j) c[j] = c[j - 1] - h[i] * c[j];
    c[0] = difference[i] - h[i] * c[0];
  }
  return c;
}

// The largest |polynomial - g| over samples of the range.
double Residual(const std::vector<double>& c, const Function& g,
                const Range& range) {
  constexpr int kSamples = 24;
  double residual = 0;
  for (int i = 0; i < kSamples; ++i) {
    const double h =
        range.from + (range.to - range.from) * (i + 0.5) / kSamples;
    double value = 0;
    for (std::size_t j = c.size(); j-- > 0;) value = value * h + c[j];
    residual = std::max(residual, std::abs(value - g(-range.node - h)));
  }
  return residual;
}

double WithErrorBits(double twist, double error) {
  constexpr std::uint64_t kUpper = 0xFFFFFFFF00000000;
  const auto upper = std::bit_cast<std::uint64_t>(error) >> 32;
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(twist) & kUpper) |
                               (error == kInfinity ? upper : upper + 1));
}

CorrectRow MakeRow(const Function& g, const Range& range, bool decides,
                   const CorrectRow*) {
  const auto c = Fit<3>(g, range);
  // The residual between samples, what the low bits of twist change (2^-20 of
  // it), and the roundings in double: of the sum, of the other side, of the
  // product with m.
  const double error =
      1.25 * Residual(c, g, range) +
      0x1p-20 * std::abs(c[3]) * std::pow(range.to, 3) +
      0x1p-50 * std::max(std::abs(c[0]), std::abs(g(range.node)));
  return {c[0], c[1], c[2], WithErrorBits(c[3], decides ? error : kInfinity)};
}

FastRow MakeRow(const Function& g, const Range& range, bool decides,
                const FastRow*) {
  const auto c = Fit<2>(g, range);
  const FastRow row = {static_cast<float>(c[0]), static_cast<float>(c[1]),
                       static_cast<float>(c[2]), 0};
  // As above; in the sum with value, two roundings of half an ULP.
  const double error =
      1.25 * Residual({row.value, row.slope, row.bend}, g, range) +
      0x1p-24 * std::abs(row.value) + 0x1p-22 * std::abs(row.slope) * range.to;
  return {row.value, row.slope, row.bend,
          static_cast<float>(decides ? error : kInfinity)};
}

struct Sides {
  double offset, sign;
};

// How g(a) follows from g(-a), if one of the simple ways fits.
std::optional<Sides> FindSides(const Function& g) {
  for (const Sides sides : {Sides{1, -1}, Sides{0, 1}, Sides{1, 0}}) {
    bool fits = true;
    for (double a = 0.0625; a < kGateLimit && fits; a += 0.0625) {
      const double difference = g(a) - (sides.offset + sides.sign * g(-a));
      fits = std::abs(difference) <= 0x1p-51 * std::abs(g(a));
    }
    if (fits) return sides;
  }
  return std::nullopt;
}

// Slopes 0 and 1 are exact without a table.
bool IsExact(const Function& g) {
  return (g(-1) == 0 || g(-1) == 1) && g(-1) == g(-2);
}

struct Table {
  Function g;
  Sides sides;
  std::string name;
};

std::optional<Table> FindTable(const ActivationInfo& info,
                               Direction direction) {
  Function g{info.activation, direction, false};
  g.times_x = direction == Direction::kForward && g(0) == 0;
  const auto sides = FindSides(g);
  if (IsExact(g) || !sides) return std::nullopt;
  const bool forward = direction == Direction::kForward;
  return Table{g, *sides,
               std::string(info.name) + (forward ? "_forward" : "_derivative")};
}

std::string Text(double v) {
  if (v == kInfinity) return "kInfinity";
  char text[40];
  std::snprintf(text, sizeof(text), "%a", v);
  return text;
}
void Print(const CorrectRow& row) {
  std::printf("{%s, %s, %s, %s},\n", Text(row.value).c_str(),
              Text(row.slope).c_str(), Text(row.bend).c_str(),
              Text(row.twist).c_str());
}
void Print(const FastRow& row) {
  std::printf("{%sf, %sf, %sf, %s%s},\n", Text(row.value).c_str(),
              Text(row.slope).c_str(), Text(row.bend).c_str(),
              Text(row.error).c_str(), row.error < kInfinity ? "f" : "");
}

template <class Row>
void Write(const Table& table, const char* type) {
  const Function& g = table.g;
  constexpr bool kIsInterval = std::is_same_v<Row, CorrectRow>;
  const bool kink = std::abs(g(0x1p-40) - g(-0x1p-40)) > 0x1p-30;
  std::printf("alignas(64) constexpr %s k%s_%s[] = {\n", type, type,
              table.name.c_str());
  for (int i = 0; i + 1 < kGateRows; ++i) {
    // A kink is in no row; and where x is tiny, the interval around x g(x)
    // holds 0, whose sign it does not know.
    const bool decides = i > 0 || (g.times_x ? !kIsInterval : !kink);
    Print(MakeRow(g, Range::Of(i), decides, static_cast<Row*>(nullptr)));
  }
  Row last = {};
  if constexpr (kIsInterval) {
    last.twist = WithErrorBits(0, kInfinity);
  } else {
    last.error = static_cast<float>(kInfinity);
  }
  Print(last);
  std::printf("};\n");
}

// Writes the tables, and returns the Gate that names them.
std::string WriteGate(const ActivationInfo& info, Direction direction) {
  const auto table = FindTable(info, direction);
  if (!table) return "{}";
  Write<CorrectRow>(*table, "CorrectRow");
  Write<FastRow>(*table, "FastRow");
  return "{kCorrectRow_" + table->name + ", kFastRow_" + table->name + ", " +
         Text(table->sides.offset) + ", " + Text(table->sides.sign) + ", " +
         (table->g.times_x ? "true" : "false") + "}";
}

void WriteAll() {
  std::string gates;
  for (const Direction direction :
       {Direction::kForward, Direction::kDerivative}) {
    gates += "{\n";
    for (const ActivationInfo& info : Activations()) {
      gates += WriteGate(info, direction) + ",\n";
    }
    gates += "},\n";
  }
  std::printf("constexpr Gate kGates[2][%zu] = {\n%s};\n", Activations().size(),
              gates.c_str());
}

}  // namespace
}  // namespace gelu

int main() { gelu::WriteAll(); }
