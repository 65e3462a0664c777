// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/same_call.hpp>

#include <atomic>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/refusal.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

TEST(SameCall, AllRanksThrowWhichRankDiffersAndInWhat) {
  std::atomic<int> thrown{0};
  on_ranks(4, [&](Ranks& ranks) {
    const bool differs = ranks.rank() == 2;
    const std::string message = refusal<DifferentCalls>([&] {
      ranks::expect_same_call(&ranks, "walk",
                              {ranks::call_word("source", differs ? 7 : 5), ranks::call_word("steps", 3)});
    });
    EXPECT_NE(message.find("rank 2 has \"source=7\", and the first rank has \"source=5\""), std::string::npos)
        << message;
    ++thrown;
  });
  EXPECT_EQ(thrown, 4);
}

TEST(SameCall, RanksGoOnAfterADifference) {
  on_ranks(3, [](Ranks& ranks) {
    const auto call = [&](int source) {
      ranks::fail_together(&ranks,
                           [&] { ranks::expect_same_call(&ranks, "walk", {ranks::call_word("source", source)}); });
    };
    EXPECT_THROW(call(ranks.rank()), DifferentCalls);
    EXPECT_NO_THROW(call(5));
    EXPECT_EQ(ranks::all_gather(ranks, ranks.rank()), (std::vector<int>{0, 1, 2}));
  });
}

TEST(SameCall, WordsThatAreMissingDiffer) {
  on_ranks(2, [](Ranks& ranks) {
    const std::vector<std::string> words(static_cast<std::size_t>(ranks.rank()), "deep");
    const std::string message = refusal<DifferentCalls>([&] { ranks::expect_same_call(&ranks, "walk", words); });
    EXPECT_NE(message.find("rank 1 has \"deep\", and the first rank has no more"), std::string::npos) << message;
  });
}

TEST(SameCall, ADifferentFunctionIsNamed) {
  on_ranks(2, [](Ranks& ranks) {
    const std::string message =
        refusal<DifferentCalls>([&] { ranks::expect_same_call(&ranks, ranks.rank() == 1 ? "run" : "walk", {}); });
    EXPECT_NE(message.find("rank 1 has \"function=run\", and the first rank has \"function=walk\""), std::string::npos)
        << message;
  });
}

TEST(SameCall, NumbersKeepAllTheirDigits) {
  EXPECT_EQ(ranks::call_word("tolerance", 1e-9), "tolerance=1e-09");
  EXPECT_NE(ranks::call_word("x", 0.1), ranks::call_word("x", 0.1 + 1e-16));
  EXPECT_EQ(ranks::call_word("deterministic", true), "deterministic=1");
  EXPECT_EQ(ranks::call_word("id", ~std::uint64_t{0}), "id=18446744073709551615");
}

TEST(SameCall, OneProcessAloneComparesNothing) { EXPECT_NO_THROW(ranks::expect_same_call(nullptr, "walk", {"a"})); }

}  // namespace
}  // namespace warpgraph::test
