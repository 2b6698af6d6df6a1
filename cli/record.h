// The record that `gelu verify --record` keeps: a Markdown table, a row a
// function. A new result takes the place of the row that it repeats.

#ifndef GELU_CLI_RECORD_H_
#define GELU_CLI_RECORD_H_

#include <string>
#include <vector>

namespace gelu::cli {

class Record {
 public:
  // Reads the rows that the file has, if there is one, or makes it. Throws
  // gelu::Error where it is something else, or can't be written.
  explicit Record(std::string file);

  // Stores the file with that row: activation, direction, dtype, accuracy,
  // then the results.
  void Add(const std::vector<std::string>& cells);

 private:
  void Read();
  void Write() const;

  std::string file_;
  std::vector<std::string> rows_;
};

}  // namespace gelu::cli

#endif  // GELU_CLI_RECORD_H_
