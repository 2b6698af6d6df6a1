#include "command.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <utility>
#include <vector>

namespace gelu::cli {

Option& Option::Required() {
  option_->required();
  return *this;
}

Option& Option::ShowDefault() {
  option_->capture_default_str();
  return *this;
}

Option& Option::AtLeast0() {
  option_->check(CLI::NonNegativeNumber.description(""));
  return *this;
}

Option& Option::Above0() {
  option_->check(CLI::PositiveNumber.description(""));
  return *this;
}

Option& Option::Within(std::uint64_t low, std::uint64_t high) {
  option_->check(CLI::Range(low, high).description(""));
  return *this;
}

Option& Option::Separated(char separator) {
  option_->delimiter(separator);
  return *this;
}

Option& Option::Excludes(const Option& other) {
  option_->excludes(other.option_);
  return *this;
}

Command::Command(CLI::App& parent, const char* name, const char* description)
    : app_(parent.add_subcommand(name, description)) {}

template <class T>
Option Command::Add(const char* names, T* value, const char* type,
                    const std::string& description) {
  return Option(app_->add_option(names, *value, description)->type_name(type));
}

template Option Command::Add(const char*, std::string*, const char*,
                             const std::string&);
template Option Command::Add(const char*, std::vector<std::string>*,
                             const char*, const std::string&);
template Option Command::Add(const char*, double*, const char*,
                             const std::string&);
template Option Command::Add(const char*, int*, const char*,
                             const std::string&);
template Option Command::Add(const char*, std::int64_t*, const char*,
                             const std::string&);
template Option Command::Add(const char*, std::uint64_t*, const char*,
                             const std::string&);

Option Command::AddFlag(const char* names, bool* value,
                        const char* description) {
  return Option(app_->add_flag(names, *value, description));
}

void Command::ShowDefaults() {
  app_->option_defaults()->always_capture_default();
}

void Command::Group(const char* name) { app_->group(name); }

void Command::Footer(const char* text) { app_->footer(text); }

void Command::Run(std::function<void()> run) { app_->callback(std::move(run)); }

}  // namespace gelu::cli
