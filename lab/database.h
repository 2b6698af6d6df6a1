// A SQLite file, and the values in its rows. Errors are gelu::Error and name
// the file.

#ifndef GELU_LAB_DATABASE_H_
#define GELU_LAB_DATABASE_H_

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace gelu::lab {

class Database {
 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };

 public:
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;

  // The flags are those of sqlite3_open_v2.
  Database(const std::filesystem::path& file, int flags);

  Statement Prepare(const std::string& sql);
  // True while there is a row.
  bool Step(const Statement& statement);
  void Execute(const std::string& sql);
  // All that is written meanwhile is there after it, or none.
  void AtOnce(const std::function<void()>& write);

  // With a reason why the file is of no use.
  [[noreturn]] void Fail(const std::string& what) const;

 private:
  [[noreturn]] void Fail() const;  // what SQLite says

  std::string file_;
  std::unique_ptr<sqlite3, Close> database_;
};

// Places in a statement count from 1, columns of a row from 0.
void Bind(sqlite3_stmt* statement, int index, const std::vector<float>& values);
void Bind(sqlite3_stmt* statement, int index, std::string_view text);
std::vector<float> Floats(sqlite3_stmt* row, int column);
std::string Text(sqlite3_stmt* row, int column);

}  // namespace gelu::lab

#endif  // GELU_LAB_DATABASE_H_
