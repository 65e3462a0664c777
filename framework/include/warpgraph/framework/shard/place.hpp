// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/shard/placement.hpp>

// The placement that a graph gets where nothing else is asked for, and on how many devices. All of it costs a binary
// search in the offsets for each device.
namespace warpgraph {

struct PlaceOptions {
  int devices = 1;
  // What each device is to have of the edges, in proportion; empty: as much as any other.
  std::vector<double> weights = {};
  // Permissive partitioning: how many edges of its neighbours' a device may hold on each side, in parts of its own.
  double overlap = 0;
};

}  // namespace warpgraph

namespace warpgraph::shards {

// Contiguous ranges with about as many edges as asked for, with borders between sections (Khorasani 2016, sections 2.3
// and 3.3). `row`: offsets, one more than there are vertices. A heavy vertex, or more devices than sections, leaves
// ranges empty.
[[nodiscard]] Placement place_by_edges(std::span<const EdgeId> row, const PlaceOptions& options);

// The whole graph on each device, for algorithms that divide something else than edges; each owns about as many.
[[nodiscard]] Placement place_whole(std::span<const EdgeId> row, int devices);

// How many of the devices pay: a further one takes its part of the work off the others, and adds to what every
// superstep costs. `edges`: that a run reads. `has_locality`: most edges join vertices that lie near to each other, as
// rows::has_locality (graph/graph_facts.hpp) finds out; frontiers are small then, and supersteps many.
[[nodiscard]] int useful_devices(VertexId vertices, EdgeId edges, bool has_locality, int devices);

}  // namespace warpgraph::shards
