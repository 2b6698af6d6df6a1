// Writes the tables of gates.h, from what the accurate kernels compute in f64.
// Runs when the library is built.
//
//   gelu_make_gates > gates.inc

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <optional>
#include <string>

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

  double operator()(double x) const {
    if (times_x && x == 0) x = 0x1p-60;
    double y;
    if (direction == Direction::kForward) {
      Forward<double>(activation, {&x, 1}, {&y, 1});
    } else {
      Derivative<double>(activation, {&x, 1}, {&y, 1});
    }
    return times_x ? y / x : y;
  }
};

// A row is for node + h, |h| <= kReach.
constexpr double kReach = 0.5 / kGateSteps;

// The polynomial in h that agrees with g(node + h) at the zeros of Chebyshev's
// polynomial: nearly the best.
std::array<double, 3> Fit(const Function& g, double node) {
  constexpr int n = 3;
  std::array<double, n> h, difference, c = {};
  for (int i = 0; i < n; ++i) {
    h[i] = kReach * std::cos(std::numbers::pi * (2 * i + 1) / (2 * n));
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
constexpr std::uint32_t kInfinity = 0x7F80;

Row MakeRow(const Function& g, double node, bool decides) {
  const auto c = Fit(g, node);
  const auto value = static_cast<float>(c[0]);
  const auto slope = static_cast<float>(c[1]);
  const auto bend = static_cast<float>(c[2]);
  const float rest = HighHalf(c[0] - value);
  constexpr int kSamples = 24;
  double residual = 0;
  for (int i = 0; i <= kSamples; ++i) {
    const double h = kReach * (2.0 * i / kSamples - 1);
    const double fitted = value + (rest + h * (slope + h * bend));
    residual = std::max(residual, std::abs(fitted - g(node + h)));
  }
  // In float, h slope and rest take part in four roundings, of half an ULP
  // each; what is below half an ULP of value, in three.
  const double error =
      1.25 * residual +
      0x1p-22 * (kReach * (std::abs(slope) + kReach * std::abs(bend)) +
                 std::abs(rest)) +
      0x1p-45 * std::abs(value);
  return {value, slope, bend,
          std::bit_cast<std::uint32_t>(rest) |
              (decides ? HighHalfAbove(error) : kInfinity)};
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

void WriteRows(const Function& g, const std::string& name) {
  const bool kink = std::abs(g(0x1p-40) - g(-0x1p-40)) > 0x1p-30;
  std::printf("alignas(64) constexpr Row %s[%d] = {\n", name.c_str(),
              kGateRows);
  for (int i = -kGateMiddle; i <= kGateMiddle; ++i) {
    const bool decides = std::abs(i) < kGateMiddle && !(i == 0 && kink);
    const double node = static_cast<double>(i) / kGateSteps;
    const Row row = MakeRow(g, node, decides);
    std::printf("{%af, %af, %af, 0x%08x},\n", row.value, row.slope, row.bend,
                row.rest_and_error);
  }
  std::printf("};\n");
}

// Writes the table, and returns what is in the braces of the Gate.
std::string WriteGate(const ActivationInfo& info, Direction direction) {
  const auto g = FindFunction(info, direction);
  if (!g) return "";
  std::string name(info.name);
  name += direction == Direction::kForward ? "_forward" : "_derivative";
  WriteRows(*g, name);
  return name + " + kGateMiddle, " + (g->times_x ? "true" : "false");
}

void WriteAll() {
  std::string gates;
  for (const Direction direction :
       {Direction::kForward, Direction::kDerivative}) {
    gates += "{\n";
    for (const ActivationInfo& info : Activations()) {
      gates.append("{").append(WriteGate(info, direction)).append("},\n");
    }
    gates += "},\n";
  }
  std::printf("constexpr Gate kGates[2][%zu] = {\n%s};\n", Activations().size(),
              gates.c_str());
}

}  // namespace
}  // namespace gelu

int main() { gelu::WriteAll(); }
