// Scores: what each arm reached from each seed.

#ifndef GELU_JUDGE_SCORES_H_
#define GELU_JUDGE_SCORES_H_

#include <gelu/judge/statistics.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace gelu::judge {

struct Scores {
  std::string metric = "score";  // in words
  Better better = Better::kLower;
  std::vector<std::string> arms = {};
  std::vector<std::int64_t> seeds = {};
  // values[arm][seed]; NaN where that run diverged.
  std::vector<std::vector<double>> values = {};
};

// From comma-separated values (RFC 4180, UTF-8): a line of names, one of them
// `seed` and the others arms, then a line a seed. Throws Error that names the
// file, which is so called, and the line.
Scores ReadScores(std::string_view csv, const std::string& file);

}  // namespace gelu::judge

#endif  // GELU_JUDGE_SCORES_H_
