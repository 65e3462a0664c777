// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>

#include "some_lists.hpp"
#include "spread_lists_case.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// One list alone.
class LargeSpread : public SpreadLists {
 protected:
  // Expects the ranks, and what is asked for besides, to be right.
  template <class Index>
  void expect_ranked(const std::string& name, const std::vector<Index>& next, const ListRankOptions& options) const {
    const HostListRanks<Index> ranks = to_host(streams_, rank(next, options));
    EXPECT_EQ(verify_list_ranks<Index>(runtime().threads(), next, ranks.rank, options.from), std::nullopt) << name;
    if (!options.order) return;
    std::uint64_t wrong = 0;
    for (std::size_t v = 0; v < next.size(); ++v) {
      const std::size_t place = options.from == ListEnd::kHead ? ranks.rank[v] : next.size() - 1 - ranks.rank[v];
      wrong += ranks.order[place] == v ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0u) << name;
    EXPECT_EQ(ranks.head, std::vector<Index>(next.size(), ranks.order[0])) << name;
  }
};

TEST_P(LargeSpread, IsRankedFromEitherEndInAnyOrder) {
  for (const SomeLists& lists : large_lists(stream())) {
    for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
      ListRankOptions options;
      options.from = from;
      expect_ranked(lists.name, lists.next, options);
    }
  }
}

TEST_P(LargeSpread, OrderAndHeadsAreThoseOfTheRanks) {
  for (const ListEnd from : {ListEnd::kHead, ListEnd::kTail}) {
    ListRankOptions options;
    options.from = from;
    options.order = options.heads = true;
    expect_ranked("random", large_lists(stream()).front().next, options);
  }
}

TEST_P(LargeSpread, WideIndicesAreRanked) {
  const std::vector<std::uint32_t> next = large_lists(stream()).front().next;
  std::vector<std::uint64_t> wide(next.begin(), next.end());
  for (auto& each : wide)
    if (each == kNoNext<std::uint32_t>) each = kNoNext<std::uint64_t>;
  expect_ranked("wide", wide, {});
}

TEST_P(LargeSpread, PartsOfAnySizesAreRanked) {
  const std::vector<std::uint32_t> next = large_lists(stream()).front().next;
  std::vector<Buffer<std::uint32_t>> parts;
  std::size_t first = 0;
  for (std::size_t i = 0; i < streams_.size(); ++i) {
    const std::size_t last = i + 1 == streams_.size() ? next.size() : first + 7 + 299 * i;
    parts.push_back(to_device(streams_[i], std::span(next).subspan(first, last - first), "test lists"));
    first = last;
  }
  const auto ranks = to_host(streams_, rank_spread_lists<std::uint32_t>(streams_, views_of(std::as_const(parts))));
  EXPECT_EQ(verify_list_ranks<std::uint32_t>(runtime().threads(), next, ranks.rank, ListEnd::kHead), std::nullopt);
}

TEST_P(LargeSpread, ACircleBesideItIsRefused) {
  const std::vector<std::uint32_t> whole = large_lists(stream()).front().next;
  ListRankOptions options;
  options.order = true;
  const std::vector<std::uint32_t> along = to_host(streams_, rank(whole, options)).order;
  for (const std::size_t length : {std::size_t{2}, std::size_t{64}, along.size() / 2}) {
    auto next = whole;
    const std::size_t before = along.size() / 4;
    next[along[before]] = next[along[before + length]];
    next[along[before + length]] = along[before + 1];
    EXPECT_NE(refusal(next).find("is on a circle"), std::string::npos) << length;
  }
}

TEST_P(LargeSpread, AWayBackIntoItIsRefused) {
  const std::vector<std::uint32_t> whole = large_lists(stream()).front().next;
  ListRankOptions options;
  options.order = true;
  const std::vector<std::uint32_t> along = to_host(streams_, rank(whole, options)).order;
  for (const std::size_t length : {std::size_t{1}, std::size_t{50}, along.size() / 2}) {
    auto next = whole;
    const std::size_t from = along.size() / 4 + length;
    next[along[from]] = along[from - length];
    EXPECT_NE(refusal(next).find("has two predecessors"), std::string::npos) << length;
  }
}

WARPGRAPH_INSTANTIATE_ON_SEVERAL(LargeSpread);

}  // namespace
}  // namespace warpgraph::test
