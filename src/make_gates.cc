// Writes the tables of gates.h, from what the accurate kernels compute in f64.
// Runs when the library is built.
//
//   gelu_make_gates > gates.inc

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include "gates.h"

namespace gelu {

// There are no tables yet.
const Gate* FindGate(Activation, Direction) { return nullptr; }
const GateKernels& FindGateKernels(std::int64_t) {
  static constexpr GateKernels kNone = {};
  return kNone;
}

namespace {

// g of an activation f, or of f'.
struct Function {
  Activation activation;
  Direction direction;
  bool times_x;
  double scale = 1;

  double operator()(double x) const {
    if (times_x && x == 0) x = 0x1p-60;
    double y;
    if (direction == Direction::kForward) {
      Forward<double>(activation, {&x, 1}, {&y, 1});
    } else {
      Derivative<double>(activation, {&x, 1}, {&y, 1});
    }
    return (times_x ? y / x : y) * scale;
  }
};

// The polynomial in h that agrees with g(node + h) at the zeros of Chebyshev's
// polynomial: nearly the best for |h| <= reach.
std::array<double, 3> Fit(const Function& g, double node, double reach) {
  constexpr int n = 3;
  std::array<double, n> h, difference, c = {};
  for (int i = 0; i < n; ++i) {
    h[i] = reach * std::cos(std::numbers::pi * (2 * i + 1) / (2 * n));
    difference[i] = g(node + h[i]);
  }
  // Newton's divided differences, then multiplied out
  for (int order = 1; order < n; ++order) {
    for (int i = n - 1; i >= order; --i) {
      difference[i] =
          (difference[i] - difference[i - 1]) / (h[i] - h[i - order]);
    }
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = n - 1; j > 0; --j) c[j] = c[j - 1] - h[i] * c[j];
    c[0] = difference[i] - h[i] * c[0];
  }
  return c;
}

// Its error, from where Chebyshev's polynomial is 1.
double FitError(const Function& g, double node, double reach) {
  const auto c = Fit(g, node, reach);
  return std::abs(g(node + reach) - c[0] - reach * c[1] - reach * reach * c[2]);
}

constexpr std::uint32_t kHighHalf = 0xFFFF0000;

// The nearest float whose low half is 0.
float HighHalf(double v) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(v));
  return std::bit_cast<float>((bits + 0x8000) & kHighHalf);
}

// The high half of a float that is above v by 2^-8 or more.
std::uint32_t HighHalfAbove(double v) {
  const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(v));
  return (bits >> 16) + 2;
}

// A polynomial as a row has it.
struct Quadratic {
  float value, slope, bend, rest;

  static Quadratic Nearest(double value, double slope, double bend) {
    const auto v = static_cast<float>(value);
    return {v, static_cast<float>(slope), static_cast<float>(bend),
            HighHalf(value - v)};
  }
  double operator()(double h) const {
    return value + (rest + h * (slope + h * bend));
  }
  // `error` is that of the polynomial as such, for |h| <= reach.
  Row WithError(double error, double reach) const {
    // In float, h slope and rest take part in four roundings, of half an ULP
    // each; what is below half an ULP of value, in three.
    const double rounding =
        0x1p-22 * (reach * (std::abs(slope) + reach * std::abs(bend)) +
                   std::abs(rest)) +
        0x1p-45 * std::abs(value);
    return {
        value, slope, bend,
        std::bit_cast<std::uint32_t>(rest) | HighHalfAbove(error + rounding)};
  }
};

// Decides nothing.
constexpr Row kNone = {std::numeric_limits<float>::quiet_NaN(), 0, 0, 0x7F80};

// `fast` leaves rest and error out: a row must be good enough without.
Row IfPrecise(const Row& row, double least) {
  const auto error = std::bit_cast<float>(row.rest_and_error << 16);
  return error < 0x1p-25 * least ? row : kNone;
}

Row FittedRow(const Function& g, double node, double reach) {
  const auto c = Fit(g, node, reach);
  const auto fitted = Quadratic::Nearest(c[0], c[1], c[2]);
  constexpr int kSamples = 24;
  double residual = 0, least = std::abs(c[0]);
  for (int i = 0; i <= kSamples; ++i) {
    const double h = reach * (2.0 * i / kSamples - 1), truth = g(node + h);
    residual = std::max(residual, std::abs(fitted(h) - truth));
    least = std::min(least, std::abs(truth));
  }
  return IfPrecise(fitted.WithError(1.25 * residual, reach), least);
}

// For all x from a node on, outwards, where g has come near its limit and goes
// on towards it.
Row LimitRow(double g, double limit) {
  const double middle = (g + limit) / 2;
  const auto constant = Quadratic::Nearest(middle, 0, 0);
  const double error = std::abs(g - limit) / 2 + std::abs(middle - constant(0));
  return IfPrecise(constant.WithError(error, 0), std::abs(middle));
}

// The same where products with g are 0. From 0 to g, and not beyond: the sign
// is right.
Row ZeroRow(double g) {
  const float half = HighHalf(0.51 * g);
  return {half, 0, 0, std::bit_cast<std::uint32_t>(std::abs(half)) >> 16};
}

// Slopes 0 and 1 are exact without a table.
bool IsExact(const Function& g) {
  return (g(-1) == 0 || g(-1) == 1) && g(-1) == g(-2);
}

// g, if a table is of use.
std::optional<Function> FindFunction(const ActivationInfo& info,
                                     Direction direction) {
  Function g{info.activation, direction, false};
  g.times_x = direction == Direction::kForward && g(0) == 0;
  if (IsExact(g)) return std::nullopt;
  return g;
}

// A table in the making.
struct Table {
  int first, side, steps;
  bool scaled;
  std::vector<Row> rows;
};

double Reach(int steps) { return 0.5 / steps; }

constexpr double kMiddle = 5.75;

Table MiddleOf(const Function& g) {
  constexpr int kSteps = 512;
  constexpr int kLast = static_cast<int>(kMiddle * kSteps);
  const bool kink = std::abs(g(0x1p-40) - g(-0x1p-40)) > 0x1p-30;
  Table table = {-kLast, 0, kSteps, false, {}};
  for (int i = -kLast; i <= kLast; ++i) {
    const bool decides = std::abs(i) < kLast && !(i == 0 && kink);
    const double node = static_cast<double>(i) / kSteps;
    table.rows.push_back(decides ? FittedRow(g, node, Reach(kSteps)) : kNone);
  }
  return table;
}

// A tail: g(side a) for a from kBegin on. It overlaps the middle, so that
// inputs around its end need not change tables all the time.
struct Tail {
  static constexpr double kBegin = kMiddle - 1;
  static constexpr double kEnd = 40;  // further out is left to others

  Function g;
  int side;
  double limit = g(side * 0x1p100);

  double At(double a) const { return g(side * a); }

  // Whether limit, or 0 if that is the limit of x g, can stand for the rest.
  bool IsNearLimit(double a) const {
    const double distance = std::abs(At(a) - limit);
    return limit == 0 ? a * distance < 0x1p-152
                      : distance < 0x1p-30 * std::abs(limit);
  }

  double End() const {
    double a = kBegin + 1;
    while (a < kEnd && !IsNearLimit(a)) a += 0.25;
    return a;
  }

  // A power of 2 with which, in the middle of the tail, a float's rounding is
  // nearly always decided. More would not fit into caches.
  int Steps(double end) const {
    const double x = side * (kBegin + end) / 2;
    int steps = 64;
    while (FitError(g, x, Reach(steps)) > 0x1.2p-29 * std::abs(g(x))) {
      steps *= 2;
    }
    return steps;
  }

  Table Make() const {
    const double end = End();
    const int steps = Steps(end);
    const bool scaled = limit == 0 && std::abs(At(end)) < 0x1p-60;
    Function scaled_g = g;
    if (scaled) scaled_g.scale = 1 / double{kGateScale};
    const int begin = static_cast<int>(kBegin * steps);
    const int last = static_cast<int>(end * steps);
    std::vector<Row> rows = {kNone};
    for (int i = begin + 1; i < last; ++i) {
      const double node = static_cast<double>(side * i) / steps;
      rows.push_back(FittedRow(scaled_g, node, Reach(steps)));
    }
    const double at_end = scaled_g(side * (end - Reach(steps)));
    rows.push_back(scaled ? ZeroRow(at_end) : LimitRow(at_end, limit));
    if (side < 0) std::reverse(rows.begin(), rows.end());
    return {side < 0 ? -last : begin, side, steps, scaled, rows};
  }
};

void WriteRows(const std::vector<Row>& rows) {
  for (const Row& row : rows) {
    if (std::isnan(row.value)) {
      std::printf("{NAN, 0, 0, 0x%x},\n", row.rest_and_error);
    } else {
      std::printf("{%af, %af, %af, 0x%08x},\n", row.value, row.slope, row.bend,
                  row.rest_and_error);
    }
  }
}

// Writes a Gate of that name; returns its address.
std::string WriteGate(const std::string& name, const Table& table, bool times_x,
                      const std::string& next) {
  std::printf("alignas(64) constexpr Row %s_rows[] = {\n", name.c_str());
  WriteRows(table.rows);
  const int last = table.first + static_cast<int>(table.rows.size()) - 1;
  std::printf(
      "};\nconstexpr Gate %s = {%s_rows, %d, %d, %d, 0x1.8p23f / %d, %d, %d, "
      "%s};\n",
      name.c_str(), name.c_str(), table.first, last, table.side, table.steps,
      times_x, table.scaled, next.c_str());
  return "&" + name;
}

// Writes all for a function; returns the first one's address.
std::string WriteGates(const ActivationInfo& info, Direction direction) {
  const auto g = FindFunction(info, direction);
  if (!g) return "nullptr";
  std::string name(info.name);
  name += direction == Direction::kForward ? "_forward" : "_derivative";
  const auto right =
      WriteGate(name + "_right", Tail{*g, 1}.Make(), g->times_x, "nullptr");
  const auto left =
      WriteGate(name + "_left", Tail{*g, -1}.Make(), g->times_x, right);
  return WriteGate(name, MiddleOf(*g), g->times_x, left);
}

void WriteAll() {
  std::string gates;
  for (const Direction direction :
       {Direction::kForward, Direction::kDerivative}) {
    gates += "{\n";
    for (const ActivationInfo& info : Activations()) {
      gates += WriteGates(info, direction) + ",\n";
    }
    gates += "},\n";
  }
  std::printf("constexpr const Gate* kGates[2][%zu] = {\n%s};\n",
              Activations().size(), gates.c_str());
}

}  // namespace
}  // namespace gelu

int main() { gelu::WriteAll(); }
