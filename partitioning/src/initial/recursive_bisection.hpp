// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "../limits.hpp"
#include "host_graph.hpp"

namespace warpgraph::partitioning {

// Partitions a small graph by recursive bisection. Each bisection is the best of `attempts` ones from different seeds;
// all attempts of one depth of the recursion run side by side. Every part has a vertex if there are as many.
[[nodiscard]] std::vector<PartId> recursive_bisection(ThreadPool& threads, HostGraph graph, const Limits& limits,
                                                      std::uint32_t attempts, std::uint64_t seed);

// The same for a stretch of the recursion (groups.hpp): `group` has each vertex's group of depth `from`, and the result
// has those of depth `to`. Edges between groups may be missing. With `uses_device`, the stream's device makes the
// attempts for graphs that fit a warp; the result is the same.
[[nodiscard]] std::vector<PartId> divide_groups(StreamRef stream, const HostGraph& graph,
                                                const std::vector<PartId>& group, int from, int to,
                                                const Limits& limits, std::uint32_t attempts, std::uint64_t seed,
                                                bool uses_device);

}  // namespace warpgraph::partitioning
