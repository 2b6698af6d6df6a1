#include "record.h"

#include <gelu/gelu.h>
#include <gelu/host/file.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace gelu::cli {
namespace {

constexpr int kKeyCells = 4;

constexpr const char kTitle[] = "# Accuracy, measured";

constexpr const char kText[] = R"(
Written by `gelu verify --record`: the library held to the oracle, MPFR.

`wrong` counts the values that break the promise. At `correct` that is any but
the correctly rounded one (f64: more than 1 ULP away); at `fast`, in f32, any
more than 4 ULP away. `worst ULP` is the greatest distance from the unrounded
truth, and `at` where; correctly rounded values count as 0.5. Each target ran
on all of the inputs. 2^32 is every f32.

)";

constexpr const char kHead[] =
    "| activation | direction | dtype | accuracy | targets | inputs | wrong "
    "| worst ULP | at | seconds | by |\n"
    "| --- | --- | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | --- "
    "|\n";

// The row up to the end of what names the function.
std::string Key(const std::string& row) {
  std::size_t end = 0;
  for (int i = 0; i < kKeyCells; ++i) end = row.find('|', end + 1);
  return row.substr(0, end);
}

}  // namespace

Record::Record(std::string file) : file_(std::move(file)) {
  if (std::filesystem::exists(file_)) Read();
  Write();  // fails now rather than after hours
}

void Record::Read() {
  std::ifstream stream(file_);
  std::string line;
  if (!std::getline(stream, line) || line != kTitle) {
    throw Error(file_ + ": is no record of gelu verify; not overwritten");
  }
  while (std::getline(stream, line) && !line.starts_with("| ---")) {
  }
  while (std::getline(stream, line)) {
    if (std::count(line.begin(), line.end(), '|') > kKeyCells) {
      rows_.push_back(line);
    }
  }
}

void Record::Write() const {
  std::string text = std::string(kTitle) + "\n" + kText + kHead;
  for (const std::string& row : rows_) text += row + "\n";
  host::WriteFile(file_, text);
}

void Record::Add(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) row += " " + cell + " |";
  const auto old = std::find_if(
      rows_.begin(), rows_.end(),
      [&](const std::string& other) { return Key(other) == Key(row); });
  if (old != rows_.end()) {
    *old = row;
  } else {
    rows_.push_back(row);
  }
  Write();
}

}  // namespace gelu::cli
