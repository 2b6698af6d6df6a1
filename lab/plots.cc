#include "plots.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "script.h"
#include "svg.h"

namespace gelu::lab {
namespace {

// A number of a run after each epoch.
using Series = std::vector<float> Run::*;

// Of the arm's runs that did not diverge: epoch, low, median, high, mean.
std::vector<std::vector<double>> Band(const Results& results, const Arm& arm,
                                      Series series, double scale) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < results.experiment.budget.epochs; ++i) {
    std::vector<double> values;
    for (std::uint32_t seed : results.experiment.seeds) {
      const Run& run = results.runs.at({arm, seed});
      if (!run.diverged()) values.push_back(scale * (run.*series)[i]);
    }
    if (values.empty()) break;
    rows.push_back({i + 1.0, judge::Quantile(values, 0.1),
                    judge::Quantile(values, 0.5), judge::Quantile(values, 0.9),
                    judge::Mean(values)});
  }
  return rows;
}

// Blocks of data and what plots them: a band and a line an arm. `line`: the
// column of the line. "" where all runs diverged.
std::string Bands(const Results& results, Series series, double scale,
                  int line) {
  std::string blocks;
  const std::vector<Arm> arms = Arms(results.experiment);
  std::vector<std::string> bands, lines;
  for (std::size_t i = 0; i < arms.size(); ++i) {
    const auto rows = Band(results, arms[i], series, scale);
    if (rows.empty()) continue;
    const std::string colour = Ink::Arm(static_cast<int>(i));
    blocks += Block(fmt::format("arm{}", i), rows);
    bands.push_back(fmt::format(
        "$arm{} using 1:2:4 with filledcurves linecolor rgb '{}'", i, colour));
    lines.push_back(
        fmt::format("$arm{} using 1:{} with lines linewidth 2 linecolor rgb "
                    "'{}' title '{}'",
                    i, line, colour, Name(arms[i])));
  }
  if (lines.empty()) return "";
  bands.insert(bands.end(), lines.begin(), lines.end());
  return blocks + Plot(bands);
}

}  // namespace

std::string LearningCurves(const Results& results, Part part) {
  const bool train = part == Part::kTrain;
  const std::string bands =
      Bands(results, train ? &Run::train_loss : &Run::validation_loss, 1,
            /*line=*/3);
  if (bands.empty()) return "";
  const std::string name = train ? "train" : "validation";
  return Draw(name, "Learning curves: " + name + " loss by epoch",
              "set logscale y\nset xlabel 'epoch'\nset ylabel 'cross-entropy'\n"
              "set ytics (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, "
              "0.5, 1, 2, 5, 10)\n"
              "set autoscale yfix\n"
              "set style fill transparent solid 0.18 noborder\n"
              "set key top right\n" +
                  bands);
}

std::string ZeroGradients(const Results& results) {
  // Most units have one: the median would be 0 throughout.
  const std::string bands =
      Bands(results, &Run::zero_gradient, 100, /*line=*/5);
  if (bands.empty()) return "";
  return Draw("zero_gradient", "Hidden units without a gradient by epoch",
              "set xlabel 'epoch'\nset ylabel 'percent of hidden units'\n"
              "set yrange [0:*<100]\nset offsets 0, 0, graph 0.1, 0\n"
              "set style fill transparent solid 0.18 noborder\n"
              "set key above\n" +
                  bands);
}

std::string Differences(const Results& results, const judge::Pair& pair) {
  const std::vector<std::string>& arms = results.judgement.scores.arms;
  const auto first_arm = static_cast<int>(pair.first);
  const auto second_arm = static_cast<int>(pair.second);
  std::vector<double> d = pair.differences;
  std::sort(d.begin(), d.end());
  std::vector<std::vector<double>> first, second;
  for (std::size_t i = 0; i < d.size(); ++i) {
    (d[i] < 0 ? second : first).push_back({i + 1.0, d[i]});
  }
  const judge::Comparison& c = pair.comparison;
  const double last = static_cast<double>(d.size()) + 1;
  std::string script = Block(
      "interval", {{0, c.interval.low, c.interval.high, c.mean_difference},
                   {last, c.interval.low, c.interval.high, c.mean_difference}});
  script += fmt::format(
      "set xrange [0:{}]\nset xlabel 'seeds, sorted'\nunset xtics\n"
      "set ylabel '{} − {}'\nset format y '%g'\n"
      "set offsets 0, 0, graph 0.05, graph 0.05\n"
      "set xzeroaxis linetype 1 linewidth 1 linecolor rgb '{}'\n"
      "set style fill transparent solid 0.15 noborder\n",
      last, arms[pair.second], arms[pair.first], Ink::Axis());
  std::vector<std::string> layers = {fmt::format(
      "$interval using 1:2:3 with filledcurves linecolor rgb '{0}', "
      "$interval using 1:4 with lines linewidth 1.5 linecolor rgb '{0}'",
      Ink::Text())};
  const auto add = [&](const char* name, const auto& rows, int better) {
    if (rows.empty()) return;
    script += Block(name, rows);
    layers.push_back(fmt::format(
        "${0} with impulses linewidth 1.5 linecolor rgb '{1}', ${0} with "
        "points pointtype 7 pointsize 0.5 linecolor rgb '{1}'",
        name, Ink::Arm(better)));
  };
  add("second", second, second_arm);
  add("first", first, first_arm);
  return Draw(fmt::format("difference_{}_{}", first_arm, second_arm),
              fmt::format("Differences in test loss, {} − {}, one a seed",
                          arms[pair.second], arms[pair.first]),
              script + Plot(layers));
}

std::string Curves(const Results& results, bool derivative) {
  std::vector<double> x(401), y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = -4 + 0.02 * static_cast<double>(i);
  }
  std::string script = fmt::format(
      "set key top left reverse Left\nset xrange [-4:4]\nset xlabel 'x'\n"
      "set ylabel '{}'\nset offsets 0, 0, graph 0.05, graph 0.05\n",
      derivative ? "f′(x)" : "f(x)");
  std::vector<std::string> layers;
  const std::vector<Arm> arms = Arms(results.experiment);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    if (arms[i].copy > 1) continue;
    const auto evaluate = derivative ? &Derivative<double> : &Forward<double>;
    evaluate(arms[i].activation, x, y, {});
    std::vector<std::vector<double>> rows;
    for (std::size_t k = 0; k < x.size(); ++k) rows.push_back({x[k], y[k]});
    script += Block(fmt::format("arm{}", i), rows);
    layers.push_back(fmt::format(
        "$arm{} with lines linewidth 2 linecolor rgb '{}' title '{}'", i,
        Ink::Arm(static_cast<int>(i)), Name(arms[i])));
  }
  return Draw(derivative ? "derivative" : "activation",
              derivative ? "The derivatives" : "The activations",
              script + Plot(layers));
}

}  // namespace gelu::lab
