#include "report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <span>
#include <thread>
#include <vector>

namespace gelu::bench {
namespace {

// What rows are about: a type, at an accuracy of this library.
struct Kind {
  std::string_view name;
  DType dtype;
  std::string_view library;
};
constexpr Kind kKinds[] = {{"f32", DType::kF32, kCorrect},
                           {"f16", DType::kF16, kCorrect},
                           {"bf16", DType::kBF16, kCorrect},
                           {"f32 fast", DType::kF32, kFast}};
constexpr std::span kCorrectKinds(kKinds, 3), kFastKinds(kKinds + 3, 1);

// What a cell says of a case, for instance a ratio: NaN, or "", if that was not
// measured.
using Text = std::function<std::string(const Kind&, const Case&)>;
using Ratio = std::function<double(const Kind&, const Case&)>;

double TimeOf(const Times& times, std::string_view library, const Case& c) {
  const auto found = times.find({library, c});
  return found == times.end() ? std::numeric_limits<double>::quiet_NaN()
                              : found->second;
}

std::string Show(double ratio) {
  return std::isnan(ratio) ? "" : fmt::format("{:.2f}", ratio);
}

// Empty if all cells are.
std::string Row(std::string_view name, const std::vector<std::string>& cells) {
  if (std::ranges::all_of(cells, &std::string::empty)) return "";
  return fmt::format("| {} | {} |\n", name, fmt::join(cells, " | "));
}

std::string Header(const std::vector<std::string>& columns) {
  const std::vector<std::string> line(columns.size(), "---:");
  return fmt::format("| | {} |\n{}", fmt::join(columns, " | "),
                     Row("---", line));
}

// A column a length.
std::string LengthsHeader() {
  std::vector<std::string> columns;
  for (std::size_t length : kLengths) columns.push_back(std::to_string(length));
  return Header(columns);
}

std::string LengthsRow(const Kind& kind, Operation operation, Activation form,
                       const Text& text, std::string_view name) {
  std::vector<std::string> cells;
  for (std::size_t length : kLengths) {
    cells.push_back(text(kind, {operation, form, kind.dtype, length}));
  }
  return Row(fmt::format("{} {}", kind.name, name), cells);
}

std::string TableOfForms(std::span<const Kind> kinds,
                         std::span<const Operation> operations,
                         const Text& text) {
  std::string table = LengthsHeader();
  for (const Kind& kind : kinds) {
    for (Operation operation : operations) {
      for (Activation form : kForms) {
        table += LengthsRow(
            kind, operation, form, text,
            fmt::format("{} {}", Info(form).name, NameOf(operation)));
      }
    }
  }
  return table;
}

// The least and the most of all forms.
std::string TableOfRanges(const Ratio& ratio) {
  const Text range = [&](const Kind& kind, Case c) -> std::string {
    double least = std::numeric_limits<double>::quiet_NaN(), most = least;
    for (Activation form : kForms) {
      c.activation = form;
      least = std::fmin(least, ratio(kind, c));  // passes over NaN
      most = std::fmax(most, ratio(kind, c));
    }
    return std::isnan(least) ? "" : Show(least) + " to " + Show(most);
  };
  std::string table = LengthsHeader();
  for (const Kind& kind : kKinds) {
    for (Operation operation : kElementwise) {
      table += LengthsRow(kind, operation, kForms[0], range, NameOf(operation));
    }
  }
  return table;
}

Text AgainstPeers(const Times& times) {
  return [&](const Kind& kind, const Case& c) -> std::string {
    Case theirs = c;
    if (c.operation == Operation::kDerivative) {
      theirs.operation = Operation::kBackward;
    }
    const double dnnl = TimeOf(times, kDnnl, theirs);
    const double torch = TimeOf(times, kTorch, theirs);
    const double faster = std::fmin(dnnl, torch);  // passes over NaN
    const std::string ratio = Show(faster / TimeOf(times, kind.library, c));
    if (ratio.empty()) return "";
    return fmt::format("{} ({})", ratio, faster == dnnl ? kDnnl : kTorch);
  };
}

Text AgainstTorch(const Times& times) {
  return [&](const Kind& kind, const Case& c) {
    return Show(TimeOf(times, kTorch, c) / TimeOf(times, kind.library, c));
  };
}

Ratio AgainstMemcpy(const Times& times) {
  return [&](const Kind& kind, const Case& c) {
    return TimeOf(times, kind.library, c) / TimeOf(times, kMemcpy, CopyOf(c));
  };
}

Ratio TailAgainstNormal(const Times& times) {
  return [&](const Kind& kind, Case c) {
    const double normal = TimeOf(times, kind.library, c);
    c.inputs = Inputs::kTail;
    return TimeOf(times, kind.library, c) / normal;
  };
}

std::string AllCores(const Times& times) {
  std::string table = Header({"correct", "fast"});
  for (Activation form : kForms) {
    const Case c{.operation = Operation::kForward,
                 .activation = form,
                 .dtype = DType::kF32,
                 .length = kLongest,
                 .all_cores = true};
    const double copy = TimeOf(times, kMemcpy, CopyOf(c));
    table += Row(Info(form).name, {Show(TimeOf(times, kCorrect, c) / copy),
                                   Show(TimeOf(times, kFast, c) / copy)});
  }
  return table;
}

bool HavePeers(const Times& times, DType dtype) {
  return std::ranges::any_of(times, [&](const auto& entry) {
    const auto& [library, c] = entry.first;
    return c.dtype == dtype && (library == kDnnl || library == kTorch);
  });
}

}  // namespace

std::string Report(const Times& times, std::string_view setting) {
  return fmt::format(
      R"(# Performance

Written by `make bench`: medians of interleaved repetitions, target {}. {}.
On one thread, inputs from N(0,1), where nothing else is said. Columns: elements.

## Times as fast as the faster of oneDNN and libtorch: correct

What neither has on this CPU{} is left out.
They have no derivative alone: their backward pass stands for it.

{}
## Times as fast as the faster of oneDNN and libtorch: fast

{}
## Times as fast as the same in several libtorch operations

Their results, too, go to memory that is there. Backward, libtorch has f(a) from
the forward pass, as its autograd would; here it is computed again. Bias: rows
of {} elements.

{}
## Times as long as memcpy takes

The least and the most of silu, quick_gelu, gelu_tanh and gelu.

{}
## Times as long as memcpy takes, each on all cores

f32 forward, {} elements, {} threads.

{}
## Far-tail inputs, uniform in [-13, -5]: times as long as N(0,1)

The least and the most of silu, quick_gelu, gelu_tanh and gelu.

{})",
      Targets()[0], setting,
      HavePeers(times, DType::kF16) ? "" : ", as everything in f16,",
      TableOfForms(kCorrectKinds, kElementwise, AgainstPeers(times)),
      TableOfForms(kFastKinds, kElementwise, AgainstPeers(times)), kWidth,
      TableOfForms(kKinds, kFused, AgainstTorch(times)),
      TableOfRanges(AgainstMemcpy(times)), kLongest,
      std::thread::hardware_concurrency(), AllCores(times),
      TableOfRanges(TailAgainstNormal(times)));
}

}  // namespace gelu::bench
