// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <warpgraph/algorithms/topology.hpp>
#include <warpgraph/framework/ids.hpp>

// One thread on the host and no tricks: what others are compared with, where nothing less tells right from wrong.
namespace warpgraph::algorithms {

// The least vertex of every vertex's component; directions do not matter. Union-find with path halving (Tarjan and van
// Leeuwen 1984), edge by edge, in almost linear time. `row` holds the offsets, one more than there are vertices.
[[nodiscard]] std::vector<VertexId> serial_components(std::span<const EdgeId> row, std::span<const VertexId> column);

// Over all ordered pairs of one of the sources and a target, the part of the shortest paths between them that lead
// through a vertex (Brandes 2001): in an undirected graph whose vertices are all sources every pair counts twice.
// Parallel edges make different paths. O(sources * edges). Throws InputError where more than 2^16383 of them (the range
// of a long double, on most machines) lead to one vertex.
[[nodiscard]] std::vector<double> serial_betweenness(const Topology& graph, std::span<const VertexId> sources);

}  // namespace warpgraph::algorithms
