// Somebody else's function, void f(const T* x, T* y, size_t n) in a shared
// library, called in a process of its own: whatever it does there ends there.

#ifndef GELU_CLI_FOREIGN_H_
#define GELU_CLI_FOREIGN_H_

#include <cstddef>
#include <functional>
#include <string>

namespace gelu::cli {

// Zeroed memory that a child process shares with its parent. Fixed size.
class SharedMemory {
 public:
  explicit SharedMemory(std::size_t bytes);
  ~SharedMemory();
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  unsigned char* data() const { return data_; }

 private:
  std::size_t bytes_;
  unsigned char* data_;
};

// Memory between two pages that nobody may touch.
class GuardedMemory {
 public:
  explicit GuardedMemory(std::size_t bytes);
  ~GuardedMemory();
  GuardedMemory(const GuardedMemory&) = delete;
  GuardedMemory& operator=(const GuardedMemory&) = delete;
  unsigned char* begin() const { return pages_ + page_; }
  unsigned char* end() const { return begin() + bytes_; }  // a whole page
  void ReadOnly(bool read_only);
  // "before the start", "past the end", "inside"; "" for another address.
  const char* Place(const void* address) const;

 private:
  std::size_t page_;
  std::size_t bytes_;
  unsigned char* pages_;
};

class Foreign {
 public:
  // Both are opened by Run, in the child.
  Foreign(std::string library, std::string symbol, double timeout_seconds)
      : library_(std::move(library)),
        symbol_(std::move(symbol)),
        timeout_(timeout_seconds) {}

  using Call = std::function<void(const void* x, void* y, std::size_t n)>;

  // Runs `body` in a child, where it may use the call, and waits for it.
  // Returns "" or how it ended otherwise, as in "crashes with SIGSEGV (n =
  // 5)". Throws gelu::Error where there is no such library or symbol.
  //
  // `place` says, in the child, what lies at an address that faulted.
  std::string Run(const std::function<void(const Call&)>& body,
                  const std::function<std::string(const void*)>& place = {});

 private:
  std::string library_;
  std::string symbol_;
  double timeout_;
};

}  // namespace gelu::cli

#endif  // GELU_CLI_FOREIGN_H_
