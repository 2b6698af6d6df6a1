#include <ATen/ops/linspace.h>
#include <ATen/ops/stack.h>
#include <fmt/format.h>
#include <gelu/lab/data.h>
#include <gelu/lab/training.h>

#include "plots.h"
#include "script.h"
#include "svg.h"

namespace gelu::lab {
namespace {

constexpr int kColumns = 96, kRows = 64;  // of the picture of a boundary

struct Window {
  float left, right, bottom, top;
};

Window Around(const at::Tensor& x) {
  const at::Tensor low = std::get<0>(x.min(0)), high = std::get<0>(x.max(0));
  const float margin = 0.25f;
  return {low[0].item<float>() - margin, high[0].item<float>() + margin,
          low[1].item<float>() - margin, high[1].item<float>() + margin};
}

at::Tensor Grid(const Window& w) {
  const at::Tensor x = at::linspace(w.left, w.right, kColumns, at::kFloat);
  const at::Tensor y = at::linspace(w.bottom, w.top, kRows, at::kFloat);
  return at::stack({x.repeat({kRows}), y.repeat_interleave(kColumns)}, 1);
}

std::vector<std::vector<double>> GridRows(const at::Tensor& grid,
                                          const at::Tensor& p) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < kRows * kColumns; ++i) {
    if (i > 0 && i % kColumns == 0) rows.emplace_back();
    rows.push_back({grid.data_ptr<float>()[2 * i],
                    grid.data_ptr<float>()[2 * i + 1], p.data_ptr<float>()[i]});
  }
  return rows;
}

std::vector<std::vector<double>> Points(const DataSet& data, int of_class) {
  std::vector<std::vector<double>> rows;
  for (std::int64_t i = 0; i < data.y.numel(); ++i) {
    if (data.y.data_ptr<std::int64_t>()[i] != of_class) continue;
    const float* x = data.x.data_ptr<float>() + 2 * i;
    rows.push_back({x[0], x[1]});
  }
  return rows;
}

// Lines of equal probability, as the block "$level<percent>".
std::string Contour(int percent) {
  return fmt::format(
      "set cntrparam levels discrete {}\nset table $level{}\nsplot $grid\n"
      "unset table\n",
      percent / 100.0, percent);
}

}  // namespace

std::string Boundary(const Results& results, const Arm& arm,
                     std::uint32_t seed) {
  const Run& run = results.runs.at({arm, seed});
  if (run.diverged()) return "";
  const DataSet test = DataOf(results.experiment, seed).test;
  const Window window = Around(test.x);
  const at::Tensor grid = Grid(window);
  const at::Tensor p = Predict(run.parameters, results.experiment.budget,
                               OfLibrary(arm.activation), grid);
  std::string script = Block("grid", GridRows(grid, p)) +
                       "set contour base\nunset surface\n" + Contour(10) +
                       Contour(50) + Contour(90);
  script += fmt::format(
      "unset grid\nunset tics\nunset border\nset size ratio -1\n"
      "set margins 0, 0, 0, 0\nset xrange [{}:{}]\nset yrange [{}:{}]\n",
      window.left, window.right, window.bottom, window.top);
  std::vector<std::string> layers;
  for (int c = 0; c < 2; ++c) {
    const std::string block = fmt::format("class{}", c);
    script += Block(block, Points(test, c));
    layers.push_back(fmt::format(
        "${} with points pointtype 7 pointsize 0.3 linecolor rgb '{}'", block,
        Ink::Class(c)));
  }
  for (int percent : {10, 50, 90}) {
    layers.push_back(
        fmt::format("$level{} with lines linewidth {} linecolor rgb '{}'",
                    percent, percent == 50 ? 2.5 : 0.8, Ink::Text()));
  }
  return Draw(
      fmt::format("boundary_{}_{}", Info(arm.activation).name, arm.copy),
      fmt::format("Decision boundary of {}", Name(arm)), script + Plot(layers));
}

}  // namespace gelu::lab
