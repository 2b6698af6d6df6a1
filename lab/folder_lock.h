#ifndef GELU_LAB_FOLDER_LOCK_H_
#define GELU_LAB_FOLDER_LOCK_H_

#include <filesystem>

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

}  // namespace gelu::lab

#endif  // GELU_LAB_FOLDER_LOCK_H_
