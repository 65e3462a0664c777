// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/ranks.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/gather_on_all.hpp>

#include "support/refusal.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

class RanksTest : public ::testing::TestWithParam<int> {};

TEST_P(RanksTest, GathersInTheOrderOfRanks) {
  on_ranks(GetParam(), [](Ranks& ranks) {
    const std::vector<int> all = ranks::all_gather(ranks, 10 * ranks.rank());
    ASSERT_EQ(all.size(), static_cast<std::size_t>(ranks.size()));
    for (int r = 0; r < ranks.size(); ++r) EXPECT_EQ(all[static_cast<std::size_t>(r)], 10 * r);
    EXPECT_EQ(ranks::all_reduce(ranks, ranks.rank() + 1, std::plus<>()), ranks.size() * (ranks.size() + 1) / 2);
  });
}

TEST_P(RanksTest, ListsOfAnyLengthReachTheirRank) {
  on_ranks(GetParam(), [](Ranks& ranks) {
    std::vector<std::vector<int>> to(static_cast<std::size_t>(ranks.size()));
    for (int r = 0; r < ranks.size(); ++r)
      to[static_cast<std::size_t>(r)].assign(static_cast<std::size_t>(r * ranks.rank()), 100 * ranks.rank() + r);
    const std::vector<std::vector<int>> from = ranks::all_to_all(ranks, to);
    for (int r = 0; r < ranks.size(); ++r) {
      const std::vector<int> expected(static_cast<std::size_t>(r * ranks.rank()), 100 * r + ranks.rank());
      EXPECT_EQ(from[static_cast<std::size_t>(r)], expected);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Sizes, RanksTest, ::testing::Values(1, 2, 3, 5, 8));

TEST(Ranks, AFailureIsThrownOnAllRanksAndNamesItsRank) {
  int told = 0;
  try {
    on_ranks(3, [](Ranks& ranks) {
      if (ranks.rank() == 1) throw RankError(1, "the graph does not fit");
      static_cast<void>(ranks::all_gather(ranks, 0));
    });
  } catch (const RankError& error) {
    ++told;
    EXPECT_EQ(error.rank(), 1);
    EXPECT_EQ(std::string(error.what()), "rank 1: the graph does not fit");
  }
  EXPECT_EQ(told, 1);
}

TEST(Ranks, OthersLearnWhoseFaultItIs) {
  std::atomic<int> told{0};
  EXPECT_THROW(on_ranks(3,
                        [&](Ranks& ranks) {
                          try {
                            ranks::fail_together(&ranks, [&] {
                              if (ranks.rank() == 1) throw InputError("g.el", 3, "a negative length");
                              static_cast<void>(ranks::all_gather(ranks, 0));
                            });
                          } catch (const RankError& error) {
                            told += error.fault() == ranks::RankFault::kInput ? 1 : 0;
                          }
                        }),
               InputError);
  EXPECT_EQ(told, 2);
}

// Rank 1 says something else that has as many bytes as the sizes of the others.
template <class Call>
void expect_no_size_of_another_call(std::size_t words, const Call& call) {
  std::atomic<int> refused{0};
  on_ranks(2, [&](Ranks& ranks) {
    if (ranks.rank() == 1) {
      const std::vector<std::uint64_t> mine(words, std::uint64_t{1} << 62);
      std::vector<std::uint64_t> all(2 * words);
      return ranks.all_gather(std::as_bytes(std::span(mine)), std::as_writable_bytes(std::span(all)));
    }
    const std::string message = refusal<UsageError>([&] { call(ranks); });
    EXPECT_NE(message.find("rank 1 makes another call"), std::string::npos) << message;
    ++refused;
  });
  EXPECT_EQ(refused, 1);
}

TEST(Ranks, NumbersOfAnotherCallAreNoSizes) {
  expect_no_size_of_another_call(
      5, [](Ranks& ranks) { static_cast<void>(ranks::all_to_all(ranks, std::vector<std::vector<int>>(2))); });
  expect_no_size_of_another_call(
      4, [](Ranks& ranks) { static_cast<void>(ranks::gather_on_all(ranks, std::vector<int>(3))); });
}

TEST(Ranks, ALateRankIsNamedWhenTheTimeIsOver) {
  on_ranks(2, [](Ranks& ranks) {
    if (ranks.rank() == 1) return;
    ranks.set_time_limit(std::chrono::milliseconds(10));
    try {
      static_cast<void>(ranks::all_gather(ranks, 0));
      FAIL() << "nobody was late";
    } catch (const RankError& error) {
      EXPECT_EQ(error.rank(), 1);
    }
  });
}

}  // namespace
}  // namespace warpgraph::test
