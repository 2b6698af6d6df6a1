// libFuzzer's target for files of scores, in clang's builds (see the preset
// fuzz). Whatever is in the file: scores or gelu::Error, and a judgement of
// them in UTF-8.

#include <gelu/gelu.h>
#include <gelu/judge/judgement.h>

#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data,
                                      std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  gelu::judge::Scores scores;
  try {
    scores = gelu::judge::ReadScores(text, "scores.csv");
  } catch (const gelu::Error&) {
    return 0;
  }
  for (const auto& arm : scores.values) {
    if (arm.size() != scores.seeds.size()) std::abort();
    for (double value : arm) {
      if (!std::isfinite(value)) std::abort();
    }
  }
  if (scores.arms.size() > 4 || scores.seeds.size() > 8) return 0;  // slow
  const auto judgement = gelu::judge::JudgeScores(std::move(scores), 0.1);
  gelu::judge::ToJson(judgement).dump();
  gelu::judge::Table(judgement);
  return 0;
}
