// The data sets against scikit-learn, bit by bit.

#include <gelu/gelu.h>
#include <gelu/lab/data.h>
#include <gtest/gtest.h>

#include "../python.h"
#include "reference.h"

namespace gelu::lab {
namespace {

using nlohmann::json;

std::vector<json> Cases() {
  std::vector<json> cases;
  for (int samples : {5, 6, 63, 64, 501, 2000}) {
    for (double noise : {0.0, 0.05, 0.2, 3.0}) {
      for (std::int64_t seed : {0LL, 1LL, 42LL, 4294967295LL}) {
        cases.push_back({{"samples", samples},
                         {"noise", noise},
                         {"seed", seed},
                         {"split", {60, 20, 20}}});
      }
    }
  }
  for (auto split : {std::vector{34, 33, 33}, {98, 1, 1}, {1, 1, 98}}) {
    cases.push_back(
        {{"samples", 777}, {"noise", 0.2}, {"seed", 3}, {"split", split}});
  }
  return cases;
}

TEST(Data, IsScikitLearns) {
  const std::vector<json> cases = Cases();
  const json expected = test::Python("lab/reference_data.py", cases);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    SCOPED_TRACE(cases[i].dump());
    const std::uint32_t seed = cases[i]["seed"];
    const auto split = cases[i]["split"].get<std::vector<int>>();
    const Split data =
        MakeSplit(MakeMoons(cases[i]["samples"], cases[i]["noise"], seed),
                  {split[0], split[1], split[2]}, seed);
    const DataSet* parts[] = {&data.train, &data.validation, &data.test};
    for (int part = 0; part < 3; ++part) {
      EXPECT_EQ(Hex(parts[part]->x), expected[i][part][0]) << part;
      EXPECT_EQ(Hex(parts[part]->y), expected[i][part][1]) << part;
    }
  }
}

TEST(Data, EachPartNeedsASample) {
  EXPECT_THROW(MakeSplit(MakeMoons(1, 0.2, 0), {60, 20, 20}, 0), Error);
  EXPECT_THROW(MakeSplit(MakeMoons(2, 0.2, 0), {60, 20, 20}, 0), Error);
  EXPECT_THROW(MakeSplit(MakeMoons(9, 0.2, 0), {100, 0, 0}, 0), Error);
  EXPECT_EQ(MakeSplit(MakeMoons(3, 0.2, 0), {60, 20, 20}, 0).train.y.numel(),
            1);
}

}  // namespace
}  // namespace gelu::lab
