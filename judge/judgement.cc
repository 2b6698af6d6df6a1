#include <fmt/format.h>
#include <gelu/gelu.h>
#include <gelu/judge/judgement.h>

#include <cmath>

#include "words.h"

namespace gelu::judge {
namespace {

Pair MakePair(const Scores& scores, std::size_t first, std::size_t second) {
  Pair pair{first, second};
  std::vector<double> a, b;
  for (std::size_t i = 0; i < scores.seeds.size(); ++i) {
    const double x = scores.values[first][i], y = scores.values[second][i];
    if (std::isnan(x) || std::isnan(y)) continue;
    pair.seeds.push_back(scores.seeds[i]);
    a.push_back(x);
    b.push_back(y);
    pair.differences.push_back(y - x);
  }
  if (!a.empty()) pair.comparison = Compare(a, b, scores.better);
  return pair;
}

// Corrects the p values and judges.
void Conclude(double smallest_effect, std::vector<Pair>* pairs) {
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
    pair.verdict = Judge(pair.comparison, sign_flip[i], smallest_effect);
  }
}

}  // namespace

void CheckSmallestEffect(double smallest_effect) {
  if (!(smallest_effect >= 0) || std::isinf(smallest_effect)) {
    throw Error(
        fmt::format("smallest effect {}: must be 0 or more", smallest_effect));
  }
}

Judgement JudgeScores(Scores scores, double smallest_effect) {
  CheckSmallestEffect(smallest_effect);
  Judgement judgement{std::move(scores), smallest_effect};
  const std::size_t arms = judgement.scores.arms.size();
  for (std::size_t i = 0; i < arms; ++i) {
    for (std::size_t j = i + 1; j < arms; ++j) {
      Pair pair = MakePair(judgement.scores, i, j);
      if (!pair.seeds.empty()) judgement.pairs.push_back(std::move(pair));
    }
  }
  Conclude(smallest_effect, &judgement.pairs);
  judgement.words = InWords(judgement);
  return judgement;
}

}  // namespace gelu::judge
