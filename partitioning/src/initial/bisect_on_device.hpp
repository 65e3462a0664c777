// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/runtime/memory.hpp>
#include <warpgraph/runtime/stream.hpp>

#include "bisect.hpp"

namespace warpgraph::partitioning {

// A graph to divide. The graph and the split must outlive the call.
struct ToBisect {
  const HostGraph* graph;
  const Split* split;
  PartId first;  // the parts [first, last)
  PartId last;
};

// Whether a warp has room for the graph. Such a graph is a coarsest one for bisect().
[[nodiscard]] bool fits_warp(const HostGraph& graph);

// For each graph the best of `attempts` attempts: what bisect() finds with the seeds of seed_of_attempt. Every graph
// must fit a warp. Each growth of each attempt is the work of a warp of its own. Waits for the stream.
[[nodiscard]] std::vector<Sides> bisect_on_device(StreamRef stream, std::span<const ToBisect> graphs,
                                                  std::uint32_t attempts, std::uint64_t seed);

// Adds what that takes of the device at most, but for the entries of the graphs.
void plan_bisections(MemoryPlan& plan, std::size_t parts, std::size_t vertices, std::uint32_t attempts,
                     std::uint32_t constraints);

}  // namespace warpgraph::partitioning
