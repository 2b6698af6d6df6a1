#include "store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "bytes.h"
#include "settings.h"

namespace gelu::lab {
namespace {

// Of the tables below. A file of another one is refused.
constexpr int kVersion = 2;
constexpr char kFile[] = "runs.sqlite";
constexpr char kQuestion[] = "question";  // the name of a setting
constexpr char kTables[] = R"(
  CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL);
  CREATE TABLE run (
    arm TEXT, seed INTEGER, lr REAL,
    selected_epoch INTEGER NOT NULL, seconds REAL NOT NULL,
    test_loss REAL, test_error REAL,  -- NULL: the test set was not looked at
    train_loss BLOB NOT NULL, validation_loss BLOB NOT NULL,  -- float32
    zero_gradient BLOB NOT NULL, parameters BLOB NOT NULL,    -- float32
    checksum INTEGER NOT NULL,
    PRIMARY KEY (arm, seed, lr));
)";

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

Run ReadRun(sqlite3_stmt* row, double lr) {
  const auto number = [&](int column) {
    return sqlite3_column_type(row, column) == SQLITE_NULL
               ? std::numeric_limits<double>::quiet_NaN()
               : sqlite3_column_double(row, column);
  };
  return {.lr = lr,
          .train_loss = Floats(row, 4),
          .validation_loss = Floats(row, 5),
          .zero_gradient = Floats(row, 6),
          .selected_epoch = sqlite3_column_int(row, 0),
          .parameters = Floats(row, 7),
          .seconds = number(1),
          .test_loss = number(2),
          .test_error = number(3)};
}

// FNV-1a, of all that a row says: SQLite doesn't notice what the disk has
// changed in a number.
std::int64_t Checksum(const RunKey& key, const Run& run) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (char c : fmt::format("{} {} ", Name(key.arm), key.seed) + ToBytes(run)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  }
  return static_cast<std::int64_t>(hash);
}

const std::filesystem::path& WithExperiment(
    const std::filesystem::path& folder) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(folder / kFile, error)) {
    throw Error(folder.string() + ": no experiment was run in it");
  }
  return folder;
}

}  // namespace

void Store::Close::operator()(sqlite3* database) const {
  sqlite3_close(database);
}
void Store::Close::operator()(sqlite3_stmt* statement) const {
  sqlite3_finalize(statement);
}

FolderLock::FolderLock(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error || !std::filesystem::is_directory(folder)) {
    throw Error(fmt::format("{}: {}", folder.string(),
                            error ? error.message() : "not a folder"));
  }
  folder_ = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (flock(folder_, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK) return;
  close(folder_);
  throw Error(folder.string() + ": another gelu is at work in it");
}

FolderLock::~FolderLock() {
  if (folder_ >= 0) close(folder_);
}

Store::Store(const std::filesystem::path& folder, const Experiment& experiment)
    : lock_(folder) {
  Open(folder, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
  AtOnce([&] {
    CheckVersion();
    CheckPages();
    CheckSettings(experiment);
  });
}

Store::Store(const std::filesystem::path& folder)
    : lock_(WithExperiment(folder)) {
  Open(folder, SQLITE_OPEN_READWRITE);
  if (Version() != kVersion) {
    Fail(fmt::format("of version {}, not {}", Version(), kVersion));
  }
  CheckPages();
}

void Store::Open(const std::filesystem::path& folder, int flags) {
  file_ = (folder / kFile).string();
  sqlite3* database = nullptr;
  const int status = sqlite3_open_v2(file_.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (status != SQLITE_OK) Fail();
  sqlite3_busy_timeout(database, 10'000);
}

void Store::Fail(const std::string& what) const {
  throw Error(fmt::format("{}: {}; name another folder", file_, what));
}

// SQLite's words, and the system's where it has some.
void Store::Fail() const {
  const std::string what = sqlite3_errmsg(database_.get());
  const int status = sqlite3_errcode(database_.get()) & 0xff;
  if (status == SQLITE_CORRUPT || status == SQLITE_NOTADB) {
    Fail("damaged: " + what);
  }
  const int reason = sqlite3_system_errno(database_.get());
  throw Error(file_ + ": " + what +
              (reason == 0 ? "" : fmt::format(" ({})", std::strerror(reason))));
}

Store::Statement Store::Prepare(const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database_.get(), sql.c_str(), -1, &statement,
                         nullptr) != SQLITE_OK) {
    Fail();
  }
  return Statement(statement);
}

bool Store::Step(const Statement& statement) {
  const int status = sqlite3_step(statement.get());
  if (status != SQLITE_ROW && status != SQLITE_DONE) Fail();
  return status == SQLITE_ROW;
}

void Store::Execute(const std::string& sql) {
  if (sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr) !=
      SQLITE_OK) {
    Fail();
  }
}

int Store::Version() {
  const Statement statement = Prepare("PRAGMA user_version");
  Step(statement);
  return sqlite3_column_int(statement.get(), 0);
}

void Store::CheckVersion() {
  const int version = Version();
  if (version == kVersion) return;
  const Statement tables = Prepare("SELECT count(*) FROM sqlite_schema");
  Step(tables);
  if (version != 0 || sqlite3_column_int(tables.get(), 0) != 0) {
    Fail(fmt::format("of version {}, not {}", version, kVersion));
  }
  Execute(fmt::format("{} PRAGMA user_version = {};", kTables, kVersion));
}

void Store::CheckPages() {
  const Statement check = Prepare("PRAGMA quick_check(1)");
  if (Step(check) && Text(check.get(), 0) != "ok") {
    Fail("damaged: " + Text(check.get(), 0));
  }
}

void Store::CheckSettings(const Experiment& experiment) {
  const auto put = [&](const char* sql, const std::string& name,
                       const nlohmann::json& value) {
    const Statement insert = Prepare(sql);
    Bind(insert.get(), 1, name);
    Bind(insert.get(), 2, value.dump());
    Step(insert);
  };
  const nlohmann::json settings = RunSettings(experiment);
  for (const auto& [name, value] : settings.items()) {
    put("INSERT OR IGNORE INTO setting VALUES (?, ?)", name, value);
    const std::string there = Setting(name);
    if (there != value.dump()) {
      Fail(fmt::format("holds runs with {} {}, not {}", name, there,
                       value.dump()));
    }
  }
  put("INSERT OR REPLACE INTO setting VALUES (?, ?)", kQuestion,
      Question(experiment));
}

std::string Store::Setting(const std::string& name) {
  const Statement select = Prepare("SELECT value FROM setting WHERE name=?");
  Bind(select.get(), 1, name);
  Step(select);
  return Text(select.get(), 0);
}

Experiment Store::Last() {
  try {
    const Experiment usual;
    nlohmann::json settings = RunSettings(usual);  // for their names
    for (const auto& [name, value] : settings.items()) {
      value = nlohmann::json::parse(Setting(name));
    }
    const Experiment experiment =
        ExperimentOf(settings, nlohmann::json::parse(Setting(kQuestion)));
    Check(experiment);
    return experiment;
  } catch (const std::exception& error) {
    Fail(std::string("holds no experiment: ") + error.what());
  }
}

std::vector<Runs> Store::Load(const Experiment& experiment) {
  std::vector<Runs> runs(experiment.rates.size());
  const Statement select = Prepare(
      "SELECT selected_epoch, seconds, test_loss, test_error, train_loss, "
      "validation_loss, zero_gradient, parameters, checksum FROM run "
      "WHERE arm=? AND seed=? AND lr=?");
  sqlite3_stmt* row = select.get();
  for (std::size_t rate = 0; rate < runs.size(); ++rate) {
    const double lr = experiment.rates[rate];
    for (const RunKey& key : Keys(experiment)) {
      sqlite3_reset(row);
      Bind(row, 1, Name(key.arm));
      sqlite3_bind_int64(row, 2, key.seed);
      sqlite3_bind_double(row, 3, lr);
      if (!Step(select)) continue;
      Run run = ReadRun(row, lr);
      if (sqlite3_column_int64(row, 8) != Checksum(key, run)) {
        Fail(fmt::format("damaged: run {}, seed {}", Name(key.arm), key.seed));
      }
      runs[rate].emplace(key, std::move(run));
    }
  }
  return runs;
}

void Store::Put(const RunKey& key, const Run& run) {
  const Statement insert = Prepare(
      "INSERT OR REPLACE INTO run VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
  sqlite3_stmt* row = insert.get();
  Bind(row, 1, Name(key.arm));
  sqlite3_bind_int64(row, 2, key.seed);
  sqlite3_bind_double(row, 3, run.lr);
  sqlite3_bind_int(row, 4, run.selected_epoch);
  sqlite3_bind_double(row, 5, run.seconds);
  sqlite3_bind_double(row, 6, run.test_loss);  // NaN becomes NULL
  sqlite3_bind_double(row, 7, run.test_error);
  Bind(row, 8, run.train_loss);
  Bind(row, 9, run.validation_loss);
  Bind(row, 10, run.zero_gradient);
  Bind(row, 11, run.parameters);
  sqlite3_bind_int64(row, 12, Checksum(key, run));
  Step(insert);
}

void Store::AtOnce(const std::function<void()>& put) {
  Execute("BEGIN IMMEDIATE");
  put();
  Execute("COMMIT");
}

}  // namespace gelu::lab
