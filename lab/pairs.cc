#include <fmt/format.h>
#include <gelu/lab/experiment.h>

#include <algorithm>
#include <cmath>

#include "labels.h"

namespace gelu::lab {
namespace {

Pair MakePair(const Arm& first, const Arm& second, const Experiment& e,
              const Runs& runs) {
  Pair pair{first, second};
  std::vector<double> a, b;
  for (std::uint32_t seed : e.seeds) {
    const Run& run_a = runs.at({first, seed});
    const Run& run_b = runs.at({second, seed});
    if (run_a.diverged() || run_b.diverged()) continue;
    pair.seeds.push_back(seed);
    a.push_back(run_a.test_loss);
    b.push_back(run_b.test_loss);
    pair.differences.push_back(b.back() - a.back());
  }
  if (!a.empty()) pair.comparison = Compare(a, b);
  return pair;
}

// Corrects the p values and judges.
void Conclude(const Experiment& e, std::vector<Pair>* pairs) {
  std::vector<double> sign_flip, wilcoxon;
  for (const Pair& pair : *pairs) {
    sign_flip.push_back(pair.comparison.sign_flip.p);
    wilcoxon.push_back(pair.comparison.wilcoxon.p);
  }
  sign_flip = Holm(sign_flip);
  wilcoxon = Holm(wilcoxon);
  for (std::size_t i = 0; i < pairs->size(); ++i) {
    Pair& pair = (*pairs)[i];
    pair.sign_flip_p = sign_flip[i];
    pair.wilcoxon_p = wilcoxon[i];
    pair.verdict = Judge(pair.comparison, sign_flip[i], e.smallest_effect);
  }
}

std::string Seeds(const Pair& pair) {
  const int count = pair.comparison.pairs;
  return fmt::format("{} paired seed{}", count, count == 1 ? "" : "s");
}

std::string Difference(const Pair& pair) {
  const Comparison& c = pair.comparison;
  return fmt::format(
      "{} − {} = {} in mean test cross-entropy over {}, 95 % interval {} to "
      "{}, sign-flip p {}",
      Name(pair.second), Name(pair.first), Signed(c.mean_difference),
      Seeds(pair), Signed(c.interval.low), Signed(c.interval.high),
      PText(pair.sign_flip_p));
}

Words Better(const Arm& better, const Arm& worse, const Pair& pair) {
  return {fmt::format("{} is better than {}", Name(better), Name(worse)),
          Difference(pair)};
}

Words InWords(const Experiment& e, const Pair& pair) {
  const std::string both = Name(pair.first) + " and " + Name(pair.second);
  switch (pair.verdict) {
    case Verdict::kIdentical:
      return {both + " are identical",
              "the difference is 0 on each of " + Seeds(pair)};
    case Verdict::kTooFewPairs:
      return {"Undecided between " + both,
              "fewer than 6 seeds can't tell, whatever the difference (" +
                  Difference(pair) + ")"};
    case Verdict::kFirstBetter:
      return Better(pair.first, pair.second, pair);
    case Verdict::kSecondBetter:
      return Better(pair.second, pair.first, pair);
    case Verdict::kEquivalent:
      return {fmt::format("No difference larger than {} between {}",
                          e.smallest_effect, both),
              Difference(pair)};
    case Verdict::kUndecided:
      return {"Undecided between " + both,
              "interval and test don't both show a difference (" +
                  Difference(pair) + ")"};
  }
  throw Error("no such verdict");
}

// Of several comparisons, what held.
Words Summary(const std::vector<Pair>& pairs) {
  std::string held;
  for (const Pair& pair : pairs) {
    const bool first = pair.verdict == Verdict::kFirstBetter;
    if (!first && pair.verdict != Verdict::kSecondBetter) continue;
    held += fmt::format("{}{} is better than {}", held.empty() ? "" : ", ",
                        Name(first ? pair.first : pair.second),
                        Name(first ? pair.second : pair.first));
  }
  return {held.empty() ? "No difference shown" : held,
          fmt::format("{} comparisons, p values corrected for their number",
                      pairs.size())};
}

std::string Diverged(const Experiment& e, const Runs& runs) {
  std::string text;
  for (const Arm& arm : Arms(e)) {
    const auto count =
        std::count_if(e.seeds.begin(), e.seeds.end(), [&](std::uint32_t seed) {
          return runs.at({arm, seed}).diverged();
        });
    if (count == 0) continue;
    text += fmt::format("; {} diverged on {} of {} seeds, which are left out",
                        Name(arm), count, e.seeds.size());
  }
  return text;
}

Words Conclusion(const Experiment& e, const std::vector<Pair>& pairs) {
  if (pairs.size() == 1) return InWords(e, pairs[0]);
  if (!pairs.empty()) return Summary(pairs);
  if (e.activations.size() > 1) {
    return {"Undecided", "no seed is left on which two can be compared"};
  }
  return {Name(Arms(e)[0]) + " alone", "there is nothing to compare it with"};
}

}  // namespace

std::vector<Pair> ComparePairs(const Experiment& e, const Runs& runs) {
  std::vector<Pair> pairs;
  const std::vector<Arm> arms = Arms(e);
  for (std::size_t i = 0; i < arms.size(); ++i) {
    for (std::size_t j = i + 1; j < arms.size(); ++j) {
      Pair pair = MakePair(arms[i], arms[j], e, runs);
      if (!pair.seeds.empty()) pairs.push_back(std::move(pair));
    }
  }
  Conclude(e, &pairs);
  return pairs;
}

Words VerdictInWords(const Experiment& e, const Runs& runs,
                     const std::vector<Pair>& pairs) {
  Words words = Conclusion(e, pairs);
  words.reasons += Diverged(e, runs);
  return words;
}

}  // namespace gelu::lab
