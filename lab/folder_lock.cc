#include "folder_lock.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gelu/gelu.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace gelu::lab {

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

}  // namespace gelu::lab
