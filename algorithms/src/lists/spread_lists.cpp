// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/method.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>

#include <cstdint>
#include <span>
#include <string>

#include <warpgraph/runtime/error.hpp>

#include "ranking.hpp"
#include "words.hpp"

namespace warpgraph::algorithms {

template <ListIndex Index>
SpreadListRanks<Index> rank_spread_lists(const ListDevices& devices, std::span<const View<const Index>> next,
                                         const ListRankOptions& options) {
  const std::span<const StreamRef> streams = devices.streams();
  expects(!streams.empty() && streams.size() == next.size(), "lists: not an array for every device");
  SpreadListRanks<Index> result;
  if (streams.size() == 1) {
    result.parts.push_back(rank_lists(streams[0], next[0], options));
    result.lists = result.parts[0].lists;
    return result;
  }
  if (options.method != lists::kWalkers) {
    static_cast<void>(list_methods().find(options.method, "lists"));
    throw UsageError("lists: the method " + options.method + " takes one device");
  }
  std::uint64_t n = 0;
  for (const View<const Index>& each : next) n += each.size();
  expects(n <= lists::kMaxElements, "lists: devices take at most 2^32 - 2^24 elements together");
  if (n == 0) {
    for (const StreamRef stream : streams) {
      result.parts.push_back(rank_lists(stream, View<const Index>(), options));
      if (options.order) result.place.emplace_back(stream, 0, "list places");
    }
    return result;
  }
  MemoryPlan least;
  least.add_array<std::uint32_t>("list successors", n);
  least.add_array<std::uint64_t>("list records", n);
  for (const StreamRef stream : streams) stream.device().require(least, "list ranking");
  return lists::rank_by_walkers(devices, next, options);
}

template SpreadListRanks<std::uint32_t> rank_spread_lists(const ListDevices&,
                                                          std::span<const View<const std::uint32_t>>,
                                                          const ListRankOptions&);
template SpreadListRanks<std::uint64_t> rank_spread_lists(const ListDevices&,
                                                          std::span<const View<const std::uint64_t>>,
                                                          const ListRankOptions&);

}  // namespace warpgraph::algorithms
