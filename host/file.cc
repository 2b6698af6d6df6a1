#include <fcntl.h>
#include <gelu/gelu.h>
#include <gelu/host/file.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

namespace gelu::host {
namespace {

using Stream = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

[[noreturn]] void Throw(const std::filesystem::path& file, int number) {
  throw Error(file.string() + ": " + std::strerror(number));
}

}  // namespace

std::string ReadFile(const std::filesystem::path& file, std::size_t most) {
  const Stream stream(std::fopen(file.c_str(), "re"), &std::fclose);
  if (!stream) Throw(file, errno);
  std::string data;
  char buffer[1 << 16];
  while (const std::size_t size =
             std::fread(buffer, 1, sizeof buffer, stream.get())) {
    data.append(buffer, size);
    if (data.size() > most) {
      throw Error(file.string() + ": more than " + std::to_string(most) +
                  " bytes");
    }
  }
  if (std::ferror(stream.get())) Throw(file, errno);
  return data;
}

// A draft that was left by a killed process is written over.
void WriteFile(const std::filesystem::path& file, std::string_view data) {
  const std::string draft = file.string() + ".part";
  std::FILE* stream = std::fopen(draft.c_str(), "we");
  if (!stream) Throw(file, errno);
  int error = 0;
  const auto check = [&](bool good) {
    if (!good && error == 0) error = errno;
  };
  check(std::fwrite(data.data(), 1, data.size(), stream) == data.size());
  check(std::fflush(stream) == 0);
  check(error != 0 || fsync(fileno(stream)) == 0);
  check(std::fclose(stream) == 0);
  if (error == 0 && std::rename(draft.c_str(), file.c_str()) == 0) return;
  if (error == 0) error = errno;
  std::remove(draft.c_str());
  Throw(file, error);
}

}  // namespace gelu::host
