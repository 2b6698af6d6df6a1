// A build without MPI, of which only this part differs.

#include <gelu/lab/ranks.h>
#include <gtest/gtest.h>

namespace gelu::lab {
namespace {

TEST(RanksAlone, AreOneProcess) {
  Ranks ranks;
  EXPECT_EQ(ranks.number(), 0);
  EXPECT_EQ(ranks.count(), 1);
  EXPECT_EQ(ranks.on_this_machine(), 1);
  ranks.Send(0, "to nobody");
  EXPECT_FALSE(ranks.Receive());
  LetTheFirstSpeak();
}

}  // namespace
}  // namespace gelu::lab
