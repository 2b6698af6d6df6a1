// `gelu audit`: grades somebody else's function.

#include <gelu/gelu.h>
#include <gelu/oracle/quick_oracle.h>

#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "commands.h"
#include "foreign.h"
#include "gnuplot.h"
#include "grade.h"
#include "number.h"
#include "output.h"

namespace gelu::cli {
namespace {

using Json = nlohmann::ordered_json;

struct AuditOptions {
  std::string library, symbol, activation;
  std::string dtype = "f32";
  bool derivative = false;
  double tolerance = 4;
  std::size_t points = 0;  // 0: as many as take a few seconds
  double timeout = 10;
  bool json = false;
  std::string plot;
};

// What is graded, and its grade.
struct Audit {
  const AuditOptions& options;
  Activation activation;
  DType dtype;
  Grade grade;

  std::string Name() const {
    return fmt::format("{}{}", Info(activation).name,
                       options.derivative ? " derivative" : "");
  }
};

std::string Ulp(double ulp) { return fmt::format("{:.4g}", ulp); }

std::string RegionRows(const Audit& audit) {
  std::vector<std::vector<std::string>> rows = {
      {"from", "to", "points", "wrong", "worst ULP", "at"}};
  for (const Region& r : audit.grade.regions) {
    rows.push_back({fmt::format("{:.4g}", r.from), fmt::format("{:.4g}", r.to),
                    fmt::format("{}", r.points), fmt::format("{}", r.wrong),
                    r.points ? Ulp(r.worst_ulp) : "-",
                    r.worst_ulp > 0 ? Text(r.worst_x, audit.dtype) : "-"});
  }
  return Aligned(rows);
}

std::string PointRows(const Audit& audit, const std::vector<Point>& points) {
  std::vector<std::vector<std::string>> rows = {
      {"x", "got", "want", "ULP", "verdict"}};
  for (const Point& p : points) {
    rows.push_back({Text(p.x, audit.dtype), Text(p.got, audit.dtype),
                    Text(p.want, audit.dtype), Ulp(p.ulp),
                    audit.grade.Right(p) ? "right" : "WRONG"});
  }
  return Aligned(rows);
}

std::string Zeros(const Grade& grade) {
  if (grade.Empty() && grade.specials.empty()) return "never seen";
  return grade.wrong_zeros == 0
             ? "right"
             : fmt::format("WRONG {} times", grade.wrong_zeros);
}

std::string Position(const Grade& grade) {
  if (!grade.position.empty()) return "MATTERS: " + grade.position;
  return grade.positions_seen ? "the same bits everywhere in an array"
                              : "never seen whole";
}

// "worst 0.5 ULP at 2".
std::string Worst(const Audit& audit) {
  if (audit.grade.Empty()) return "no value to grade";
  const Region& worst = audit.grade.Worst();
  return fmt::format("worst {} ULP at {}", Ulp(worst.worst_ulp),
                     Text(worst.worst_x, audit.dtype));
}

std::string Report(const Audit& audit) {
  const Grade& grade = audit.grade;
  std::string text =
      fmt::format("{} of {}, as {}, {}; wrong: more than {:g} ULP\n\n{}",
                  audit.options.symbol, audit.options.library, audit.Name(),
                  gelu::Name(audit.dtype), grade.tolerance, RegionRows(audit));
  text += "\nspecial values";
  text += grade.specials.empty() ? "  never seen\n"
                                 : "\n" + PointRows(audit, grade.specials);
  if (!grade.bad_points.empty()) {
    text += "\nfirst bad points\n" + PointRows(audit, grade.bad_points);
  }
  text += fmt::format("\nsign of zero  {}\nposition      {}\n", Zeros(grade),
                      Position(grade));
  for (const std::string& accident : grade.accidents) {
    text += "accident      " + accident + "\n";
  }
  return text + fmt::format("\n{}: {}\n", grade.Good() ? "good" : "not good",
                            Worst(audit));
}

// A number with the digits of the dtype; a string for what JSON has none for.
Json JsonNumber(double value, DType dtype) {
  if (!std::isfinite(value)) return Text(value, dtype);
  return std::stod(Text(value, dtype));
}

Json JsonPoints(const Audit& audit, const std::vector<Point>& points) {
  Json all = Json::array();
  for (const Point& p : points) {
    all.push_back({{"x", JsonNumber(p.x, audit.dtype)},
                   {"got", JsonNumber(p.got, audit.dtype)},
                   {"want", JsonNumber(p.want, audit.dtype)},
                   {"ulp", JsonNumber(p.ulp, DType::kF64)},
                   {"right", audit.grade.Right(p)}});
  }
  return all;
}

std::string JsonReport(const Audit& audit) {
  const Grade& grade = audit.grade;
  Json regions = Json::array();
  for (const Region& r : grade.regions) {
    regions.push_back({{"from", JsonNumber(r.from, audit.dtype)},
                       {"to", JsonNumber(r.to, audit.dtype)},
                       {"points", r.points},
                       {"wrong", r.wrong},
                       {"worst_ulp", JsonNumber(r.worst_ulp, DType::kF64)},
                       {"at", JsonNumber(r.worst_x, audit.dtype)}});
  }
  const Json all = {
      {"library", audit.options.library},
      {"symbol", audit.options.symbol},
      {"activation", Info(audit.activation).name},
      {"direction", audit.options.derivative ? "derivative" : "forward"},
      {"dtype", gelu::Name(audit.dtype)},
      {"tolerance", grade.tolerance},
      {"good", grade.Good()},
      {"worst_ulp", grade.Empty()
                        ? Json()
                        : JsonNumber(grade.Worst().worst_ulp, DType::kF64)},
      {"at",
       grade.Empty() ? Json() : JsonNumber(grade.Worst().worst_x, audit.dtype)},
      {"regions", regions},
      {"special_values", JsonPoints(audit, grade.specials)},
      {"bad_points", JsonPoints(audit, grade.bad_points)},
      {"wrong_zeros", grade.wrong_zeros},
      {"positions_seen", grade.positions_seen},
      {"position", grade.position},
      {"accidents", grade.accidents}};
  return all.dump(2) + "\n";
}

// The first power of two beyond which nothing new happens on that side.
double Extent(const oracle::QuickOracle& oracle, double sign) {
  double x = 8;
  while (x < 128) {
    const double y = oracle(sign * x);
    if (y == 0 || y == x || y == oracle(2 * sign * x)) break;
    x *= 2;
  }
  return sign * x;
}

std::string Script(const Audit& audit, const oracle::QuickOracle& oracle) {
  constexpr double kLow = 0.1, kHigh = 1e9;  // wrong beyond measure: the top
  std::string data = "$worst << EOD\n";
  for (const Point& p : audit.grade.curve) {
    data +=
        fmt::format("{:.9g} {:.6g} {}\n", p.x, std::clamp(p.ulp, kLow, kHigh),
                    audit.grade.Right(p) ? "0x0072b2" : "0xd55e00");
  }
  return fmt::format(
      "set terminal {} noenhanced\n"
      "set encoding utf8\n"
      "set border 3 linecolor '#999999'\n"
      "set tics nomirror textcolor '#333333'\n"
      "set grid linetype 1 linewidth 0.5 linecolor '#dddddd'\n"
      "set logscale y\n"
      "set format y '%g'\n"
      "set xrange [{}:{}]\n"
      "set yrange [{}:{}]\n"
      "set xlabel 'x'\n"
      "set ylabel 'error, ULP'\n"
      "set title \"{}, {}: {}\"\n"
      "set key top right reverse Left samplen 2\n"
      "{}EOD\n"
      "plot $worst using 1:2:3 with points pointtype 7 pointsize 0.4 "
      "linecolor rgb variable notitle,"
      " NaN with points pointtype 7 pointsize 1 linecolor '#0072b2' "
      "title 'within {:g} ULP',"
      " NaN with points pointtype 7 pointsize 1 linecolor '#d55e00' "
      "title 'beyond',"
      " 0.5 with lines linewidth 1.5 dashtype 2 linecolor '#009e73' "
      "title 'correctly rounded: 0.5'\n",
      Terminal(audit.options.plot), Extent(oracle, -1), Extent(oracle, 1), kLow,
      kHigh, audit.Name(), gelu::Name(audit.dtype), Worst(audit), data,
      audit.grade.tolerance);
}

void RunAudit(const AuditOptions& options) {
  const Activation activation = ActivationFromName(options.activation);
  const DType dtype = DTypeFromName(options.dtype);
  if (!options.plot.empty()) Terminal(options.plot);  // throws now
  const oracle::QuickOracle oracle(
      activation,
      options.derivative ? Direction::kDerivative : Direction::kForward, dtype);
  std::size_t points = options.points;
  if (points == 0) points = dtype == DType::kF64 ? 1000 : 100'000;
  const Audit audit = {
      options, activation, dtype,
      GradeFunction({options.library, options.symbol, options.timeout}, oracle,
                    dtype, options.tolerance, points)};
  if (!options.plot.empty()) Draw(Script(audit, oracle), options.plot);
  Write(options.json ? JsonReport(audit) : Report(audit));
  if (!audit.grade.Good()) throw Ended{1};
}

}  // namespace

void AddAudit(CLI::App& app) {
  Command command(
      app, "audit",
      "Grade a function of somebody's library: how wrong, and where?");
  auto options = std::make_shared<AuditOptions>();
  command.Add("--library", &options->library, "FILE.so", "The shared library")
      .Required();
  command
      .Add("--symbol", &options->symbol, "NAME",
           "Its function void f(const T* x, T* y, size_t n)")
      .Required();
  command
      .Add("--activation", &options->activation, "NAME",
           "What it should compute, by any name gelu eval knows")
      .Required();
  command.AddFlag("--derivative", &options->derivative,
                  "The derivative instead of the value");
  command.Add("--dtype", &options->dtype, "NAME", "T: f64, f32, f16, bf16")
      .ShowDefault();
  command
      .Add("--tolerance", &options->tolerance, "ULP",
           "More than so many ULP off is wrong")
      .AtLeast0()
      .ShowDefault();
  command
      .Add("--points", &options->points, "N",
           "Inputs a region; without, 100000 (f64: 1000)")
      .Within(2, std::size_t{1} << 24);
  command
      .Add("--timeout", &options->timeout, "SECONDS",
           "A call that takes longer hangs")
      .Above0()
      .ShowDefault();
  command.AddFlag("--json", &options->json, "Print JSON");
  command.Add("-o,--output", &options->plot, "FILE",
              "Also draw the error over x: .svg, .png or .pdf");
  command.Footer(
      "The function runs in a process of its own, so a crash, a hang or a call "
      "of exit() is\na finding, reported as an accident. Graded are its values "
      "region by region, the special\nvalues and the sign of zeros, and "
      "whether an element's place matters: alone or in an\narray of 0 to 67 "
      "or 1000, at 16 alignments and at the end of a page, beyond which it\n"
      "may not read or write. Truth is MPFR's.\n"
      "The exit status is 1 if anything is wrong.\n\n"
      "Examples:\n"
      "  gelu audit --library ./libmine.so --symbol my_gelu --activation gelu\n"
      "  gelu audit --library ./libmine.so --symbol silu_bf16 --activation "
      "silu \\\n    --dtype bf16 --tolerance 0.5 --json -o error.png");
  command.Run([options] { RunAudit(*options); });
}

}  // namespace gelu::cli
