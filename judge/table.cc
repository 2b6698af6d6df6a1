#include <fmt/format.h>
#include <gelu/judge/judgement.h>
#include <gelu/judge/labels.h>

#include "words.h"

namespace gelu::judge {
namespace {

std::string Approximate(const std::string& p, const PValue& value) {
  return value.exact ? p : "≈ " + p;
}

std::vector<std::string> Row(const Judgement& judgement, const Pair& pair) {
  const Comparison& c = pair.comparison;
  const auto& arms = judgement.scores.arms;
  std::vector<std::string> row = {
      fmt::format("{} − {}", arms[pair.second], arms[pair.first]),
      fmt::format("{}", c.pairs),
      Signed(c.mean_difference, c),
      Text(c.interval, c),
      Approximate(PText(pair.sign_flip_p), c.sign_flip),
      Approximate(PText(pair.wilcoxon_p), c.wilcoxon),
      Percent(c.second_better),
      Percent(c.power),
      Text(c.detectable, c)};
  if (judgement.smallest_effect > 0) {
    row.push_back(Percent(PowerAt(judgement.smallest_effect, c)));
  }
  row.push_back(VerdictOf(judgement, pair));
  return row;
}

std::vector<std::vector<std::string>> Transposed(
    const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::vector<std::string>> columns(rows[0].size());
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) columns[i].push_back(row[i]);
  }
  return columns;
}

}  // namespace

std::vector<std::vector<std::string>> Table(const Judgement& judgement) {
  std::vector<std::string> names = {
      "difference", "seeds",           "mean",  "95 % interval", "sign-flip p",
      "Wilcoxon p", "P(first better)", "power", "detectable"};
  if (judgement.smallest_effect > 0) {
    names.push_back(fmt::format("power at {}", judgement.smallest_effect));
  }
  names.push_back("verdict");
  std::vector<std::vector<std::string>> rows = {names};
  for (const Pair& pair : judgement.pairs) {
    rows.push_back(Row(judgement, pair));
  }
  return rows.size() == 2 ? Transposed(rows) : rows;
}

std::string Method(const Judgement& judgement) {
  const bool lower = judgement.scores.better == Better::kLower;
  std::string text = fmt::format(
      "Metric: {}, {} is better. A difference is claimed only where the "
      "interval (BCa bootstrap of the mean paired difference) leaves out 0 and "
      "the sign-flip test has p < .05",
      judgement.scores.metric, lower ? "lower" : "higher");
  text += judgement.pairs.size() > 1
              ? "; p values are corrected by Holm's method. "
              : ". ";
  if (judgement.smallest_effect > 0) {
    text += fmt::format("An interval within ±{} is called no difference. ",
                        judgement.smallest_effect);
  }
  return text +
         "P(first better): the share of seeds on which the first named is "
         "better, ties half. Power: of a two-sided t test at 5 %, were the "
         "difference seen the true one. Detectable: what as many seeds would "
         "find in 4 experiments of 5. ≈: by random signs or by the normal "
         "approximation, else exact.";
}

}  // namespace gelu::judge
