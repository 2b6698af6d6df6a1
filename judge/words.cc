#include "words.h"

#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/judge/labels.h>

#include <algorithm>
#include <cmath>

namespace gelu::judge {
namespace {

std::string Seeds(const Pair& pair) {
  const int count = pair.comparison.pairs;
  return fmt::format("{} paired seed{}", count, count == 1 ? "" : "s");
}

std::string Difference(const Judgement& judgement, const Pair& pair) {
  const Comparison& c = pair.comparison;
  const Scores& scores = judgement.scores;
  return fmt::format(
      "{} − {} = {} in mean {} over {}, 95 % interval {}, sign-flip p {}",
      scores.arms[pair.second], scores.arms[pair.first],
      Signed(c.mean_difference, c), scores.metric, Seeds(pair),
      Text(c.interval, c), PText(pair.sign_flip_p));
}

Words InWords(const Judgement& judgement, const Pair& pair) {
  const std::string verdict = VerdictOf(judgement, pair);
  const std::string both = judgement.scores.arms[pair.first] + " and " +
                           judgement.scores.arms[pair.second];
  const std::string difference = Difference(judgement, pair);
  switch (pair.verdict) {
    case Verdict::kIdentical:
      return {verdict, both + " are identical",
              "the difference is 0 on each of " + Seeds(pair)};
    case Verdict::kTooFewPairs:
      return {verdict, "Undecided between " + both,
              "fewer than 6 seeds can't tell, whatever the difference (" +
                  difference + ")"};
    case Verdict::kFirstBetter:
    case Verdict::kSecondBetter:
      return {verdict, verdict, difference};
    case Verdict::kEquivalent:
      return {verdict,
              fmt::format("No difference larger than {} between {}",
                          judgement.smallest_effect, both),
              difference};
    case Verdict::kUndecided:
      return {verdict, "Undecided between " + both,
              "interval and test don't both show a difference (" + difference +
                  ")"};
  }
  throw Error("no such verdict");
}

// Of several comparisons, what held.
Words Summary(const Judgement& judgement) {
  std::string held;
  for (const Pair& pair : judgement.pairs) {
    if (pair.verdict != Verdict::kFirstBetter &&
        pair.verdict != Verdict::kSecondBetter) {
      continue;
    }
    held += (held.empty() ? "" : ", ") + VerdictOf(judgement, pair);
  }
  const bool any = !held.empty();
  return {any ? held : "undecided", any ? held : "No difference shown",
          fmt::format("{} comparisons, p values corrected for their number",
                      judgement.pairs.size())};
}

Words Conclusion(const Judgement& judgement) {
  if (judgement.pairs.size() == 1)
    return InWords(judgement, judgement.pairs[0]);
  if (!judgement.pairs.empty()) return Summary(judgement);
  const std::vector<std::string>& arms = judgement.scores.arms;
  if (arms.size() > 1) {
    return {"undecided", "Undecided",
            "no seed is left on which two can be compared"};
  }
  return {"undecided", arms[0] + " alone",
          "there is nothing to compare it with"};
}

std::string Diverged(const Scores& scores) {
  std::string text;
  for (std::size_t i = 0; i < scores.arms.size(); ++i) {
    const auto& values = scores.values[i];
    const auto count = std::count_if(values.begin(), values.end(),
                                     [](double x) { return std::isnan(x); });
    if (count == 0) continue;
    text += fmt::format("; {} diverged on {} of {} seeds, which are left out",
                        scores.arms[i], count, values.size());
  }
  return text;
}

}  // namespace

std::string VerdictOf(const Judgement& judgement, const Pair& pair) {
  const std::string& first = judgement.scores.arms[pair.first];
  const std::string& second = judgement.scores.arms[pair.second];
  switch (pair.verdict) {
    case Verdict::kIdentical:
      return "identical";
    case Verdict::kFirstBetter:
      return fmt::format("{} is better than {}", first, second);
    case Verdict::kSecondBetter:
      return fmt::format("{} is better than {}", second, first);
    case Verdict::kEquivalent:
      return fmt::format("no difference larger than {}",
                         judgement.smallest_effect);
    case Verdict::kTooFewPairs:
    case Verdict::kUndecided:
      return "undecided";
  }
  throw Error("no such verdict");
}

Words InWords(const Judgement& judgement) {
  Words words = Conclusion(judgement);
  words.reasons += Diverged(judgement.scores);
  return words;
}

std::string Sentence(const Words& words) {
  return fmt::format("{}: {}.", words.headline, words.reasons);
}

}  // namespace gelu::judge
