// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/shard/placement.hpp>

namespace warpgraph::test {

enum class Shares {
  kEqual,   // about as many sections for each device
  kUneven,  // more for later devices, so that no border lies where another placement would put it
};

// The first devices of as many; `overlap`: sections that a device holds of each of its neighbours'.
inline Placement place(VertexId vertices, int devices, VertexId overlap, Shares shares = Shares::kEqual) {
  const VertexId sections = (vertices + shards::kSection - 1) / shards::kSection;
  const auto border = [&](VertexId section) {
    return std::min(std::min(section, sections) * shards::kSection, vertices);
  };
  const auto parts = static_cast<VertexId>(devices);
  const auto first_of = [&](VertexId part) {
    return shares == Shares::kEqual ? sections * part / parts : sections * part * (part + 1) / (parts * (parts + 1));
  };
  Placement placement;
  for (VertexId i = 0; i < parts; ++i) {
    const VertexId first = first_of(i);
    const VertexId last = first_of(i + 1);
    placement.own.push_back({border(first), border(last)});
    placement.held.push_back({border(first - std::min(first, overlap)), border(last + overlap)});
  }
  return placement;
}
inline constexpr VertexId kEverything = 1u << 20;  // an overlap: every device holds the whole graph

}  // namespace warpgraph::test
