// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/spread_lists.hpp>

#include "common/largest_of.hpp"
#include "ranking.hpp"
#include "trails.hpp"
#include "walk_size.hpp"

namespace warpgraph::algorithms {
namespace lists {
namespace {

// The elements before the first splitter of each list, but for one in a million of all seeds.
std::uint64_t elements_before_splitters(std::uint64_t n, std::uint64_t slots, std::uint64_t lists) {
  const auto count = static_cast<double>(lists);
  const double elements = (count + 6 * std::sqrt(count) + 20) * 2 * static_cast<double>(n) / static_cast<double>(slots);
  return elements < static_cast<double>(n) ? static_cast<std::uint64_t>(elements) : n;
}

MemoryPlan sublists_memory(std::uint64_t splitters, std::uint64_t lists, bool is_ordered) {
  MemoryPlan plan;
  const std::uint64_t slots = splitters + lists;
  plan.add("sublists", support::array_bytes(splitters, 20) + support::array_bytes(slots, 20));
  plan.add("lists", support::array_bytes(slots, 12) + (is_ordered ? support::array_bytes(lists, 40) : 0));
  return plan;
}

// One list, whose walkers leave trails. Trails go before pairs come a second time.
MemoryPlan trails_memory(std::uint64_t n, std::uint64_t slots) {
  const std::uint64_t pieces = n / 32 + slots + 64;
  const MemoryPlan trails(
      "list trails", support::array_bytes(n + std::max(n / 4, 32 * (slots + 64)), 4) + support::array_bytes(pieces, 8));
  const MemoryPlan split("list pairs", support::array_bytes(n, 8) + support::array_bytes(n / 2048 + kCounterStride, 4));
  MemoryPlan plan = largest_of({trails, split});
  plan.add("list pairs", support::array_bytes(n, 8));
  return plan;
}

}  // namespace

template <class Index>
MemoryPlan ranks_memory(std::uint64_t n, const ListRankOptions& options, std::uint64_t lists) {
  MemoryPlan plan;
  if (n == 0) return plan;
  const std::uint64_t slots = slots_for(n, options);
  const std::uint64_t heads = lists == 0 ? n : lists;
  const std::uint64_t unowned = elements_before_splitters(n, slots, heads);
  plan.add_array<Index>("list ranks", n);
  if (options.heads) plan.add_array<Index>("list heads", n);
  if (options.order) plan.add_array<Index>("list order", n + heads + 1);
  plan += sublists_memory(slots, heads, options.order);
  MemoryPlan records("list records", support::array_bytes(n, 8));
  records.add("unowned elements", support::array_bytes(unowned, 4)).add("list heads", support::array_bytes(unowned, 4));
  return plan += lists > 1 ? records : largest_of({records, trails_memory(n, slots)});
}

template <class Index>
MemoryPlan spread_ranks_memory(std::uint64_t n, std::uint64_t devices, const ListRankOptions& options,
                               std::uint64_t lists) {
  MemoryPlan plan;
  if (n == 0) return plan;
  const std::uint64_t slots = slots_for(n, options);
  const std::uint64_t heads = lists == 0 ? n : lists;
  plan.add("list ranks", support::array_bytes(divided(n, devices), sizeof(Index)));
  if (options.heads)
    plan.add("list heads", support::array_bytes(n, 4) + support::array_bytes(divided(n, devices), sizeof(Index)));
  if (options.order)
    plan.add("list order",
             support::array_bytes(n, 8) + support::array_bytes(divided(n, devices) + heads + 1, sizeof(Index) + 4));
  plan += sublists_memory(slots, heads, options.order);
  MemoryPlan records("list records", support::array_bytes(n, 8));
  records.add("list heads", support::array_bytes(heads, 4) + n / 4);
  records.add("list ranks", support::array_bytes(n, 8));  // and an inbox
  return plan += lists > 1 ? records : largest_of({records, trails_memory(n, slots)});
}

#define WARPGRAPH_LIST_MEMORY_OF(Index)                                                          \
  template MemoryPlan ranks_memory<Index>(std::uint64_t, const ListRankOptions&, std::uint64_t); \
  template MemoryPlan spread_ranks_memory<Index>(std::uint64_t, std::uint64_t, const ListRankOptions&, std::uint64_t)
WARPGRAPH_LIST_MEMORY_OF(std::uint32_t);
WARPGRAPH_LIST_MEMORY_OF(std::uint64_t);
#undef WARPGRAPH_LIST_MEMORY_OF

}  // namespace lists

template <ListIndex Index>
MemoryPlan rank_lists_memory(std::uint64_t n, const ListRankOptions& options, std::uint64_t lists) {
  MemoryPlan plan = lists::ranks_memory<Index>(n, options, lists);
  if (sizeof(Index) != sizeof(std::uint32_t)) plan.add_array<std::uint32_t>("list successors", n);
  return plan;
}

template <ListIndex Index>
MemoryPlan rank_spread_lists_memory(std::uint64_t n, int devices, const ListRankOptions& options, std::uint64_t lists) {
  if (devices == 1) return rank_lists_memory<Index>(n, options, lists);
  MemoryPlan plan = lists::spread_ranks_memory<Index>(n, static_cast<std::uint64_t>(devices), options, lists);
  return plan.add_array<std::uint32_t>("list successors", n);
}

#define WARPGRAPH_LIST_MEMORY_OF(Index)                                                               \
  template MemoryPlan rank_lists_memory<Index>(std::uint64_t, const ListRankOptions&, std::uint64_t); \
  template MemoryPlan rank_spread_lists_memory<Index>(std::uint64_t, int, const ListRankOptions&, std::uint64_t)
WARPGRAPH_LIST_MEMORY_OF(std::uint32_t);
WARPGRAPH_LIST_MEMORY_OF(std::uint64_t);
#undef WARPGRAPH_LIST_MEMORY_OF

}  // namespace warpgraph::algorithms
