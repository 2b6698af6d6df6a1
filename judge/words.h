// The verdict in words.

#ifndef GELU_JUDGE_WORDS_H_
#define GELU_JUDGE_WORDS_H_

#include <gelu/judge/judgement.h>

#include <string>

namespace gelu::judge {

// Of one pair: "undecided".
std::string VerdictOf(const Judgement& judgement, const Pair& pair);

Words InWords(const Judgement& judgement);

}  // namespace gelu::judge

#endif  // GELU_JUDGE_WORDS_H_
