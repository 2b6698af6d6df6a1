#include <gelu/judge/judgement.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "words.h"

namespace gelu::judge {
namespace {

using nlohmann::ordered_json;

// JSON knows no infinity.
ordered_json Number(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

}  // namespace

ordered_json ToJson(const Judgement& judgement, const Pair& pair) {
  const Comparison& c = pair.comparison;
  const double smallest = judgement.smallest_effect;
  ordered_json json = {
      {"first", judgement.scores.arms[pair.first]},
      {"second", judgement.scores.arms[pair.second]},
      {"verdict", VerdictOf(judgement, pair)},
      {"pairs", c.pairs},
      {"first_mean", c.first_mean},
      {"second_mean", c.second_mean},
      {"mean_difference", c.mean_difference},
      {"deviation", c.deviation},
      {"interval", {Number(c.interval.low), Number(c.interval.high)}},
      {"sign_flip_p", c.sign_flip.p},
      {"sign_flip_exact", c.sign_flip.exact},
      {"sign_flip_p_holm", pair.sign_flip_p},
      {"wilcoxon_p", c.wilcoxon.p},
      {"wilcoxon_exact", c.wilcoxon.exact},
      {"wilcoxon_p_holm", pair.wilcoxon_p},
      {"second_better", c.second_better},
      {"achieved_power", c.power},
      {"detectable_difference", Number(c.detectable)}};
  if (smallest > 0) json["power_at_smallest_effect"] = PowerAt(smallest, c);
  return json;
}

ordered_json ToJson(const Judgement& judgement) {
  const Scores& scores = judgement.scores;
  ordered_json json = {{"verdict", judgement.words.verdict},
                       {"sentence", Sentence(judgement.words)},
                       {"metric", scores.metric},
                       {"higher_is_better", scores.better == Better::kHigher},
                       {"arms", scores.arms},
                       {"seeds", scores.seeds}};
  if (judgement.smallest_effect > 0) {
    json["smallest_effect"] = judgement.smallest_effect;
  }
  ordered_json comparisons = ordered_json::array();
  for (const Pair& pair : judgement.pairs) {
    comparisons.push_back(ToJson(judgement, pair));
  }
  if (comparisons.size() == 1) json.update(comparisons[0]);
  json["comparisons"] = std::move(comparisons);
  return json;
}

}  // namespace gelu::judge
