// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/runtime/stream.hpp>

#include "bisect.hpp"

namespace warpgraph::partitioning {

// A graph to divide. Neither member is owned.
struct ToBisect {
  const HostGraph* graph;
  const Split* split;
  PartId first;  // the parts [first, last)
  PartId last;
};

// Whether a warp has room for the graph. Such a graph is a coarsest one for bisect().
[[nodiscard]] bool fits_warp(const HostGraph& graph);

// The best of so many attempts for each graph, all of which fit a warp: what bisect() finds with the same seeds
// (seed_of_attempt). Each growth of each attempt is the work of a warp of its own. Waits for the stream.
[[nodiscard]] std::vector<Sides> bisect_on_device(StreamRef stream, std::span<const ToBisect> graphs,
                                                  std::uint32_t attempts, std::uint64_t seed);

}  // namespace warpgraph::partitioning
