#include "settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdio>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>

namespace gelu::lab {
namespace {

std::string Text(const Shares& s) {
  return fmt::format("{}/{}/{}", s.train, s.validation, s.test);
}

std::string Text(Select select) {
  return select == Select::kBest ? "best" : "final";
}

// A number of seeds stands for 0 ... that - 1; a comma makes it a list.
std::string Text(const std::vector<std::uint32_t>& seeds) {
  std::vector<std::uint32_t> first(seeds.size());
  std::iota(first.begin(), first.end(), 0);
  if (seeds == first) return fmt::format("{}", seeds.size());
  return fmt::format("{}{}", fmt::join(seeds, ","),
                     seeds.size() == 1 ? "," : "");
}

Shares SharesOf(const std::string& text) {
  Shares s;
  if (std::sscanf(text.c_str(), "%d/%d/%d", &s.train, &s.validation, &s.test) !=
      3) {
    throw Error("no split: " + text);
  }
  return s;
}

std::string BatchText(std::int64_t batch) {
  return batch == 0 ? "full" : fmt::format("{}", batch);
}

}  // namespace

nlohmann::json RunSettings(const Experiment& e) {
  const Budget& b = e.budget;
  nlohmann::json settings = {
      {"data", e.data},          {"samples", e.samples},
      {"noise", e.noise},        {"split", Text(e.split)},
      {"hidden", b.hidden},      {"batch", BatchText(b.batch)},
      {"epochs", b.epochs},      {"lr", e.rates},
      {"select", Text(b.select)}};
  if (b.model != Budget().model) settings["model"] = b.model;
  return settings;
}

nlohmann::json Question(const Experiment& e) {
  std::vector<std::string_view> names;
  for (Activation a : e.activations) names.push_back(Info(a).name);
  return {{"activations", names},
          {"seeds", e.seeds},
          {"smallest_effect", e.smallest_effect}};
}

Experiment ExperimentOf(const nlohmann::json& settings,
                        const nlohmann::json& question) {
  Experiment e;
  settings.at("data").get_to(e.data);
  settings.at("samples").get_to(e.samples);
  settings.at("noise").get_to(e.noise);
  e.split = SharesOf(settings.at("split"));
  settings.at("hidden").get_to(e.budget.hidden);
  const std::string batch = settings.at("batch");
  e.budget.batch = batch == "full" ? 0 : std::stoll(batch);
  settings.at("epochs").get_to(e.budget.epochs);
  settings.at("lr").get_to(e.rates);
  e.budget.select =
      settings.at("select") == "best" ? Select::kBest : Select::kFinal;
  e.budget.model = settings.value("model", e.budget.model);
  e.activations.clear();
  for (const std::string name : question.at("activations")) {
    e.activations.push_back(ActivationFromName(name));
  }
  question.at("seeds").get_to(e.seeds);
  question.at("smallest_effect").get_to(e.smallest_effect);
  return e;
}

std::string CommandLine(const Experiment& e) {
  std::vector<std::string_view> names;
  for (Activation a : e.activations) names.push_back(Info(a).name);
  const Budget& b = e.budget;
  std::string line = fmt::format(
      "gelu lab {} --activations {} --seeds {} --samples {} --noise {} "
      "--split {} --hidden {} --batch {} --epochs {} --lr {} --select {}",
      e.data, fmt::join(names, ","), Text(e.seeds), e.samples, e.noise,
      Text(e.split),
      b.hidden.empty() ? "none" : fmt::format("{}", fmt::join(b.hidden, ",")),
      BatchText(b.batch), b.epochs, fmt::join(e.rates, ","), Text(b.select));
  if (b.model != Budget().model) line += " --model " + b.model;
  if (e.smallest_effect > 0) {
    line += fmt::format(" --smallest-effect {}", e.smallest_effect);
  }
  return line;
}

}  // namespace gelu::lab
