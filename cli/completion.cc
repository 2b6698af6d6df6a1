// `gelu completion`: what bash completes, from the commands as they are.

#include <gelu/gelu.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "commands.h"
#include "output.h"

namespace gelu::cli {
namespace {

constexpr const char kScript[] = R"(# Completion of the command gelu, for bash.
_gelu() {{
  local cur=${{COMP_WORDS[COMP_CWORD]}} prev=${{COMP_WORDS[COMP_CWORD-1]}}
  local path=gelu word words= head=
  for word in "${{COMP_WORDS[@]:1:COMP_CWORD-1}}"; do
    case "$path $word" in
      {paths}) path="$path $word" ;;
    esac
  done
  case "$path $prev" in
{values}
    *) case $path in
{words}
      esac ;;
  esac
  if [[ $words == '<file>' ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    return
  fi
  # The last of several, separated by commas.
  [[ $cur == *,* && $cur != -* ]] && head=${{cur%,*}},
  mapfile -t COMPREPLY < <(compgen -P "$head" -W "$words" -- "${{cur#"$head"}}")
}}
complete -F _gelu gelu
)";

// Those of the machine that completes, not of the one that built.
constexpr const char kTargets[] =
    R"($("${COMP_WORDS[0]}" info 2>/dev/null | sed -n 's/^targets *//p'))";

struct Parts {
  std::string paths, values, words;
};

void Append(std::string* list, std::string_view word) {
  list->append(list->empty() ? "" : " ").append(word);
}

std::string ActivationWords() {
  std::string words;
  for (const ActivationInfo& info : Activations()) {
    Append(&words, info.name);
    for (std::string_view alias : info.aliases) {
      if (alias != info.name) Append(&words, alias);
    }
  }
  return words;
}

// What may follow the option; "<file>" for a file, "" for anything.
std::string ValuesOf(const CLI::Option& option) {
  const std::string name = option.get_single_name();
  const std::string type = option.get_type_name();
  std::string words;
  if (name.starts_with("activation") || name == "difference") {
    words = ActivationWords();
  } else if (name == "dtype") {
    words = "f64 f32 f16 bf16";
  } else if (name == "accuracy") {
    words = "correct fast";
  } else if (name == "target") {
    words = kTargets;
  } else if (type.starts_with("FILE") || type == "DIR") {
    return "<file>";
  } else if (type.find_first_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ:/") == type.npos) {
    for (char c : type) words += c == '|' ? ' ' : c;  // "best|final"
  }
  if (type.ends_with("|all")) Append(&words, "all");
  return words;
}

void Collect(const CLI::App& app, const std::string& path, Parts* parts) {
  std::string words;
  for (const CLI::App* command : app.get_subcommands(nullptr)) {
    const std::string inner = path + " " + command->get_name();
    parts->paths += (parts->paths.empty() ? "\"" : " | \"") + inner + "\"";
    Append(&words, command->get_name());
    Collect(*command, inner, parts);
  }
  for (const CLI::Option* option : app.get_options()) {
    std::string names;
    for (const std::string& name : option->get_lnames()) {
      Append(&words, "--" + name);
      names += (names.empty() ? "\"" : " | \"") + path + " --" + name + "\"";
    }
    for (const std::string& name : option->get_snames()) {
      names += (names.empty() ? "\"" : " | \"") + path + " -" + name + "\"";
    }
    const bool takes_value = option->get_items_expected_max() > 0;
    if (names.empty() || !takes_value) continue;
    parts->values +=
        fmt::format("    {}) words=\"{}\" ;;\n", names, ValuesOf(*option));
  }
  parts->words += fmt::format("      '{}') words='{}' ;;\n", path, words);
}

}  // namespace

void AddCompletion(CLI::App& app) {
  Command command(app, "completion", "The completion of gelu for bash");
  command.Footer(
      "Examples:\n"
      "  source <(gelu completion)\n"
      "  gelu completion > ~/.local/share/bash-completion/completions/gelu");
  command.Run([&app] {
    Parts parts;
    Collect(app, app.get_name(), &parts);
    parts.values.pop_back();
    parts.words.pop_back();
    Print(kScript, fmt::arg("paths", parts.paths),
          fmt::arg("values", parts.values), fmt::arg("words", parts.words));
  });
}

}  // namespace gelu::cli
