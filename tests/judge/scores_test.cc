// Files of scores: what is read, and what is refused with file and line.

#include <gelu/gelu.h>
#include <gelu/judge/scores.h>
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace gelu::judge {
namespace {

using namespace std::string_literals;
using Values = std::vector<std::vector<double>>;

TEST(Scores, AreReadAsSpreadsheetsWriteThem) {
  const Values values = {{0.5, -2}, {1e-3, 3}};
  const char* files[] = {
      "seed,relu,gelu\n1,0.5,0.001\n2,-2,3\n",
      "seed,relu,gelu\n1,0.5,0.001\n2,-2,3",  // no last line end
      "\xef\xbb\xbfseed,relu,gelu\r\n1,0.5,0.001\r\n2,-2,3\r\n",
      "relu,seed,gelu\n.5,1,1e-3\n-2.0,2,+3\n",
      "\"seed\",\"relu\",\"gelu\"\n\"1\",\"0.5\",\"0.001\"\n\"2\",-2,3\n",
      "seed , relu,\tgelu\n 1, 0.5, 0.001\n\n2,-2 ,\"3\" \n\n",
  };
  for (const char* file : files) {
    SCOPED_TRACE(file);
    const Scores scores = ReadScores(file, "f.csv");
    EXPECT_EQ(scores.arms, (std::vector<std::string>{"relu", "gelu"}));
    EXPECT_EQ(scores.seeds, (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(scores.values, values);
  }
}

TEST(Scores, QuotedNamesKeepWhatIsInThem) {
  const Scores scores =
      ReadScores("\"a \"\"b\"\", c\",seed,\"two\nlines\"\n1,-7,2\n", "f.csv");
  EXPECT_EQ(scores.arms,
            (std::vector<std::string>{"a \"b\", c", "two\nlines"}));
  EXPECT_EQ(scores.seeds, std::vector<std::int64_t>{-7});
}

TEST(Scores, AreRefusedWithFileAndLine) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "f.csv, line 1: nothing"},
      {"\xef\xbb\xbf", "f.csv, line 1: nothing"},
      {"\n\n\n", "f.csv, line 1: nothing"},
      {"relu,gelu\n1,2\n", "f.csv, line 1: no column is named 'seed'"},
      {"seed;relu;gelu\n", "'seed;relu;gelu'"},
      {"seed,relu\n1,2\n", "f.csv, line 1: 1 column beside"},
      {"seed\n1\n", "f.csv, line 1: 0 columns beside"},
      {"seed,a,a\n1,2,3\n", "f.csv, line 1: two columns are named 'a'"},
      {"seed,a,seed\n1,2,3\n", "f.csv, line 1: two columns are named 'seed'"},
      {"seed,a,\n1,2,\n", "f.csv, line 1: a column without a name"},
      {"\nseed,a,b\n", "f.csv, line 2: no line of scores"},
      {"seed,a,b\n1,2\n", "f.csv, line 2: 2 fields, but 3 columns"},
      {"seed,a,b\n1,2,3\n2,3,4,5\n", "f.csv, line 3: 4 fields, but 3"},
      {"seed,a,b\n1,2,x\n", "f.csv, line 2: column 'b': 'x' is not a number"},
      {"seed,a,b\n1,2,\n", "f.csv, line 2: column 'b': '' is not a number"},
      {"seed,a,b\n1,2,3%\n", "'3%' is not a number"},
      {"seed,a,b\n1,2,0x1p3\n", "'0x1p3' is not a number"},
      {"seed,a,b\n1,2,+-3\n", "'+-3' is not a number"},
      {"seed,a,b\n1,nan,3\n", "f.csv, line 2: column 'a': 'nan' is not finite"},
      {"seed,a,b\n1,2,-inf\n", "column 'b': '-inf' is not finite"},
      {"seed,a,b\n1,2,1e999\n", "'1e999' is out of range"},
      {"seed,a,b\n1,2,1e101\n", "'1e101' is out of range"},
      {"seed,a,b\n1,2,3\n\n2,3,4\n1,5,6\n",
       "f.csv, line 5: seed 1 again, after line 2"},
      {"seed,a,b\n1.5,2,3\n", "f.csv, line 2: seed '1.5': not a whole"},
      {"seed,a,b\n,2,3\n", "f.csv, line 2: seed ''"},
      {"seed,a,b\n99999999999999999999,2,3\n", "not a whole number"},
      {"seed,a,b\n1,\"2,3\n4,5,6\n", "f.csv, line 2: a quote that is never"},
      {"seed,a,b\n1,\"2\"x,3\n", "f.csv, line 2: text after a closing quote"},
      {"seed,a,b\n1,2\"2,3\n", "f.csv, line 2: a quote inside"},
      {"seed,\"a\nb\",c\n1,x,2\n", "f.csv, line 3: column 'a\nb': 'x'"},
      {"seed,a,b\r1,2,3\r", "f.csv, line 1: byte 0x0d"},
      {"seed,a,b\n1,2,3\0"s, "f.csv, line 2: byte 0x00"},
      {"seed,a,b\n1,2,\xff\n", "f.csv, line 2: byte 0xff"},
      {"seed,a,\xc0\x80\n", "f.csv, line 1: byte 0xc0"},      // too long
      {"seed,a,\xed\xa0\x80\n", "f.csv, line 1: byte 0xed"},  // surrogate
      {"\x7f"
       "ELF",
       "f.csv, line 1: byte 0x7f"},
      {std::string(200, 'x') + "\n", std::string(40, 'x') + "…'"},
  };
  for (const auto& [file, expected] : cases) {
    SCOPED_TRACE(file);
    try {
      ReadScores(file, "f.csv");
      FAIL() << "read";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(expected), std::string::npos)
          << error.what();
    }
  }
}

// A file with a few bytes changed, put in or taken out is scores or an error
// that names it; the sanitizers watch. scores_fuzz.cc goes further.
TEST(Scores, SurviveMutations) {
  const std::string file =
      "\xef\xbb\xbfseed,\"re\"\"lu\",gelu\r\n1,0.5,1e-3\n\n-2,\"-2\", +3\n";
  constexpr std::string_view kBytes = "\",\r\n\t .+-e0123456789\0\xc3\xa9nif";
  std::mt19937 random(1);
  int read = 0, refused = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string text = file;
    for (std::size_t edits = 1 + random() % 4; edits > 0; --edits) {
      const std::size_t place = random() % text.size();
      text.replace(place, random() % 3,
                   std::string(random() % 3, kBytes[random() % kBytes.size()]));
    }
    try {
      const Scores scores = ReadScores(text, "f.csv");
      EXPECT_EQ(scores.values[0].size(), scores.seeds.size());
      ++read;
    } catch (const Error& error) {
      EXPECT_TRUE(std::string_view(error.what()).starts_with("f.csv, line "));
      ++refused;
    }
  }
  EXPECT_GT(read, 1000);
  EXPECT_GT(refused, 1000);
}

TEST(Scores, HaveLimits) {
  std::string many = "seed,a,b\n";
  for (int i = 0; i <= 10'000; ++i) many += std::to_string(i) + ",1,2\n";
  EXPECT_THROW(ReadScores(many, "f.csv"), Error);
  std::string wide = "seed";
  for (int i = 0; i <= 100; ++i) wide += ",a" + std::to_string(i);
  EXPECT_THROW(ReadScores(wide, "f.csv"), Error);
}

}  // namespace
}  // namespace gelu::judge
