// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/method.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "ranking.hpp"
#include "words.hpp"

namespace warpgraph::algorithms {

plugins::Methods<ListMethod>& list_methods() {
  static plugins::Methods<ListMethod> all({std::string(lists::kWalkers), std::string(lists::kSequential)});
  return all;
}

std::string_view to_string(ListEnd end) { return end == ListEnd::kHead ? "head" : "tail"; }

template <ListIndex Index>
ListRanks<Index> rank_lists(StreamRef stream, View<const Index> next, const ListRankOptions& options) {
  const ListMethod* const added = list_methods().find(options.method, "lists");
  expects(next.size() <= lists::kMaxElements, "lists: a device takes at most 2^32 - 2^24 elements");
  if (next.empty()) {
    ListRanks<Index> none;
    if (options.order) none.first = to_device(stream, std::vector<Index>(1), "list order");
    return none;
  }
  MemoryPlan least;
  least.add("list ranks", support::array_bytes(next.size(), sizeof(Index)));
  least.add("list records", support::array_bytes(next.size(), sizeof(std::uint64_t)));
  stream.device().require(least, "list ranking");
  if (options.method == lists::kWalkers)
    return std::move(lists::rank_by_walkers<Index>(ListDevices({&stream, 1}), {&next, 1}, options).parts.front());
  if (added == nullptr) return lists::rank_on_host(stream, next, options);
  if (options.heads || options.order)
    throw UsageError("lists: the method " + options.method + " gives ranks only, neither heads nor an order");
  return added->rank(stream, next, options);
}

template <ListIndex Index>
HostListRanks<Index> rank_lists(Runtime& runtime, std::span<const Index> next, const ListRankOptions& options) {
  // A few elements are ranked before devices have told each other of them.
  constexpr std::size_t kFewOfGpus = std::size_t{1} << 22;
  const bool are_few = runtime.device().kind() == DeviceKind::kGpu && next.size() < kFewOfGpus;
  const int devices = options.method == lists::kWalkers && !are_few ? runtime.device_count() : 1;
  std::vector<Stream> owned;
  std::vector<StreamRef> streams;
  for (int i = 0; i < devices; ++i) streams.push_back(owned.emplace_back(runtime.device(i), "lists"));
  const auto on_devices = spread_over(streams, next, "list successors");
  SpreadListRanks<Index> ranks = rank_spread_lists<Index>(streams, views_of(on_devices), options);
  return to_host(streams, ranks);
}

template <ListIndex Index>
HostListRanks<Index> to_host(std::span<const StreamRef> streams, const SpreadListRanks<Index>& ranked) {
  HostListRanks<Index> ranks;
  const auto append = [&](std::size_t i, const Buffer<Index>& part, std::vector<Index>& all) {
    const std::vector<Index> host = to_host(streams[i], part);
    all.insert(all.end(), host.begin(), host.end());
  };
  for (std::size_t i = 0; i < streams.size(); ++i) {
    append(i, ranked.parts[i].rank, ranks.rank);
    append(i, ranked.parts[i].head, ranks.head);
    append(i, ranked.parts[i].order, ranks.order);
  }
  append(0, ranked.parts[0].first, ranks.first);
  ranks.lists = ranked.lists;
  ranks.steps = ranked.parts[0].steps;
  return ranks;
}

#define WARPGRAPH_LISTS_OF(Index)                                                                   \
  template ListRanks<Index> rank_lists(StreamRef, View<const Index>, const ListRankOptions&);       \
  template HostListRanks<Index> to_host(std::span<const StreamRef>, const SpreadListRanks<Index>&); \
  template HostListRanks<Index> rank_lists(Runtime&, std::span<const Index>, const ListRankOptions&)
WARPGRAPH_LISTS_OF(std::uint32_t);
WARPGRAPH_LISTS_OF(std::uint64_t);
#undef WARPGRAPH_LISTS_OF

}  // namespace warpgraph::algorithms
