// Verdicts in words, of two arms and of several.

#include <gelu/gelu.h>
#include <gelu/judge/judgement.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

namespace gelu::judge {
namespace {

// Each arm the same noise, but for its offset and a little more.
Judgement Judged(const std::vector<double>& offsets, int seeds,
                 double smallest_effect = 0) {
  Scores scores{.metric = "loss"};
  for (int i = 0; i < seeds; ++i) scores.seeds.push_back(i);
  for (std::size_t arm = 0; arm < offsets.size(); ++arm) {
    scores.arms.push_back(std::string(1, static_cast<char>('a' + arm)));
    auto& values = scores.values.emplace_back();
    for (int i = 0; i < seeds; ++i) {
      values.push_back(1 + std::sin(i) + offsets[arm] +
                       1e-3 * std::sin(7.0 * i * static_cast<double>(arm)));
    }
  }
  return JudgeScores(std::move(scores), smallest_effect);
}

TEST(Words, NameTheBetter) {
  EXPECT_EQ(Judged({0, -0.1}, 12).words.verdict, "b is better than a");
  EXPECT_EQ(Judged({0, 0.1}, 12).words.verdict, "a is better than b");
  EXPECT_EQ(Judged({0, 0.1}, 5).words.verdict, "undecided");
  EXPECT_EQ(Judged({0, 0}, 12).words.verdict, "undecided");
  EXPECT_EQ(Judged({0, 0}, 12, 0.01).words.verdict,
            "no difference larger than 0.01");
  EXPECT_EQ(Judged({0, 0.1, 0.2}, 12).words.verdict,
            "a is better than b, a is better than c, b is better than c");
  EXPECT_EQ(Judged({0, 0, 0}, 12).words.verdict, "undecided");
}

TEST(Words, SayWhatFewSeedsCanNot) {
  const std::string sentence = Sentence(Judged({0, 0.1}, 5).words);
  EXPECT_NE(sentence.find("Undecided between a and b"), sentence.npos)
      << sentence;
  EXPECT_NE(sentence.find("fewer than 6 seeds"), sentence.npos) << sentence;
}

TEST(Judgement, LeavesOutSeedsThatDiverged) {
  Judgement judgement = Judged({0, -0.1}, 12);
  Scores scores = judgement.scores;
  scores.values[1][3] = std::nan("");
  judgement = JudgeScores(std::move(scores), 0);
  EXPECT_EQ(judgement.pairs[0].comparison.pairs, 11);
  EXPECT_NE(judgement.words.reasons.find("b diverged on 1 of 12 seeds"),
            std::string::npos)
      << judgement.words.reasons;
}

TEST(Judgement, IsExactlyZeroAgainstItself) {
  Scores scores = Judged({0, 1}, 8).scores;
  scores.values[1] = scores.values[0];
  const auto json = ToJson(JudgeScores(std::move(scores), 0));
  EXPECT_EQ(json["verdict"], "identical");
  EXPECT_EQ(json["mean_difference"], 0.0);
  EXPECT_EQ(json["interval"], nlohmann::ordered_json({0.0, 0.0}));
  EXPECT_EQ(json["sign_flip_p"], 1.0);
  EXPECT_EQ(json["wilcoxon_p"], 1.0);
}

TEST(Json, HasAPairsStatisticsAtTheTopWhereThereIsOne) {
  const auto one = ToJson(Judged({0, -0.1}, 12));
  for (const auto& [name, value] : one["comparisons"][0].items()) {
    EXPECT_EQ(one[name], value) << name;
  }
  const auto three = ToJson(Judged({0, 0.1, 0.2}, 12));
  EXPECT_EQ(three["comparisons"].size(), 3u);
  EXPECT_FALSE(three.contains("mean_difference"));
  const auto single = ToJson(Judged({0, 0.1}, 1));
  EXPECT_TRUE(single["interval"][0].is_null());
  EXPECT_TRUE(single["detectable_difference"].is_null());
}

TEST(Judgement, CorrectsByTheNumberOfPairs) {
  for (const Pair& pair : Judged({0, 0, 0}, 12).pairs) {
    EXPECT_GE(pair.sign_flip_p, pair.comparison.sign_flip.p);
    EXPECT_GE(pair.wilcoxon_p, pair.comparison.wilcoxon.p);
  }
}

TEST(Judgement, RefusesAnImpossibleEffect) {
  for (double effect : {-1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW(CheckSmallestEffect(effect), Error) << effect;
  }
}

}  // namespace
}  // namespace gelu::judge
