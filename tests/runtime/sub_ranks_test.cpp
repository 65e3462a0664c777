// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/sub_ranks.hpp>

#include <vector>

#include <gtest/gtest.h>

#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

// The even ranks, or the odd ones.
std::vector<int> like(const Ranks& ranks) {
  std::vector<int> members;
  for (int r = ranks.rank() % 2; r < ranks.size(); r += 2) members.push_back(r);
  return members;
}

TEST(SubRanks, TalkAmongThemselvesByNumbersOfTheirOwn) {
  on_ranks(5, [](Ranks& whole) {
    ranks::SubRanks some(whole, like(whole));
    EXPECT_EQ(some.size(), whole.rank() % 2 == 0 ? 3 : 2);
    EXPECT_EQ(some.rank(), whole.rank() / 2);
    EXPECT_EQ(some.number_of(some.rank()), whole.rank());
    EXPECT_EQ(ranks::all_gather(some, whole.rank()), like(whole));
  });
}

TEST(SubRanks, AFailureReachesAllRanksOfTheWhole) {
  EXPECT_THROW(on_ranks(4,
                        [](Ranks& whole) {
                          ranks::SubRanks some(whole, like(whole));
                          if (whole.rank() == 1) return some.fail("it does not fit");
                          static_cast<void>(ranks::all_gather(whole, 0));
                        }),
               RankError);
}

TEST(SubRanks, ARankThatIsNotAMemberIsRefused) {
  on_ranks(2, [](Ranks& whole) { EXPECT_THROW(ranks::SubRanks(whole, {1 - whole.rank()}), UsageError); });
}

}  // namespace
}  // namespace warpgraph::test
