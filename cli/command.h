// A command and its options. CLI11 is all in headers and takes most of ten
// seconds to compile in each file that sees it: the commands see this instead.

#ifndef GELU_CLI_COMMAND_H_
#define GELU_CLI_COMMAND_H_

#include <cstdint>
#include <functional>
#include <string>

namespace CLI {
class App;
class Option;
}  // namespace CLI

namespace gelu::cli {

// Thrown by a command that ends with another status than 0.
struct Ended {
  int status;
};

class Option {
 public:
  explicit Option(CLI::Option* option) : option_(option) {}
  Option& Required();
  Option& ShowDefault();  // in the help
  Option& Number();
  Option& AtLeast0();
  Option& Above0();
  Option& Within(std::uint64_t low, std::uint64_t high);
  Option& Separated(char separator);  // several in one word
  Option& Excludes(const Option& other);

 private:
  CLI::Option* option_;
};

class Command {
 public:
  Command(CLI::App& parent, const char* name, const char* description);

  // `value` holds the default. T: std::string, a vector of them, a number.
  template <class T>
  Option Add(const char* names, T* value, const char* type,
             const std::string& description);
  Option AddFlag(const char* names, bool* value, const char* description);
  void ShowDefaults();           // of the options to come
  void Group(const char* name);  // in the parent's help
  void Footer(const char* text);
  // May throw gelu::Error for what the user can mend, and Ended. Writes to
  // standard output through output.h.
  void Run(std::function<void()> run);

 private:
  CLI::App* app_;
};

}  // namespace gelu::cli

#endif  // GELU_CLI_COMMAND_H_
