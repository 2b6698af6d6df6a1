// The finished runs of an experiment, in a SQLite file in its folder. Each is
// there for good once Put returns: a killed program loses what it was at.

#ifndef GELU_LAB_STORE_H_
#define GELU_LAB_STORE_H_

#include <gelu/lab/experiment.h>

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace gelu::lab {

// Keeps other processes out of a folder, which it makes if need be. The system
// takes the lock back however this process ends.
class FolderLock {
 public:
  explicit FolderLock(const std::filesystem::path& folder);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int folder_;
};

class Store {
 public:
  // Opens or makes the file. Throws Error if that can't be, if another process
  // has it, or if it holds runs of another data set, model or budget, which it
  // names.
  Store(const std::filesystem::path& folder, const Experiment& experiment);

  // Opens the file that is there. Throws Error if there is none.
  explicit Store(const std::filesystem::path& folder);

  // The experiment that was last run in the folder.
  Experiment Last();

  // Those of the experiment that are there, one map a rate.
  std::vector<Runs> Load(const Experiment& experiment);
  void Put(const RunKey& key, const Run& run);
  // All that is put meanwhile is there after it, or none.
  void AtOnce(const std::function<void()>& put);

 private:
  struct Close {
    void operator()(sqlite3* database) const;
    void operator()(sqlite3_stmt* statement) const;
  };
  using Statement = std::unique_ptr<sqlite3_stmt, Close>;

  [[noreturn]] void Fail(const std::string& what) const;
  [[noreturn]] void Fail() const;  // what SQLite says
  Statement Prepare(const std::string& sql);
  // True while there is a row.
  bool Step(const Statement& statement);
  void Execute(const std::string& sql);
  void Open(const std::filesystem::path& folder, int flags);
  int Version();
  void CheckVersion();
  void CheckPages();
  void CheckSettings(const Experiment& experiment);
  std::string Setting(const std::string& name);

  FolderLock lock_;
  std::string file_;
  std::unique_ptr<sqlite3, Close> database_;
};

}  // namespace gelu::lab

#endif  // GELU_LAB_STORE_H_
