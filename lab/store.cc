#include "store.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "bytes.h"
#include "settings.h"

namespace gelu::lab {
namespace {

using Statement = Database::Statement;

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

Store::Store(const std::filesystem::path& folder, const Experiment& experiment)
    : lock_(folder),
      database_(folder / kFile, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) {
  database_.AtOnce([&] {
    CheckVersion();
    CheckPages();
    CheckSettings(experiment);
  });
}

Store::Store(const std::filesystem::path& folder)
    : lock_(WithExperiment(folder)),
      database_(folder / kFile, SQLITE_OPEN_READWRITE) {
  if (Version() != kVersion) {
    database_.Fail(fmt::format("of version {}, not {}", Version(), kVersion));
  }
  CheckPages();
}

int Store::Version() {
  const Statement statement = database_.Prepare("PRAGMA user_version");
  database_.Step(statement);
  return sqlite3_column_int(statement.get(), 0);
}

void Store::CheckVersion() {
  const int version = Version();
  if (version == kVersion) return;
  const Statement tables =
      database_.Prepare("SELECT count(*) FROM sqlite_schema");
  database_.Step(tables);
  if (version != 0 || sqlite3_column_int(tables.get(), 0) != 0) {
    database_.Fail(fmt::format("of version {}, not {}", version, kVersion));
  }
  database_.Execute(
      fmt::format("{} PRAGMA user_version = {};", kTables, kVersion));
}

void Store::CheckPages() {
  const Statement check = database_.Prepare("PRAGMA quick_check(1)");
  if (database_.Step(check) && Text(check.get(), 0) != "ok") {
    database_.Fail("damaged: " + Text(check.get(), 0));
  }
}

void Store::CheckSettings(const Experiment& experiment) {
  const auto put = [&](const std::string& name, const nlohmann::json& value) {
    const Statement insert =
        database_.Prepare("INSERT OR REPLACE INTO setting VALUES (?, ?)");
    Bind(insert.get(), 1, name);
    Bind(insert.get(), 2, value.dump());
    database_.Step(insert);
  };
  const nlohmann::json settings = RunSettings(experiment);
  auto there = Settings();
  there.erase(kQuestion);
  const bool is_new = there.empty();
  for (const auto& [name, value] : settings.items()) {
    if (is_new) {
      put(name, value);
    } else if (there[name] != value.dump()) {
      database_.Fail(fmt::format("holds runs with {} {}, not {}", name,
                                 there[name], value.dump()));
    }
    there.erase(name);
  }
  for (const auto& [name, value] : there) {
    database_.Fail(fmt::format("holds runs with {} {}", name, value));
  }
  put(kQuestion, Question(experiment));
}

std::map<std::string, std::string> Store::Settings() {
  std::map<std::string, std::string> settings;
  const Statement select = database_.Prepare("SELECT name, value FROM setting");
  while (database_.Step(select)) {
    settings[Text(select.get(), 0)] = Text(select.get(), 1);
  }
  return settings;
}

Experiment Store::Last() {
  try {
    nlohmann::json settings;
    for (const auto& [name, value] : Settings()) {
      settings[name] = nlohmann::json::parse(value);
    }
    const Experiment experiment = ExperimentOf(settings, settings[kQuestion]);
    Check(experiment);
    return experiment;
  } catch (const std::exception& error) {
    database_.Fail(std::string("holds no experiment: ") + error.what());
  }
}

std::vector<Runs> Store::Load(const Experiment& experiment) {
  std::vector<Runs> runs(experiment.rates.size());
  const Statement select = database_.Prepare(
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
      if (!database_.Step(select)) continue;
      Run run = ReadRun(row, lr);
      if (sqlite3_column_int64(row, 8) != Checksum(key, run)) {
        database_.Fail(
            fmt::format("damaged: run {}, seed {}", Name(key.arm), key.seed));
      }
      runs[rate].emplace(key, std::move(run));
    }
  }
  return runs;
}

void Store::Put(const RunKey& key, const Run& run) {
  const Statement insert = database_.Prepare(
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
  database_.Step(insert);
}

}  // namespace gelu::lab
