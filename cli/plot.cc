// `gelu plot`: the curves, drawn by gnuplot.

#include <fmt/format.h>
#include <gelu/gelu.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "commands.h"
#include "gnuplot.h"
#include "number.h"

namespace gelu::cli {
namespace {

constexpr int kPoints = 801;

// Told apart by most eyes, also colour-blind ones, on white.
constexpr std::array<const char*, 9> kColours = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
    "#56b4e9", "#444444", "#8c510a", "#7b3294"};

struct PlotOptions {
  std::string file;
  std::vector<std::string> activations = {"relu", "leaky_relu", "elu", "silu",
                                          "gelu"};
  bool derivative = false;
  std::string difference;
  std::string range = "-4:3";
};

struct Range {
  double first;
  double last;
};

Range ReadRange(const std::string& text) {
  const char* end = text.data() + text.size();
  Range range;
  auto [colon, error] = std::from_chars(text.data(), end, range.first);
  if (error == std::errc() && colon != end && *colon == ':') {
    auto [stop, error2] = std::from_chars(colon + 1, end, range.last);
    if (error2 == std::errc() && stop == end && range.first < range.last &&
        std::isfinite(range.last - range.first)) {
      return range;
    }
  }
  throw Error("--range '" + text + "': not two numbers a:b with a < b");
}

// A block of data "$name" with a line a point.
std::string Data(std::string_view name, const std::vector<double>& x,
                 const std::vector<double>& y) {
  std::string text = fmt::format("${} << EOD\n", name);
  for (std::size_t i = 0; i < x.size(); ++i) {
    text += fmt::format("{:.9g} {:.9g}\n", x[i], y[i]);
  }
  return text + "EOD\n";
}

// gnuplot's own goes on to the next tic, however far.
std::string HeightOf(const std::vector<std::vector<double>>& curves) {
  double low = std::numeric_limits<double>::infinity(), high = -low;
  for (const std::vector<double>& curve : curves) {
    for (double y : curve) {
      if (!std::isfinite(y)) continue;
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  const double margin = 0.04 * (high - low);
  if (!(margin > 0 && std::isfinite(margin))) return "";
  return fmt::format("set yrange [{}:{}]\n", low - margin, high + margin);
}

std::string Script(const PlotOptions& options) {
  const Range range = ReadRange(options.range);
  std::vector<double> x(kPoints);
  for (int i = 0; i < kPoints; ++i) {
    x[i] = std::lerp(range.first, range.last, i / (kPoints - 1.0));
  }
  std::optional<std::vector<double>> base;
  std::string title = options.derivative ? "f′(x)" : "f(x)";
  if (!options.difference.empty()) {
    const Activation from = ActivationFromName(options.difference);
    base = Evaluate(from, /*derivative=*/false, DType::kF64, x, {});
    title += fmt::format(" − {}(x)", Info(from).name);
  }
  std::string script = fmt::format(
      "set terminal {} noenhanced\n"
      "set encoding utf8\n"
      "set border 3 linecolor '#999999'\n"
      "set tics nomirror textcolor '#333333'\n"
      "set grid linetype 1 linewidth 0.5 linecolor '#dddddd'\n"
      "set xzeroaxis linetype 1 linewidth 1 linecolor '#777777'\n"
      "set yzeroaxis linetype 1 linewidth 1 linecolor '#777777'\n"
      "set key outside top center horizontal reverse Left samplen 2 spacing "
      "1.2\n"
      "set xrange [{}:{}]\n"
      "set xlabel 'x'\n"
      "set ylabel '{}'\n",
      Terminal(options.file), range.first, range.last, title);
  std::vector<std::vector<double>> curves;
  std::string plots;
  for (std::size_t i = 0; i < options.activations.size(); ++i) {
    const Activation activation = ActivationFromName(options.activations[i]);
    auto y = Evaluate(activation, options.derivative, DType::kF64, x, {});
    for (std::size_t j = 0; base && j < y.size(); ++j) y[j] -= (*base)[j];
    script += Data(fmt::format("curve{}", i), x, y);
    curves.push_back(std::move(y));
    plots += fmt::format(
        "{} $curve{} with lines linewidth 3 linecolor '{}' title '{}'",
        i == 0 ? "plot" : ",", i, kColours[i % kColours.size()],
        Info(activation).name);
  }
  return script + HeightOf(curves) + plots + "\n";
}

}  // namespace

void AddPlot(CLI::App& app) {
  Command command(app, "plot", "A picture of the curves, by gnuplot");
  auto options = std::make_shared<PlotOptions>();
  command
      .Add("-o,--output", &options->file, "FILE",
           "The file to write: .svg, .png or .pdf")
      .Required();
  command
      .Add("--activations", &options->activations, "NAME,...",
           "The curves, separated by commas")
      .Separated(',')
      .ShowDefault();
  const Option derivative = command.AddFlag(
      "--derivative", &options->derivative, "Draw the derivatives");
  command
      .Add("--difference", &options->difference, "NAME",
           "Draw what is left when this activation is subtracted")
      .Excludes(derivative);
  command.Add("--range", &options->range, "a:b", "From a to b on the x axis")
      .ShowDefault();
  command.Footer(
      "Examples:\n"
      "  gelu plot -o gelu.svg\n"
      "  gelu plot -o slopes.pdf --derivative --activations gelu,relu\n"
      "  gelu plot -o error.png --difference gelu "
      "--activations gelu_tanh,quick_gelu");
  command.Run([options] { Draw(Script(*options), options->file); });
}

}  // namespace gelu::cli
