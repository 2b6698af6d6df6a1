#include "command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "number.h"

namespace gelu::cli {
namespace {

// CLI11's own checks take NaN, and name a limit of 300 digits.
CLI::Validator NumberThat(bool (*holds)(double), const char* which) {
  const auto check = [=](const std::string& text) {
    const std::optional<double> value = ReadNumber(text, DType::kF64);
    return value && holds(*value) ? "" : text + ": must be a number" + which;
  };
  return CLI::Validator(check, "");
}

}  // namespace

Option& Option::Required() {
  option_->required();
  return *this;
}

Option& Option::ShowDefault() {
  option_->capture_default_str();
  return *this;
}

Option& Option::Number() {
  option_->check(
      NumberThat([](double value) { return !std::isnan(value); }, ""));
  return *this;
}

Option& Option::AtLeast0() {
  option_->check(NumberThat(
      [](double value) { return value >= 0 && std::isfinite(value); },
      ", 0 or more"));
  return *this;
}

Option& Option::Above0() {
  option_->check(
      NumberThat([](double value) { return value > 0 && std::isfinite(value); },
                 " above 0"));
  return *this;
}

Option& Option::Within(std::uint64_t low, std::uint64_t high) {
  const auto check = [=](const std::string& text) {
    std::uint64_t value;
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, value);
    const bool within = read.ec == std::errc() && read.ptr == end &&
                        low <= value && value <= high;
    return within ? ""
                  : fmt::format("{}: must be a whole number from {} to {}",
                                text, low, high);
  };
  option_->check(CLI::Validator(check, ""));
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
