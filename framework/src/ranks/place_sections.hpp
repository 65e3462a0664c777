// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/shard/placement.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::detail {

inline std::size_t section_count(VertexId vertex_count) {
  return (std::size_t{vertex_count} + shards::kSection - 1) / shards::kSection;
}

// The own ranges of all ranks, with about as many edges each. `edges`: how many this rank has for each section; added
// up over the ranks, a part of the sections on each.
[[nodiscard]] std::vector<VertexRange> place_by_sections(Ranks& ranks, std::span<const EdgeId> edges,
                                                         VertexId vertex_count);

// Which of the ranges a vertex lies in.
inline std::size_t range_of(std::span<const VertexRange> own, VertexId v) {
  const auto after = std::ranges::upper_bound(own, v, {}, &VertexRange::last);
  return static_cast<std::size_t>(after - own.begin());
}

}  // namespace warpgraph::detail
