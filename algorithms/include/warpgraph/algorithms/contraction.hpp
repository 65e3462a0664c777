// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/topology.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/memory.hpp>

// An undirected graph on one device without its hanging trees and its chains of vertices of degree 2. Shortest paths
// are searched among the vertices that are left. Every other vertex gets its distance from at most two of these. Trees
// are peeled from their leaves: a lane begins at each leaf and follows its way up as long as it is the last one there.
// Chains are two lists each, one in each direction, which list ranking and a scan along them turn into edges.
//
// Contraction pays from the first source on where nearly all vertices lie in chains, as on detailed maps; where half of
// them do, it pays from some sources on (docs/internals/trees.md). It loses where few do, and where rows are long,
// because a lane reads a whole row.
namespace warpgraph::algorithms {

// Contraction ranks two list elements a vertex, and list ranking ends at 2^32 - 2^24.
inline constexpr VertexId kMaxContractedVertices = (VertexId{1} << 31) - (VertexId{1} << 23);

struct ContractionOptions {
  // Vertices that stay whatever their degree, as the user calls them, in any order: searches start from these only.
  std::span<const VertexName> keep = {};
};

// Seconds on the device's clock.
struct ContractionTimes {
  double peel = 0;   // to find what hangs, what lies in chains and what stays
  double rank = 0;   // to find how far every vertex is from those that stay
  double build = 0;  // to build the graph that is left
  [[nodiscard]] double total() const { return peel + rank + build; }
};

// The two vertices that stay from which a vertex is reached, as numbers of the graph that is left, and how far it is
// from them. A vertex that stays is reached from itself.
template <class Length>
struct ContractedWay {
  VertexId from[2];
  Length length[2];
};

template <EdgeValueType EdgeValue>
struct ContractedGraphParts {
  AnyDeviceGraph graph;
  Buffer<ContractedWay<Distance<EdgeValue>>> way;
  std::vector<std::pair<VertexName, VertexId>> kept;  // their names, ascending, and their numbers
  const IdMap* ids = nullptr;                         // of the whole graph
  VertexId chained = 0;
  ContractionTimes times;
};

// EdgeValue: that of the whole graph. Accessors cost nothing.
template <EdgeValueType EdgeValue>
class ContractedGraph {
 public:
  explicit ContractedGraph(ContractedGraphParts<EdgeValue> parts) : parts_(std::move(parts)) {}

  // What is left: an edge for each chain between two vertices, of several parallel ones the shortest. Lengths are int32
  // where the whole graph has none; int32, or int64 if a chain needs it, where it has int32; otherwise of its type.
  [[nodiscard]] const AnyDeviceGraph& graph() const { return parts_.graph; }
  [[nodiscard]] View<const ContractedWay<Distance<EdgeValue>>> ways() const { return parts_.way; }
  // The number in graph() of a vertex that was kept. Throws UnknownVertex if the whole graph has no such vertex,
  // UsageError if it was not kept. O(log kept vertices).
  [[nodiscard]] VertexId number_of(VertexName source) const;
  [[nodiscard]] const IdMap& ids() const { return *parts_.ids; }
  [[nodiscard]] VertexId whole_vertex_count() const { return static_cast<VertexId>(parts_.way.size()); }
  // How many vertices lay in chains.
  [[nodiscard]] VertexId chained_count() const { return parts_.chained; }
  [[nodiscard]] const ContractionTimes& times() const { return parts_.times; }

 private:
  ContractedGraphParts<EdgeValue> parts_;
};

using AnyContractedGraph = std::variant<ContractedGraph<NoValue>, ContractedGraph<std::int32_t>,
                                        ContractedGraph<std::int64_t>, ContractedGraph<float>, ContractedGraph<double>>;

// `edges`: rows that ascend, with every edge in the rows of both ends, as those of undirected graphs are. Loops and
// parallel edges are taken; a loop is no way, and of parallel edges the shortest is. `ids` must outlive the
// result. Waits for the stream. Throws InputError for lengths that sssp refuses, UnknownVertex for a vertex to keep
// that the graph does not have, UsageError for more than kMaxContractedVertices, OutOfMemory before a step that does
// not fit.
template <EdgeValueType EdgeValue>
[[nodiscard]] ContractedGraph<EdgeValue> contract(StreamRef stream, const AdjacencyView<EdgeValue>& edges,
                                                  const IdMap& ids, const GraphFacts& facts,
                                                  const ContractionOptions& options = {});
namespace contraction {
// Throws UsageError.
void expect_undirected(bool is_undirected, EdgeId edges);
}  // namespace contraction

// For shortest paths. Throws UsageError if the graph is directed. The graph must outlive the result, which has the ids
// from it.
template <EdgeValueType EdgeValue>
[[nodiscard]] ContractedGraph<EdgeValue> contract(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                  const ContractionOptions& options = {}) {
  contraction::expect_undirected(graph.is_undirected(), graph.edge_count());
  return contract(stream, graph.view().incoming, graph.ids(), *graph.facts(), options);
}
template <EdgeValueType EdgeValue>
ContractedGraph<EdgeValue> contract(StreamRef, const DeviceGraph<EdgeValue>&&, const ContractionOptions& = {}) = delete;
// For levels: every edge has the length 1, whatever its value.
template <EdgeValueType EdgeValue>
[[nodiscard]] ContractedGraph<NoValue> contract_for_levels(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                           const ContractionOptions& options = {}) {
  contraction::expect_undirected(graph.is_undirected(), graph.edge_count());
  return contract(stream, without_values(graph.view().incoming), graph.ids(), *graph.facts(), options);
}
template <EdgeValueType EdgeValue>
ContractedGraph<NoValue> contract_for_levels(StreamRef, const DeviceGraph<EdgeValue>&&,
                                             const ContractionOptions& = {}) = delete;
[[nodiscard]] AnyContractedGraph contract(StreamRef stream, const AnyDeviceGraph& graph,
                                          const ContractionOptions& options = {});
[[nodiscard]] ContractedGraph<NoValue> contract_for_levels(StreamRef stream, const AnyDeviceGraph& graph,
                                                           const ContractionOptions& options = {});
AnyContractedGraph contract(StreamRef, const AnyDeviceGraph&&, const ContractionOptions& = {}) = delete;
ContractedGraph<NoValue> contract_for_levels(StreamRef, const AnyDeviceGraph&&,
                                             const ContractionOptions& = {}) = delete;

// The most that contracting a graph takes of a device's memory beside it. How much it is depends on the graph; contract
// looks again when it knows what hangs and what lies in chains.
template <EdgeValueType EdgeValue>
[[nodiscard]] MemoryPlan contraction_memory(Device& device, VertexId vertices, EdgeId edges);

// Where each vertex of the whole graph is in the graph that is left, as vertices of the whole graph and numbers of
// edges: a vertex of a chain is between two ends, which are one where a chain comes back; a vertex that hangs has what
// the vertex that it hangs from has; one that stays is its own ends. The first end is on the side of the lower of the
// two neighbours in the chain.
struct ContractionEnds {
  Buffer<VertexId> end[2];
  Buffer<VertexId> distance[2];
};
// Edges count 1. Queues work and returns. Allocates 16 bytes a vertex, and 4 more for each that is left while
// it works.
[[nodiscard]] ContractionEnds contraction_ends(StreamRef stream, const ContractedGraph<NoValue>& graph);
// The most that contracting a graph for levels and finding the ends takes of a device's memory beside the graph.
[[nodiscard]] MemoryPlan contraction_ends_memory(Device& device, VertexId vertices, EdgeId edges);

// Whether ends and distances are those of the graph, and the vertices and edges that are left are as many (verify.hpp
// says how): the graph is peeled and its chains are walked once more, on the caller's thread. An empty column is not
// looked at.
struct HostContraction {
  std::vector<VertexId> end[2];
  std::vector<VertexId> distance[2];
  std::uint64_t vertices_left = 0;
  std::uint64_t edges_left = 0;  // each once
};
[[nodiscard]] Problem verify_contraction(const Topology& graph, const HostContraction& found);

// Distances of all vertices of the whole graph, as sssp gives them, from a vertex that was kept. Engine options are
// those of the search among the vertices that are left, and so is the report; the
// distances of a run that has not converged are lengths of paths, too. Waits for the stream. Throws what
// ContractedGraph::number_of throws, and InputError where sssp refuses distances that their type does not hold. A
// contracted graph may be searched any number of times.
//
// Integers are the same to the last bit. Distances of floats are sums in another order: chains are added up in double.
// A distance may be off by kContractionRounding at each edge of its path (verify_sssp's `rounding`).
template <EdgeValueType EdgeValue>
[[nodiscard]] Result<Distance<EdgeValue>> sssp(StreamRef stream, const ContractedGraph<EdgeValue>& graph,
                                               const SsspOptions& options = {});
// Levels of all vertices of the whole graph, as bfs_levels gives them, by shortest paths among those that are left.
[[nodiscard]] Result<std::uint32_t> bfs_levels(StreamRef stream, const ContractedGraph<NoValue>& graph,
                                               const BfsOptions& options = {});
[[nodiscard]] AnyDistances sssp(StreamRef stream, const AnyContractedGraph& graph, const SsspOptions& options = {});

template <EdgeValueType EdgeValue>
inline constexpr double kContractionRounding = std::is_same_v<EdgeValue, float>    ? 0x1p-21
                                               : std::is_same_v<EdgeValue, double> ? 0x1p-42
                                                                                   : 0;

// The most that a search takes of a device's memory beside both graphs.
template <EdgeValueType EdgeValue>
[[nodiscard]] MemoryPlan contracted_search_memory(StreamRef stream, const ContractedGraph<EdgeValue>& graph);

}  // namespace warpgraph::algorithms
