// What scores say of their arms: every two compared, and a verdict in words.

#ifndef GELU_JUDGE_JUDGEMENT_H_
#define GELU_JUDGE_JUDGEMENT_H_

#include <gelu/judge/scores.h>
#include <gelu/judge/statistics.h>

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace gelu::judge {

// Two arms, on the seeds on which neither diverged.
struct Pair {
  std::size_t first, second;  // places in Scores::arms
  std::vector<std::int64_t> seeds = {};
  std::vector<double> differences = {};  // second - first
  Comparison comparison = {};
  double sign_flip_p = 1, wilcoxon_p = 1;  // corrected by Holm over all pairs
  Verdict verdict = Verdict::kUndecided;
};

struct Words {
  std::string verdict;   // "gelu is better than relu", "undecided"
  std::string headline;  // the same as a sentence's beginning
  std::string reasons;   // the numbers that say so
};
std::string Sentence(const Words& words);

struct Judgement {
  Scores scores;
  double smallest_effect = 0;    // 0: none was named
  std::vector<Pair> pairs = {};  // none where no seed is left for any two
  Words words = {};
};

// Throws Error if the smallest effect is below 0 or not finite.
void CheckSmallestEffect(double smallest_effect);

Judgement JudgeScores(Scores scores, double smallest_effect);

// One pair's statistics; infinite numbers are null.
nlohmann::ordered_json ToJson(const Judgement& judgement, const Pair& pair);

// The verdict and all pairs. The statistics of a pair that is the only one
// stand at the top, too.
nlohmann::ordered_json ToJson(const Judgement& judgement);

// The statistics for people: a row of names, then a row a pair. Of one pair
// alone columns, as so wide a row suits neither a terminal nor a phone.
std::vector<std::vector<std::string>> Table(const Judgement& judgement);

// How the statistics are to be read, in a sentence or two.
std::string Method(const Judgement& judgement);

}  // namespace gelu::judge

#endif  // GELU_JUDGE_JUDGEMENT_H_
