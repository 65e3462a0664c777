// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/list_ranking.hpp>

#include <cstdint>
#include <iterator>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "ranking.hpp"
#include "words.hpp"

namespace warpgraph {

std::string_view to_string(ListMethod method) {
  constexpr std::string_view kNames[] = {"walkers",      "sequential",   "pointer-jumping", "one-block-jumping",
                                         "splitters-64", "splitters-48", "splitter-threads"};
  static_assert(std::size(kNames) == kListMethodCount);
  return kNames[static_cast<int>(method)];
}

std::string_view to_string(ListEnd end) { return end == ListEnd::kHead ? "head" : "tail"; }

template <ListIndex Index>
ListRanks<Index> rank_lists(StreamRef stream, View<const Index> next, const ListRankOptions& options) {
  expects(next.size() <= lists::kMaxElements, "lists: a device takes at most 2^32 - 2^24 elements");
  if (next.empty()) {
    ListRanks<Index> none;
    if (options.order) none.first = to_device(stream, std::vector<Index>(1), "list order");
    return none;
  }
  MemoryPlan least;
  least.add("list ranks", array_bytes(next.size(), sizeof(Index)));
  least.add("list records", array_bytes(next.size(), sizeof(std::uint64_t)));
  stream.device().require(least, "list ranking");
  switch (options.method) {
    case ListMethod::kWalkers:
      return lists::rank_by_walkers(stream, next, options);
    case ListMethod::kSequential:
      return lists::rank_on_host(stream, next, options);
    default:
      break;
  }
  if (options.heads || options.order)
    throw UsageError("lists: the method " + std::string(to_string(options.method)) +
                     " gives ranks only, neither heads nor an order");
  if (options.method == ListMethod::kSplitterThreads) return lists::rank_on_host(stream, next, options);
  return lists::rank_as_in_paper(stream, next, options);
}

// The most is taken where all lists are short: then many elements are heads, and have sublists of their own.
template <ListIndex Index>
MemoryPlan rank_lists_memory(std::uint64_t n, const ListRankOptions& options) {
  MemoryPlan plan;
  plan.add("list ranks", array_bytes(n, sizeof(Index)));
  plan.add("list records", array_bytes(n, 8));
  plan.add("unowned elements", array_bytes(n, 4));
  plan.add("list heads", array_bytes(n, options.heads ? 4 + sizeof(Index) : 4));
  plan.add("sublists", array_bytes(n, 32));
  plan.add("lists", array_bytes(n, options.order ? 40 : 16));
  if (options.order) plan.add("list order", array_bytes(2 * n + 1, sizeof(Index)));
  return plan;
}

template <ListIndex Index>
HostListRanks<Index> rank_lists(Runtime& runtime, std::span<const Index> next, const ListRankOptions& options) {
  const Stream stream(runtime.device(), "lists");
  const Buffer<Index> on_device = to_device(stream, next, "list successors");
  ListRanks<Index> ranks = rank_lists<Index>(stream, on_device.view(), options);
  return {to_host(stream, ranks.rank),
          to_host(stream, ranks.head),
          to_host(stream, ranks.order),
          to_host(stream, ranks.first),
          ranks.lists,
          std::move(ranks.steps)};
}

#define WARPGRAPH_LISTS_OF(Index)                                                             \
  template ListRanks<Index> rank_lists(StreamRef, View<const Index>, const ListRankOptions&); \
  template MemoryPlan rank_lists_memory<Index>(std::uint64_t, const ListRankOptions&);        \
  template HostListRanks<Index> rank_lists(Runtime&, std::span<const Index>, const ListRankOptions&)
WARPGRAPH_LISTS_OF(std::uint32_t);
WARPGRAPH_LISTS_OF(std::uint64_t);
#undef WARPGRAPH_LISTS_OF

}  // namespace warpgraph
