#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gelu/judge/scores.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>

#include "csv.h"

namespace gelu::judge {
namespace {

constexpr std::size_t kMostArms = 100, kMostSeeds = 10'000;
// Sums of squares and cubes of such numbers are still finite.
constexpr double kGreatest = 1e100;

template <class T>
std::errc Parse(std::string_view text, T* value) {
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, *value);
  return stop == end ? error : std::errc::invalid_argument;
}

class Interpreter {
 public:
  Interpreter(std::string_view csv, const std::string& file)
      : file_(file), rows_(ReadCsv(csv, file)) {}

  Scores Interpret() {
    if (rows_.empty()) ThrowAt(file_, 1, "nothing is in it");
    ReadNames(rows_[0]);
    for (std::size_t i = 1; i < rows_.size(); ++i) ReadScores(rows_[i]);
    if (scores_.seeds.empty()) {
      ThrowAt(file_, rows_[0].line, "no line of scores follows the names");
    }
    return std::move(scores_);
  }

 private:
  void ReadNames(const Row& names) {
    std::map<std::string_view, int> seen;
    for (const std::string& name : names.fields) {
      if (name.empty()) ThrowAt(file_, names.line, "a column without a name");
      if (++seen[name] > 1) {
        ThrowAt(file_, names.line,
                fmt::format("two columns are named {}", Quoted(name)));
      }
    }
    const auto& fields = names.fields;
    seed_ = std::find(fields.begin(), fields.end(), "seed") - fields.begin();
    if (seed_ == fields.size()) {
      ThrowAt(file_, names.line,
              fmt::format("no column is named 'seed'; there {} {}",
                          fields.size() == 1 ? "is" : "are", Shown(fields)));
    }
    if (fields.size() < 3 || fields.size() > kMostArms + 1) {
      ThrowAt(file_, names.line,
              fmt::format("{} column{} beside 'seed'; 2 to {} are needed",
                          fields.size() - 1, fields.size() == 2 ? "" : "s",
                          kMostArms));
    }
    names_ = fields;
    scores_.arms = fields;
    scores_.arms.erase(scores_.arms.begin() +
                       static_cast<std::ptrdiff_t>(seed_));
    scores_.values.resize(scores_.arms.size());
  }

  void ReadScores(const Row& row) {
    if (row.fields.size() != names_.size()) {
      ThrowAt(file_, row.line,
              fmt::format("{} field{}, but {} columns", row.fields.size(),
                          row.fields.size() == 1 ? "" : "s", names_.size()));
    }
    AddSeed(row);
    for (std::size_t i = 0, arm = 0; i < names_.size(); ++i) {
      if (i != seed_) scores_.values[arm++].push_back(ReadScore(row, i));
    }
  }

  void AddSeed(const Row& row) {
    std::int64_t seed;
    if (Parse(row.fields[seed_], &seed) != std::errc()) {
      ThrowAt(file_, row.line,
              fmt::format("seed {}: not a whole number",
                          Quoted(row.fields[seed_])));
    }
    const auto [first, inserted] = lines_.emplace(seed, row.line);
    if (!inserted) {
      ThrowAt(file_, row.line,
              fmt::format("seed {} again, after line {}", seed, first->second));
    }
    if (lines_.size() > kMostSeeds) {
      ThrowAt(file_, row.line, fmt::format("more than {} seeds", kMostSeeds));
    }
    scores_.seeds.push_back(seed);
  }

  double ReadScore(const Row& row, std::size_t column) {
    const std::string& field = row.fields[column];
    const auto fail = [&](const char* why) {
      ThrowAt(file_, row.line,
              fmt::format("column {}: {} {}", Quoted(names_[column]),
                          Quoted(field), why));
    };
    double value = 0;
    const std::errc error = Parse(field, &value);
    if (error == std::errc::invalid_argument) fail("is not a number");
    if (error != std::errc()) fail("is out of range");
    if (!std::isfinite(value)) fail("is not finite");
    if (std::abs(value) > kGreatest) fail("is out of range");
    return value;
  }

  static std::string Shown(const std::vector<std::string>& names) {
    std::vector<std::string> shown;
    for (std::size_t i = 0; i < std::min<std::size_t>(5, names.size()); ++i) {
      shown.push_back(Quoted(names[i]));
    }
    return fmt::format("{}{}", fmt::join(shown, ", "),
                       shown.size() < names.size() ? ", …" : "");
  }

  const std::string& file_;
  const std::vector<Row> rows_;
  std::vector<std::string> names_;
  std::size_t seed_ = 0;  // its column
  std::map<std::int64_t, int> lines_;
  Scores scores_;
};

}  // namespace

Scores ReadScores(std::string_view csv, const std::string& file) {
  return Interpreter(csv, file).Interpret();
}

}  // namespace gelu::judge
