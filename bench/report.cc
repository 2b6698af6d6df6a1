#include "report.h"

#include <fmt/format.h>

#include <functional>

#include "call.h"

namespace gelu::bench {
namespace {

using Measurements = std::vector<Measurement>;

struct Cell {
  Activation activation;
  Direction direction;
  DType dtype;
  std::size_t length;
};

bool IsIn(const Measurement& m, const Cell& cell) {
  return m.activation == cell.activation && m.direction == cell.direction &&
         m.dtype == cell.dtype && m.length == cell.length;
}

double Ours(const Measurements& all, const Cell& cell, Inputs inputs,
            std::string_view accuracy = kOurs) {
  for (const Measurement& m : all) {
    if (IsIn(m, cell) && m.library == accuracy && m.inputs == inputs) {
      return m.nanoseconds;
    }
  }
  return 0;
}

std::string Ratio(double above, double below) {
  return above > 0 && below > 0 ? fmt::format("{:.2f}", above / below) : "";
}

bool IsPeer(const Measurement& m) {
  return m.library != kOurs && m.library != kOursFast && m.library != kFloor;
}

template <const std::string_view& kAccuracy>
std::string AgainstPeers(const Measurements& all, const Cell& cell) {
  const Measurement* fastest = nullptr;
  for (const Measurement& m : all) {
    if (!IsIn(m, cell) || !IsPeer(m) || m.nanoseconds == 0) continue;
    if (!fastest || m.nanoseconds < fastest->nanoseconds) fastest = &m;
  }
  if (!fastest) return "";
  const std::string ratio =
      Ratio(fastest->nanoseconds, Ours(all, cell, Inputs::kNormal, kAccuracy));
  return ratio.empty() ? "" : fmt::format("{} ({})", ratio, fastest->library);
}

// memcpy depends on type and length only.
std::string AgainstFloor(const Measurements& all, const Cell& cell) {
  for (const Measurement& m : all) {
    if (m.library == kFloor && m.dtype == cell.dtype &&
        m.length == cell.length) {
      return Ratio(Ours(all, cell, Inputs::kNormal), m.nanoseconds);
    }
  }
  return "";
}

std::string TailAgainstNormal(const Measurements& all, const Cell& cell) {
  return Ratio(Ours(all, cell, Inputs::kTail),
               Ours(all, cell, Inputs::kNormal));
}

// One row a type, direction and form; one column a length.
std::string Table(
    const Measurements& all,
    const std::function<std::string(const Measurements&, const Cell&)>& text) {
  std::string header = "| |", line = "\n| --- |", rows;
  for (std::size_t length : kLengths) {
    header += fmt::format(" {} |", length);
    line += " ---: |";
  }
  for (DType dtype : {DType::kF32, DType::kBF16}) {
    for (Direction direction : kDirections) {
      for (const ActivationInfo& info : Activations()) {
        std::string row;
        bool empty = true;
        for (std::size_t length : kLengths) {
          const std::string cell =
              text(all, {info.activation, direction, dtype, length});
          row += " " + cell + " |";
          empty = empty && cell.empty();
        }
        if (empty) continue;
        rows += fmt::format("\n| {} {} {} |{}", Name(dtype), info.name,
                            NameOf(direction), row);
      }
    }
  }
  return header + line + rows + "\n";
}

}  // namespace

std::string_view NameOf(Direction direction) {
  switch (direction) {
    case Direction::kForward:
      return "forward";
    case Direction::kDerivative:
      return "derivative";
    case Direction::kSecondDerivative:
      return "second derivative";
    case Direction::kBackward:
      return "backward";
    case Direction::kGated:
      return "gated";
  }
  return "";
}

std::string Report(const Measurements& measurements, std::string_view setting) {
  return fmt::format(
      R"(# Performance

Written by `make bench`: medians of interleaved repetitions on one thread,
target {}. {}.
Inputs are from N(0,1) where nothing else is said. Columns: elements.

## Times faster than the faster of oneDNN and libtorch: correct

They have no derivative alone: their backward pass stands for it.

{}
## Times faster than the faster of oneDNN and libtorch: fast

{}
## Times as long as memcpy takes

{}
## Far-tail inputs, uniform in [-13, -5], against N(0,1)

{})",
      Targets()[0], setting, Table(measurements, AgainstPeers<kOurs>),
      Table(measurements, AgainstPeers<kOursFast>),
      Table(measurements, AgainstFloor),
      Table(measurements, TailAgainstNormal));
}

}  // namespace gelu::bench
