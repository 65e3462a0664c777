// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
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
// has those of depth `to`. Edges between groups may be missing. Where all attempts of a depth are at least `least`, the
// stream's device makes those for graphs that fit a warp; the result is the same.
[[nodiscard]] std::vector<PartId> divide_groups(StreamRef stream, const HostGraph& graph,
                                                const std::vector<PartId>& group, int from, int to,
                                                const Limits& limits, std::uint32_t attempts, std::uint64_t seed,
                                                std::size_t least);
// From so many attempts on a device makes them sooner than the threads of the host; a virtual device never does.
[[nodiscard]] std::size_t least_for_device(StreamRef stream);

}  // namespace warpgraph::partitioning
