#include "database.h"

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <sqlite3.h>

#include <cstring>

namespace gelu::lab {

void Database::Close::operator()(sqlite3* database) const {
  sqlite3_close(database);
}
void Database::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

Database::Database(const std::filesystem::path& file, int flags)
    : file_(file.string()) {
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(file_.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (status != SQLITE_OK) Fail();
  sqlite3_busy_timeout(database, 10'000);
}

void Database::Fail(const std::string& what) const {
  throw Error(fmt::format("{}: {}; name another folder", file_, what));
}

// SQLite's words, and the system's where it has some.
void Database::Fail() const {
  const std::string what = sqlite3_errmsg(database_.get());
  const int status = sqlite3_errcode(database_.get()) & 0xff;
  if (status == SQLITE_CORRUPT || status == SQLITE_NOTADB) {
    Fail("damaged: " + what);
  }
  const int reason = sqlite3_system_errno(database_.get());
  throw Error(file_ + ": " + what +
              (reason == 0 ? "" : fmt::format(" ({})", std::strerror(reason))));
}

Database::Statement Database::Prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement,
                         nullptr) != SQLITE_OK) {
    Fail();
  }
  return Statement(statement);
}

bool Database::Step(const Statement& statement) {
  const int status = sqlite3_step(statement.get());
  if (status != SQLITE_ROW && status != SQLITE_DONE) Fail();
  return status == SQLITE_ROW;
}

void Database::Execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) !=
      SQLITE_OK) {
    Fail();
  }
}

void Database::AtOnce(const std::function<void()>& put) {
  Execute("BEGIN IMMEDIATE");
  put();
  Execute("COMMIT");
}

std::vector<float> Floats(sqlite3_stmt* row, int column) {
  const auto bytes =
      static_cast<std::size_t>(sqlite3_column_bytes(row, column));
  std::vector<float> values(bytes / sizeof(float));
  if (!values.empty()) {
    std::memcpy(values.data(), sqlite3_column_blob(row, column),
                values.size() * sizeof(float));
  }
  return values;
}

void Bind(sqlite3_stmt* statement, int index,
          const std::vector<float>& values) {
  // A null pointer would be bound as NULL.
  const void* data = values.empty() ? "" : static_cast<const void*>(&values[0]);
  sqlite3_bind_blob64(statement, index, data, values.size() * sizeof(float),
                      SQLITE_TRANSIENT);
}

void Bind(sqlite3_stmt* statement, int index, std::string_view text) {
  sqlite3_bind_text(statement, index, text.data(),
                    static_cast<int>(text.size()), SQLITE_TRANSIENT);
}

std::string Text(sqlite3_stmt* row, int column) {
  const unsigned char* text = sqlite3_column_text(row, column);
  return text ? reinterpret_cast<const char*>(text) : "";
}

}  // namespace gelu::lab
