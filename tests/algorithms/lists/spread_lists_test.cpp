// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/spread_lists.hpp>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "some_lists.hpp"
#include "spread_lists_case.hpp"
#include "support/random.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// x -> a x + b, joined one after the other: associative and not commutative.
struct Line {
  std::uint32_t a;
  std::uint32_t b;
  bool operator==(const Line&) const = default;
};
struct AfterLine {
  WARPGRAPH_DEVICE Line operator()(const Line& f, const Line& g) const { return {f.a * g.a, g.a * f.b + g.b}; }
};

TEST_P(SpreadLists, RanksHeadsAndOrderAreThoseOfOneThread) {
  for (const SomeLists& lists : all_lists()) {
    const Walked walked = walk_serially(lists.next);
    for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
      ListRankOptions options;
      options.from = from;
      options.heads = options.order = true;
      const HostListRanks<std::uint32_t> ranks = to_host(streams_, rank(lists.next, options));
      EXPECT_EQ(ranks.rank, from == ListEnd::kHead ? walked.from_head : walked.from_tail) << lists.name;
      EXPECT_EQ(ranks.head, walked.head) << lists.name;
      EXPECT_EQ(ranks.order, walked.order) << lists.name;
      EXPECT_EQ(ranks.first, walked.first) << lists.name;
      EXPECT_EQ(ranks.lists, walked.first.size() - 1) << lists.name;
    }
  }
}

TEST_P(SpreadLists, RanksAloneAreTheSame) {
  for (const std::size_t length : {std::size_t{3}, std::size_t{500}, std::size_t{30000}}) {
    const auto next = lists_along(shuffled(30000, 5), length);
    EXPECT_EQ(to_host(streams_, rank(next)).rank, walk_serially(next).from_head) << length;
  }
}

TEST_P(SpreadLists, RanksDependOnNeitherSplittersNorSeedNorChains) {
  for (const std::size_t length : {std::size_t{700}, std::size_t{3000}}) {
    const auto next = lists_along(shuffled(3000, 4), length);
    const Walked walked = walk_serially(next);
    for (const std::uint32_t splitters : {1u, 2u, 40u, 3000u}) {
      for (const unsigned chains : {1u, 2u}) {
        ListRankOptions options;
        options.splitters = splitters;
        options.chains = chains;
        options.seed = splitters * 7 + chains;
        EXPECT_EQ(to_host(streams_, rank(next, options)).rank, walked.from_head) << splitters << ' ' << chains;
      }
    }
  }
}

TEST_P(SpreadLists, WideIndicesGiveTheSameRanks) {
  for (const std::size_t length : {std::size_t{300}, std::size_t{5000}}) {
    const auto narrow = lists_along(shuffled(5000, 5), length);
    const Walked walked = walk_serially(narrow);
    std::vector<std::uint64_t> next(narrow.begin(), narrow.end());
    for (auto& each : next)
      if (each == kNoNext<std::uint32_t>) each = kNoNext<std::uint64_t>;
    ListRankOptions options;
    options.heads = options.order = true;
    const HostListRanks<std::uint64_t> ranks = to_host(streams_, rank(next, options));
    const auto widened = [](const std::vector<std::uint32_t>& values) {
      return std::vector<std::uint64_t>(values.begin(), values.end());
    };
    EXPECT_EQ(ranks.rank, widened(walked.from_head));
    EXPECT_EQ(ranks.head, widened(walked.head));
    EXPECT_EQ(ranks.order, widened(walked.order));
    EXPECT_EQ(ranks.first, widened(walked.first));
  }
}

TEST_P(SpreadLists, NoElementsAreNoLists) {
  ListRankOptions options;
  options.order = true;
  const HostListRanks<std::uint32_t> ranks = to_host(streams_, rank(std::vector<std::uint32_t>(), options));
  EXPECT_EQ(ranks.lists, 0u);
  EXPECT_TRUE(ranks.rank.empty());
  EXPECT_EQ(ranks.first, std::vector<std::uint32_t>{0});
}

TEST_P(SpreadLists, PartsOfAnySizesAreRanked) {
  const auto next = lists_along(shuffled(5000, 8), 1700);
  std::vector<Buffer<std::uint32_t>> parts;
  std::size_t first = 0;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    const std::size_t last = i + 1 == streams_.size() ? next.size() : first + 7 * i;
    parts.push_back(to_device(streams_[i], std::span(next).subspan(first, last - first), "test lists"));
    first = last;
  }
  ListRankOptions options;
  options.order = true;
  const auto ranks =
      to_host(streams_, rank_spread_lists<std::uint32_t>(streams_, views_of(std::as_const(parts)), options));
  EXPECT_EQ(ranks.rank, walk_serially(next).from_head);
  EXPECT_EQ(ranks.order, walk_serially(next).order);
}

TEST_P(SpreadLists, WhatIsNoListIsRefusedWithTheElementsAsOnOneDevice) {
  EXPECT_EQ(refusal({1, 2, 9, 3}), "element 2 is followed by 9, and the last element is 3");
  for (const std::size_t length : {std::size_t{300}, std::size_t{3000}}) {
    for (const std::uint32_t splitters : {1u, 100u, 2000u}) {
      ListRankOptions options;
      options.splitters = splitters;
      auto next = lists_along(ascending(3000), length);
      next[2999] = 1499;  // a second predecessor, in another range
      const bool is_circle = length == 3000;
      EXPECT_EQ(refusal(next, options), "element 1499 has two predecessors, 1498 and 2999") << is_circle;
      next[1498] = 1498;
      next[2999] = kNoNext<std::uint32_t>;
      next[1799] = 1500;  // a circle
      next[1499] = 1499;
      EXPECT_EQ(refusal(next, options), "element 1500 is on a circle: its list has no tail") << length;
    }
  }
}

TEST_P(SpreadLists, MethodsForComparisonAreForOneDevice) {
  if (streams_.size() == 1) GTEST_SKIP() << "one device";
  ListRankOptions options;
  options.method = "sequential";
  EXPECT_THROW((void)rank(lists_along(ascending(10), 10), options), UsageError);
}

TEST_P(SpreadLists, StepsAreTimedWhereThatIsAskedFor) {
  ListRankOptions options;
  options.time_steps = true;
  EXPECT_GE(rank(lists_along(shuffled(3000, 4), 3000), options).parts[0].steps.size(), 4u);
  EXPECT_GE(rank(lists_along(shuffled(3000, 4), 30), options).parts[0].steps.size(), 4u);
}

TEST_P(SpreadLists, MemoryStaysBelowWhatIsPredicted) {
  for (const std::size_t length : {std::size_t{2}, std::size_t{40}, std::size_t{60000}}) {
    const auto next = lists_along(shuffled(60000, 3), length);
    for (const bool is_more : {false, true}) {
      ListRankOptions options;
      options.heads = options.order = is_more;
      const auto parts = spread_over(streams_, std::span<const std::uint32_t>(next), "test lists");
      std::vector<std::size_t> before;
      for (const StreamRef stream : streams_) {
        before.push_back(stream.device().memory().in_use);
        stream.device().reset_peak_memory();
      }
      (void)rank_spread_lists<std::uint32_t>(streams_, views_of(parts), options);
      const auto plan = rank_spread_lists_memory<std::uint32_t>(next.size(), runtime().device_count(), options,
                                                                (next.size() + length - 1) / length);
      for (std::size_t i = 0; i < streams_.size(); ++i)
        EXPECT_LE(streams_[i].device().memory().peak - before[i], plan.total() + 4096) << length << ' ' << is_more;
    }
  }
}

// What lists along `walked` give, by a loop.
std::vector<Line> scanned_lines(const Walked& walked, const std::vector<Line>& value, ListEnd from) {
  std::vector<Line> out(value.size());
  for (std::size_t list = 0; list + 1 < walked.first.size(); ++list) {
    const std::uint32_t first = walked.first[list];
    const std::uint32_t last = walked.first[list + 1];
    std::optional<Line> sum;
    for (std::uint32_t i = first; i < last; ++i) {
      const std::uint32_t v = walked.order[from == ListEnd::kHead ? i : last - 1 - (i - first)];
      const Line joined = !sum                     ? value[v]
                          : from == ListEnd::kHead ? AfterLine{}(*sum, value[v])
                                                   : AfterLine{}(value[v], *sum);
      out[v] = joined;
      sum = joined;
    }
  }
  return out;
}

TEST_P(SpreadLists, AnAssociativeOperationKeepsTheOrderOfTheList) {
  for (const std::size_t length : {std::size_t{1}, std::size_t{40}, std::size_t{2500}, std::size_t{7000}}) {
    const auto next = lists_along(shuffled(7000, 8), length);
    const Walked walked = walk_serially(next);
    ListRankOptions options;
    options.order = true;
    const auto ranks = rank(next, options);
    std::vector<Line> host;
    for (const std::uint32_t each : random_values<std::uint32_t>(7000, 1, 1000, 4)) host.push_back({each, each / 3});
    for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
      auto value = spread_over(streams_, std::span<const Line>(host), "test values");
      const std::vector<View<Line>> out = views_of(value);
      scan_spread_lists<std::uint32_t, Line>(streams_, ranks, views_of(std::as_const(value)), out, AfterLine{}, from);
      std::vector<Line> found;
      for (std::size_t i = 0; i < value.size(); ++i)
        for (const Line& each : to_host(streams_[i], value[i])) found.push_back(each);
      EXPECT_EQ(found, scanned_lines(walked, host, from)) << length;
    }
  }
}

TEST_P(SpreadLists, ListsWithoutTheirOrderAreNotScanned) {
  const auto ranks = rank(lists_along(ascending(10), 10));
  auto value = spread_over(streams_, std::span<const std::int64_t>(std::vector<std::int64_t>(10)), "test values");
  EXPECT_THROW(sum_spread_lists<std::uint32_t>(streams_, ranks, views_of(std::as_const(value)), views_of(value)),
               UsageError);
}

WARPGRAPH_INSTANTIATE_ON_SEVERAL(SpreadLists);

}  // namespace
}  // namespace warpgraph::test
