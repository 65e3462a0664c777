// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/framework/graph/graph.hpp>

// Graphs of lists: an edge leads from each vertex to the one that follows. A tail has no outgoing edge, or one to
// itself.
namespace warpgraph::algorithms {

// The vertex that follows each vertex, itself behind a tail. The function needs the incoming edges, and makes one pass
// on the host. Throws InputError, which names the vertices by their ids, if two edges leave a vertex or two vertices
// lead to one; UsageError if the graph is undirected and has edges. Says nothing of circles.
[[nodiscard]] std::vector<VertexId> list_successors(const AnyGraph& graph);

// The lowest vertex on a circle of successors that are otherwise right. One pass on the host.
[[nodiscard]] std::optional<VertexId> vertex_on_circle(std::span<const VertexId> next);

// Ranks the vertices as rank_lists does, on all devices of the runtime. Heads and order are numbers of vertices. Throws
// what list_successors and rank_lists throw; a circle is named by an id. Costs what these cost.
[[nodiscard]] HostListRanks<VertexId> rank_lists(Runtime& runtime, const AnyGraph& graph,
                                                 const ListRankOptions& options = {});

}  // namespace warpgraph::algorithms
