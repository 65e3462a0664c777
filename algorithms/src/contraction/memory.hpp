// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/algorithms/list_ranking.hpp>

namespace warpgraph::algorithms::contraction {

// What becomes of a graph, as far as memory depends on it.
struct Size {
  VertexId vertices = 0;
  VertexId kept = 0;     // that stay
  VertexId chained = 0;  // in chains
  EdgeId edges = 0;      // of the graph that is left, before parallel ones and loops go
  [[nodiscard]] std::uint64_t hanging() const { return std::uint64_t{vertices} - kept - chained; }
  // Of the lists that chains are. Each list begins behind an edge of a vertex that stays.
  [[nodiscard]] std::uint64_t elements() const { return 2 * std::uint64_t{chained}; }
  [[nodiscard]] std::uint64_t max_lists() const { return std::max<std::uint64_t>(2, std::min(elements(), edges)); }
};

inline ListRankOptions ranking() {
  ListRankOptions options;
  options.heads = options.order = true;
  return options;
}

// What follows peeling takes, at most, beside what peeling leaves.
template <EdgeValueType EdgeValue>
[[nodiscard]] MemoryPlan memory_of(Device& device, const Size& size);

}  // namespace warpgraph::algorithms::contraction
