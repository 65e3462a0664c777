// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <warpgraph/framework/shard/placement.hpp>

namespace warpgraph {

struct PlaceOptions {
  int devices = 1;
  // What each device is to have of the edges, in proportion; empty: as much as any other.
  std::vector<double> shares = {};
  // Permissive partitioning: how many edges of its neighbours' a device may hold on each side, in parts of its own.
  double overlap = 0;
};

// Contiguous ranges with about as many edges as asked for, with borders between sections (Khorasani 2016, sections 2.3
// and 3.3). `row`: offsets, one more than there are vertices. A hub, or more devices than sections, leaves ranges empty.
[[nodiscard]] Placement place_by_edges(std::span<const EdgeId> row, const PlaceOptions& options);

}  // namespace warpgraph
