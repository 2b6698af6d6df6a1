// The finished runs of an experiment, in a SQLite file in its folder. Each is
// there for good once Put returns: a killed program loses what it was at.

#ifndef GELU_LAB_STORE_H_
#define GELU_LAB_STORE_H_

#include <gelu/lab/experiment.h>

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "database.h"
#include "folder_lock.h"

namespace gelu::lab {

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
  void AtOnce(const std::function<void()>& put) { database_.AtOnce(put); }

 private:
  int Version();
  void CheckVersion();
  void CheckPages();
  void CheckSettings(const Experiment& experiment);
  std::map<std::string, std::string> Settings();  // name and JSON

  FolderLock lock_;
  Database database_;
};

}  // namespace gelu::lab

#endif  // GELU_LAB_STORE_H_
