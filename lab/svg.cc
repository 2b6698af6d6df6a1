#include "svg.h"

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/host/gnuplot.h>

#include <regex>

namespace gelu::lab {
namespace {

// The same in all plots.
constexpr char kFrame[] = R"(
set encoding utf8
set terminal svg size 480,340 dynamic noenhanced font 'sans,14' name '{name}'
set border 3 linecolor rgb '{axis}'
set tics nomirror scale 0.5 textcolor rgb '{text}'
set grid linetype 1 linewidth 0.5 linecolor rgb '{grid}'
set key noautotitle
set key textcolor rgb '{text}' samplen 1.5 spacing 1.1
set xlabel textcolor rgb '{text}'
set ylabel textcolor rgb '{text}'
)";

// rgb(1, 2, 8) in the picture becomes var(--ink8).
std::string WithRoles(const std::string& svg) {
  static const std::regex role(R"(rgb\(\s*1,\s*2,\s*(\d+)\s*\))");
  return std::regex_replace(svg, role, "var(--ink$1)");
}

std::string WithOwnIds(const std::string& svg, const std::string& name) {
  static const std::regex ids("gpPt|gpDot|gnuplot_|textbox|greybox");
  return std::regex_replace(svg, ids, name + "-$&");
}

// The page's own font, not gnuplot's.
std::string WithoutFont(const std::string& svg) {
  static const std::regex font(" font-family=\"[^\"]*\"");
  return std::regex_replace(svg, font, "");
}

// gnuplot writes many groups with nothing in them.
std::string WithoutEmptyGroups(const std::string& svg) {
  static const std::regex group("<g [^>]*>\\s*</g>\\s*");
  return std::regex_replace(svg, group, "");
}

}  // namespace

std::string Ink::Role(int number) { return fmt::format("#0102{:02x}", number); }

std::string Draw(const std::string& name, const std::string& text,
                 const std::string& script) {
  const std::string frame =
      fmt::format(fmt::runtime(kFrame), fmt::arg("axis", Ink::Axis()),
                  fmt::arg("text", Ink::Text()), fmt::arg("grid", Ink::Grid()),
                  fmt::arg("name", name));
  const std::string output = host::Gnuplot(frame + script);
  const std::size_t begin = output.find("<svg"), body = output.find("<g id=");
  const std::size_t end = output.rfind("</svg>");
  const std::string box = "viewBox=\"0 0 480 340\"";
  if (output.find(box, begin) == std::string::npos ||
      body == std::string::npos || end == std::string::npos) {
    throw Error("gnuplot: no picture of the kind that was asked for");
  }
  std::string svg = output.substr(body, end - body);
  svg = WithoutEmptyGroups(WithoutFont(WithOwnIds(WithRoles(svg), name)));
  return fmt::format(
      "<svg {} role=\"img\" aria-label=\"{}\" "
      "xmlns:xlink=\"http://www.w3.org/1999/xlink\">{}</svg>",
      box, text, svg);
}

}  // namespace gelu::lab
