// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/lists/some_lists.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr const char* kPaperMethods[] = {"pointer-jumping", "one-block-jumping", "splitters-64",
                                         "splitters-48",    "splitter-threads",  "sequential"};

class PaperMethods : public MachineTest {
 protected:
  template <class Index = std::uint32_t>
  [[nodiscard]] std::vector<Index> rank(const std::vector<Index>& next, const ListRankOptions& options) const {
    const auto on_device = to_device(stream(), next, "test lists");
    return to_host(stream(), rank_lists<Index>(stream(), on_device.view(), options).rank);
  }
};

TEST_P(PaperMethods, OneListIsRankedFromEitherEnd) {
  for (const SomeLists& lists : all_lists()) {
    const Walked walked = walk_serially(lists.next);
    if (walked.first.size() != 2 || lists.next.size() > 5000) continue;
    for (const char* const method : kPaperMethods) {
      ListRankOptions options;
      options.method = method;
      EXPECT_EQ(rank(lists.next, options), walked.from_head) << lists.name << ' ' << method;
      options.from = ListEnd::kTail;
      EXPECT_EQ(rank(lists.next, options), walked.from_tail) << lists.name << ' ' << method;
    }
  }
}

TEST_P(PaperMethods, RanksDoNotDependOnTheNumberOfSplitters) {
  const auto next = lists_along(shuffled(1000, 3), 1000);
  const Walked walked = walk_serially(next);
  for (const char* const method : {"splitters-64", "splitters-48", "splitter-threads"}) {
    for (const std::uint32_t splitters : {1u, 3u, 64u, 999u, 1000u, 70000u}) {
      ListRankOptions options;
      options.method = method;
      options.splitters = splitters;
      options.seed = splitters;
      EXPECT_EQ(rank(next, options), walked.from_head) << method << ' ' << splitters;
    }
  }
}

TEST_P(PaperMethods, JumpingRanksSeveralListsFromTheirTails) {
  const auto next = lists_along(shuffled(2000, 3), 70);
  const Walked walked = walk_serially(next);
  for (const char* const method : {"sequential", "pointer-jumping", "one-block-jumping"}) {
    ListRankOptions options;
    options.method = method;
    options.from = ListEnd::kTail;
    EXPECT_EQ(rank(next, options), walked.from_tail) << method;
  }
}

TEST_P(PaperMethods, OwnersOf16BitsAreNotMoreThanThat) {
  const auto next = lists_along(ascending(70000), 70000);
  for (const char* const method : {"splitters-48", "splitter-threads"}) {
    for (const std::uint32_t splitters : {65536u, 70000u, 200000u}) {
      ListRankOptions options;
      options.method = method;
      options.splitters = splitters;
      EXPECT_THROW((void)rank(next, options), UsageError) << method << ' ' << splitters;
    }
  }
}

TEST_P(PaperMethods, SplittersRefuseSeveralLists) {
  const auto next = lists_along(ascending(20), 10);
  for (const char* const method : {"splitters-64", "splitters-48", "splitter-threads"}) {
    ListRankOptions options;
    options.method = method;
    EXPECT_THROW((void)rank(next, options), UsageError) << method;
  }
}

TEST_P(PaperMethods, WhatIsNoListIsRefused) {
  for (const char* const method : kPaperMethods) {
    ListRankOptions options;
    options.method = method;
    EXPECT_THROW((void)rank(std::vector<std::uint32_t>{1, 2, 1}, options), InputError) << method;
    EXPECT_THROW((void)rank(std::vector<std::uint32_t>{1, 2, 0}, options), InputError) << method;
    EXPECT_THROW((void)rank(std::vector<std::uint32_t>{1, 2, 4}, options), InputError) << method;
  }
}

TEST_P(PaperMethods, OneThreadGivesHeadsAndOrderAsWalkersDo) {
  const auto next = lists_along(shuffled(2000, 3), 70);
  const auto on_device = to_device(stream(), next, "test lists");
  ListRankOptions options;
  options.heads = options.order = true;
  const auto expected = rank_lists<std::uint32_t>(stream(), on_device.view(), options);
  options.method = "sequential";
  const auto ranks = rank_lists<std::uint32_t>(stream(), on_device.view(), options);
  EXPECT_EQ(to_host(stream(), ranks.head), to_host(stream(), expected.head));
  EXPECT_EQ(to_host(stream(), ranks.order), to_host(stream(), expected.order));
  EXPECT_EQ(to_host(stream(), ranks.first), to_host(stream(), expected.first));
  EXPECT_EQ(ranks.lists, expected.lists);
}

TEST_P(PaperMethods, WideIndicesGiveTheSameRanks) {
  const auto narrow = lists_along(shuffled(500, 3), 500);
  const Walked walked = walk_serially(narrow);
  std::vector<std::uint64_t> next(narrow.begin(), narrow.end());
  for (auto& each : next)
    if (each == kNoNext<std::uint32_t>) each = kNoNext<std::uint64_t>;
  for (const char* const method : kPaperMethods) {
    ListRankOptions options;
    options.method = method;
    const auto ranks = rank(next, options);
    EXPECT_EQ(std::vector<std::uint32_t>(ranks.begin(), ranks.end()), walked.from_head) << method;
  }
}

TEST_P(PaperMethods, EachKernelIsTimed) {
  const auto on_device = to_device(stream(), lists_along(shuffled(3000, 4), 3000), "test lists");
  ListRankOptions options;
  options.method = "splitters-64";
  options.time_steps = true;
  const auto steps = rank_lists<std::uint32_t>(stream(), on_device.view(), options).steps;
  ASSERT_EQ(steps.size(), 6u);
  EXPECT_EQ(steps[2].name, "RS3 walk");
  EXPECT_GT(steps[2].seconds, 0);
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PaperMethods);

}  // namespace
}  // namespace warpgraph::test
