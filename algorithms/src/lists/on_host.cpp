// SPDX-License-Identifier: Apache-2.0
#include "on_host.hpp"

#include <cstdint>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "ranking.hpp"

namespace warpgraph::algorithms::lists {
namespace {

// One thread. The lists in the order of their heads.
template <class Index>
HostListRanks<Index> rank_by_walking(const std::vector<Index>& successor, const std::vector<Index>& heads,
                                     ListEnd from) {
  HostListRanks<Index> ranks;
  ranks.rank.resize(successor.size());
  ranks.head.resize(successor.size());
  ranks.order.reserve(successor.size());
  ranks.first.push_back(0);
  for (const Index head : heads) {
    Index v = head;
    for (;; v = successor[v]) {
      ranks.head[v] = head;
      ranks.rank[v] = static_cast<Index>(ranks.order.size() - ranks.first.back());
      ranks.order.push_back(v);
      if (successor[v] == v) break;
    }
    const auto length = static_cast<Index>(ranks.order.size() - ranks.first.back());
    if (from == ListEnd::kTail)
      for (std::size_t i = ranks.first.back(); i < ranks.order.size(); ++i)
        ranks.rank[ranks.order[i]] = length - 1 - ranks.rank[ranks.order[i]];
    ranks.first.push_back(static_cast<Index>(ranks.order.size()));
  }
  return ranks;
}

}  // namespace

template <class Index>
ListRanks<Index> rank_on_host(StreamRef stream, View<const Index> next, const ListRankOptions& options) {
  expect_lists(stream, next);
  const std::vector<Index> successor = on_host(stream, next);
  const std::vector<Index> heads = heads_of(successor);
  ListRanks<Index> ranks;
  ranks.lists = heads.size();
  HostClock clock;
  const HostListRanks<Index> walked = rank_by_walking(successor, heads, options.from);
  clock.end("walk");
  ranks.rank = to_device(stream, walked.rank, "list ranks");
  if (options.heads) ranks.head = to_device(stream, walked.head, "list heads");
  if (options.order) ranks.order = to_device(stream, walked.order, "list order");
  if (options.order) ranks.first = to_device(stream, walked.first, "list order");
  if (options.time_steps) ranks.steps = clock.take();
  return ranks;
}

template ListRanks<std::uint32_t> rank_on_host(StreamRef, View<const std::uint32_t>, const ListRankOptions&);
template ListRanks<std::uint64_t> rank_on_host(StreamRef, View<const std::uint64_t>, const ListRankOptions&);

}  // namespace warpgraph::algorithms::lists
