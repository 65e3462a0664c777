// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/list_ranking.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "some_lists.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr std::uint32_t kTail = kNoNext<std::uint32_t>;

class ListRanking : public MachineTest {
 protected:
  template <class Index = std::uint32_t>
  [[nodiscard]] ListRanks<Index> rank(const std::vector<Index>& next, const ListRankOptions& options = {}) const {
    const Buffer<Index> on_device = to_device(stream(), next, "test lists");
    return rank_lists<Index>(stream(), on_device.view(), options);
  }
  [[nodiscard]] std::string refusal(const std::vector<std::uint32_t>& next, const ListRankOptions& options = {}) const {
    try {
      (void)rank(next, options);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
};

TEST_P(ListRanking, RanksAreThoseOfOneThreadThatWalks) {
  for (const SomeLists& lists : all_lists()) {
    const Walked walked = walk_serially(lists.next);
    ListRankOptions options;
    EXPECT_EQ(to_host(stream(), rank(lists.next, options).rank), walked.from_head) << lists.name;
    options.from = ListEnd::kTail;
    EXPECT_EQ(to_host(stream(), rank(lists.next, options).rank), walked.from_tail) << lists.name;
  }
}

TEST_P(ListRanking, HeadsOrderAndNumberOfListsAreThoseOfOneThread) {
  for (const SomeLists& lists : all_lists()) {
    const Walked walked = walk_serially(lists.next);
    for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
      ListRankOptions options;
      options.from = from;
      options.heads = options.order = true;
      const auto ranks = rank(lists.next, options);
      EXPECT_EQ(to_host(stream(), ranks.head), walked.head) << lists.name;
      EXPECT_EQ(to_host(stream(), ranks.order), walked.order) << lists.name;
      EXPECT_EQ(to_host(stream(), ranks.first), walked.first) << lists.name;
      EXPECT_EQ(ranks.lists, walked.first.size() - 1) << lists.name;
    }
  }
}

TEST_P(ListRanking, RanksDependOnNeitherSplittersNorSeedNorChains) {
  const auto next = lists_along(shuffled(3000, 4), 700);
  const Walked walked = walk_serially(next);
  for (const std::uint32_t splitters : {1u, 2u, 40u, 3000u}) {
    for (const unsigned chains : {1u, 2u}) {
      ListRankOptions options;
      options.splitters = splitters;
      options.chains = chains;
      options.seed = splitters * 7 + chains;
      options.order = true;
      const auto ranks = rank(next, options);
      EXPECT_EQ(to_host(stream(), ranks.rank), walked.from_head) << splitters << ' ' << chains;
      EXPECT_EQ(to_host(stream(), ranks.order), walked.order) << splitters << ' ' << chains;
    }
  }
}

TEST_P(ListRanking, WideIndicesGiveTheSameRanks) {
  const auto narrow = lists_along(shuffled(2000, 5), 300);
  std::vector<std::uint64_t> next(narrow.begin(), narrow.end());
  for (auto& each : next)
    if (each == kTail) each = kNoNext<std::uint64_t>;
  ListRankOptions options;
  options.heads = options.order = true;
  const auto wide = rank(next, options);
  const auto expected = rank(narrow, options);
  const auto widened = [&](const Buffer<std::uint32_t>& values) {
    const auto host = to_host(stream(), values);
    return std::vector<std::uint64_t>(host.begin(), host.end());
  };
  EXPECT_EQ(to_host(stream(), wide.rank), widened(expected.rank));
  EXPECT_EQ(to_host(stream(), wide.head), widened(expected.head));
  EXPECT_EQ(to_host(stream(), wide.order), widened(expected.order));
  EXPECT_EQ(to_host(stream(), wide.first), widened(expected.first));
}

TEST_P(ListRanking, NoElementsAreNoLists) {
  ListRankOptions options;
  options.order = true;
  const auto ranks = rank(std::vector<std::uint32_t>(), options);
  EXPECT_EQ(ranks.lists, 0u);
  EXPECT_TRUE(ranks.rank.empty());
  EXPECT_EQ(to_host(stream(), ranks.first), std::vector<std::uint32_t>{0});
}

TEST_P(ListRanking, StepsAreTimedWhereThatIsAskedFor) {
  ListRankOptions options;
  options.time_steps = true;
  const auto next = lists_along(shuffled(3000, 4), 3000);
  EXPECT_GE(rank(next, options).steps.size(), 4u);
  EXPECT_TRUE(rank(next).steps.empty());
}

TEST_P(ListRanking, ASuccessorOutOfRangeIsRefusedWithItsElement) {
  EXPECT_EQ(refusal({1, 2, 9, 3}), "element 2 is followed by 9, and the last element is 3");
}

TEST_P(ListRanking, ASecondPredecessorIsRefusedWithAllThree) {
  auto next = lists_along(shuffled(1000, 3), 1000);
  const Walked walked = walk_serially(next);
  const std::uint32_t other = walked.order[999];  // the tail
  const std::uint32_t target = walked.order[500];
  next[other] = target;
  const std::uint32_t usual = walked.order[499];
  EXPECT_EQ(refusal(next), "element " + std::to_string(target) + " has two predecessors, " +
                               std::to_string(std::min(usual, other)) + " and " +
                               std::to_string(std::max(usual, other)));
}

TEST_P(ListRanking, OneListThatJoinsAnotherIsRefused) {
  for (const std::uint32_t splitters : {1u, 2u, 5u, 10u}) {
    ListRankOptions options;
    options.splitters = splitters;
    for (std::uint32_t target = 0; target < 9; ++target) {
      // 0 -> 1 -> ... -> 8 and 9 -> target
      std::vector<std::uint32_t> next{1, 2, 3, 4, 5, 6, 7, 8, kTail, target};
      const std::string expected = target == 0 ? ""
                                               : "element " + std::to_string(target) + " has two predecessors, " +
                                                     std::to_string(target - 1) + " and 9";
      EXPECT_EQ(refusal(next, options), expected) << splitters;
    }
  }
}

TEST_P(ListRanking, ACircleIsRefusedWithItsFirstElement) {
  for (const std::uint32_t length : {2u, 3u, 4u, 64u, 1000u}) {
    for (const std::uint32_t splitters : {1u, 100u, 2000u}) {
      ListRankOptions options;
      options.splitters = splitters;
      auto next = lists_along(ascending(2000), 2000);
      next[1999 - length] = kTail;
      next[1999] = 2000 - length;
      EXPECT_EQ(refusal(next, options),
                "element " + std::to_string(2000 - length) + " is on a circle: its list has no tail");
    }
  }
}

TEST_P(ListRanking, MemoryStaysBelowWhatIsPredicted) {
  for (const std::size_t length : {std::size_t{2}, std::size_t{40}, std::size_t{60000}}) {
    const auto next = to_device(stream(), lists_along(shuffled(60000, 3), length), "test lists");
    const std::uint64_t lists = (next.size() + length - 1) / length;
    for (const bool is_more : {false, true}) {
      ListRankOptions options;
      options.heads = options.order = is_more;
      const std::size_t before = device().memory().in_use;
      device().reset_peak_memory();
      (void)rank_lists<std::uint32_t>(stream(), next.view(), options);
      const std::size_t taken = device().memory().peak - before;
      EXPECT_LE(taken, rank_lists_memory<std::uint32_t>(next.size(), options, lists).total() + 4096) << length;
      EXPECT_LE(taken, rank_lists_memory<std::uint32_t>(next.size(), options).total() + 4096) << length;
    }
  }
}

TEST(ListRankingMemory, OneListTakesLessThanMany) {
  const std::uint64_t n = std::uint64_t{1} << 28;
  EXPECT_LE(rank_lists_memory<std::uint32_t>(n, {}, 1).total(), 24 * n);
  EXPECT_GE(rank_lists_memory<std::uint32_t>(n).total(), 48 * n);
}

TEST(ListRankingMemory, ListsThatDoNotFitAreRefusedBeforeTheyAreWalked) {
  const auto next = lists_along(shuffled(100000, 3), 2);
  RuntimeOptions options;
  options.memory_limit = 20 * next.size();  // ranks and records fit
  Runtime runtime("host", options);
  try {
    (void)rank_lists<std::uint32_t>(runtime, next);
    FAIL() << "ranked";
  } catch (const OutOfMemory& error) {
    EXPECT_NE(std::string(error.what()).find("list ranking"), std::string::npos) << error.what();
  }
}

TEST_P(ListRanking, VerificationFindsAWrongRank) {
  const auto next = lists_along(shuffled(1000, 3), 200);
  for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
    ListRankOptions options;
    options.from = from;
    auto ranks = rank_lists<std::uint32_t>(runtime(), next, options).rank;
    const auto verify = [&] { return verify_list_ranks<std::uint32_t>(runtime().threads(), next, ranks, from); };
    EXPECT_FALSE(verify().has_value());
    ++ranks[77];
    EXPECT_TRUE(verify().has_value());
  }
}

// One list alone.
class LargeList : public ListRanking {
 protected:
  void SetUp() override {
    ListRanking::SetUp();
    if (IsSkipped()) return;
    next_ = large_lists(stream()).front().next;
  }
  // The elements in list order.
  [[nodiscard]] std::vector<std::uint32_t> order() const {
    ListRankOptions options;
    options.order = true;
    return to_host(stream(), rank(next_, options).order);
  }

  std::vector<std::uint32_t> next_;
};

TEST_P(LargeList, IsRankedFromEitherEnd) {
  for (const SomeLists& lists : large_lists(stream())) {
    for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
      ListRankOptions options;
      options.from = from;
      const auto ranks = to_host(stream(), rank(lists.next, options).rank);
      EXPECT_EQ(verify_list_ranks<std::uint32_t>(runtime().threads(), lists.next, ranks, from), std::nullopt)
          << lists.name;
    }
  }
}

TEST_P(LargeList, OrderAndHeadsAreThoseOfTheRanks) {
  ListRankOptions options;
  options.order = options.heads = true;
  options.chains = 2;
  options.splitters = 300;
  const auto found = rank(next_, options);
  const auto ranks = to_host(stream(), found.rank);
  const auto order = to_host(stream(), found.order);
  std::uint64_t wrong = 0;
  for (std::uint32_t v = 0; v < next_.size(); ++v) wrong += order[ranks[v]] == v ? 0 : 1;
  EXPECT_EQ(wrong, 0u);
  EXPECT_EQ(to_host(stream(), found.head), std::vector<std::uint32_t>(next_.size(), order[0]));
  EXPECT_EQ(to_host(stream(), found.first), (std::vector<std::uint32_t>{0, static_cast<std::uint32_t>(next_.size())}));
}

TEST_P(LargeList, WideIndicesGiveTheSameRanks) {
  std::vector<std::uint64_t> wide(next_.begin(), next_.end());
  for (auto& each : wide)
    if (each == kTail) each = kNoNext<std::uint64_t>;
  const auto ranks = to_host(stream(), rank(wide).rank);
  EXPECT_EQ(verify_list_ranks<std::uint64_t>(runtime().threads(), wide, ranks, ListEnd::kHead), std::nullopt);
}

TEST_P(LargeList, ACircleBesideItIsRefused) {
  const auto along = order();
  for (const std::size_t length : {std::size_t{2}, std::size_t{64}, along.size() / 2}) {
    auto next = next_;
    const std::size_t before = along.size() / 4;
    next[along[before]] = next[along[before + length]];
    next[along[before + length]] = along[before + 1];
    EXPECT_NE(refusal(next).find("is on a circle"), std::string::npos) << length;
  }
}

TEST_P(LargeList, AWayBackIntoItIsRefused) {
  const auto along = order();
  for (const std::size_t length : {std::size_t{1}, std::size_t{50}, along.size() / 2}) {
    auto next = next_;
    const std::size_t from = along.size() / 4 + length;
    next[along[from]] = along[from - length];
    EXPECT_NE(refusal(next).find("has two predecessors"), std::string::npos) << length;
  }
}

TEST(ListRankingOfARuntime, RanksAreTheSameOnAnyNumberOfDevices) {
  const auto next = lists_along(shuffled(5000, 6), 5000);
  const Walked walked = walk_serially(next);
  for (const char* const devices : {"host:1", "host:2", "host:3", "host:4", "host:7"}) {
    Runtime runtime(devices);
    ListRankOptions options;
    options.order = options.heads = true;
    const auto ranks = rank_lists<std::uint32_t>(runtime, next, options);
    EXPECT_EQ(ranks.rank, walked.from_head) << devices;
    EXPECT_EQ(ranks.order, walked.order) << devices;
    EXPECT_EQ(ranks.head, walked.head) << devices;
  }
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ListRanking);
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(LargeList);

}  // namespace
}  // namespace warpgraph::test
