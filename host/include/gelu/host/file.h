// Files, whole or not at all. All throw gelu::Error that names the file.

#ifndef GELU_HOST_FILE_H_
#define GELU_HOST_FILE_H_

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace gelu::host {

// Also of pipes. Throws if there are more bytes than that.
std::string ReadFile(const std::filesystem::path& file, std::size_t most);

// Written next to the file, then renamed: nobody sees a part of it.
void WriteFile(const std::filesystem::path& file, std::string_view data);

}  // namespace gelu::host

#endif  // GELU_HOST_FILE_H_
