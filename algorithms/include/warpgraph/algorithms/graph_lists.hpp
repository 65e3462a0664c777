// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <warpgraph/algorithms/list_ranking.hpp>
#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/algorithms/topology.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/runtime/memory.hpp>

// Graphs of lists: an edge leads from each vertex to the one that follows. A tail has no outgoing edge, or one to
// itself.
namespace warpgraph::algorithms {

// The vertex that follows each vertex, itself behind a tail. The function needs the incoming edges, and makes one pass
// on the host. Throws InputError, which names the vertices by their ids, if two edges leave a vertex or two vertices
// lead to one; UsageError if the graph is undirected and has edges. Says nothing of circles.
template <EdgeValueType EdgeValue>
[[nodiscard]] std::vector<VertexId> list_successors(const Graph<EdgeValue>& graph);
[[nodiscard]] std::vector<VertexId> list_successors(const AnyGraph& graph);

// The lowest vertex on a circle of successors that are otherwise right. One pass on the host.
[[nodiscard]] std::optional<VertexId> vertex_on_circle(std::span<const VertexId> next);

// Ranks the vertices as rank_lists does, on all devices of the runtime. Heads and order are numbers of vertices. Throws
// what list_successors and rank_lists throw; a circle is named by an id. Costs what these cost.
template <EdgeValueType EdgeValue>
[[nodiscard]] HostListRanks<VertexId> rank_lists(Runtime& runtime, const Graph<EdgeValue>& graph,
                                                 const ListRankOptions& options = {});
[[nodiscard]] HostListRanks<VertexId> rank_lists(Runtime& runtime, const AnyGraph& graph,
                                                 const ListRankOptions& options = {});
// The same where the graph lies: one pass over the rows on the device finds the successors. A graph that is refused is
// copied to the host, where the vertices in the way are looked for. Throws OutOfMemory before it starts if the device
// has less memory than rank_graph_lists_memory says.
template <EdgeValueType EdgeValue>
[[nodiscard]] ListRanks<VertexId> rank_lists(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                             const ListRankOptions& options = {});

// What that takes of the device's memory beside the graph, at most, if no tail has an edge to itself.
[[nodiscard]] MemoryPlan rank_graph_lists_memory(VertexId vertices, EdgeId edges, const ListRankOptions& options = {});

// Whether ranks and heads are those of the graph's lists, and their number is right (verify.hpp says how): each list is
// walked from its head, on the caller's thread. An empty span is not looked at.
[[nodiscard]] Problem verify_graph_lists(const Topology& graph, std::span<const VertexId> rank,
                                         std::span<const VertexId> head, std::uint64_t lists, ListEnd from);

}  // namespace warpgraph::algorithms
