// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <warpgraph/algorithms/on_any_graph.hpp>
#include <warpgraph/algorithms/problem.hpp>

namespace warpgraph::algorithms {

struct TriangleOptions {
  bool of_vertices = false;  // count them at every vertex as well
  // On several devices: time_supersteps and exchange.hub. On one device: max_supersteps and after_superstep, with which
  // the work is done in 64 slices, each a superstep; a run that they end has counted some of the triangles. Refused are
  // those two on several devices, and a plan.
  EngineOptions engine = {};
  // On several ranks: how many edges of each rank are under way at a time, about. A rank has room for those of all.
  std::uint64_t edges_a_round = std::uint64_t{1} << 21;
};

struct TriangleCounts {
  std::uint64_t total = 0;
  std::uint64_t wedges = 0;  // pairs of neighbours of a vertex

  // The global clustering coefficient (transitivity): the part of the wedges that are closed.
  [[nodiscard]] double clustering() const {
    return wedges == 0 ? 0 : 3 * static_cast<double>(total) / static_cast<double>(wedges);
  }
};

// The values: of each vertex, if they were asked for.
struct Triangles : Result<std::uint64_t>, TriangleCounts {};
struct ShardedTriangles : ShardedResult<std::uint64_t>, TriangleCounts {};

// The triangles of an undirected graph. Where no row is long, rows are merged as they are. Otherwise vertices are
// ranked by the length of their rows, the longest first, and each edge is kept at the end of the lower rank only, so
// that no vertex keeps more than sqrt(2 edges) and each triangle is found once (Chiba and Nishizeki 1985; Schank and
// Wagner 2005). For each pair of a vertex's kept edges it is looked up whether the third edge is there: among the
// vertices of the highest ranks in a triangle of bits, and outside of it by a search in a sorted row. Warps take 32
// edges of a row by all later ones, so that no warp is long. Wins where few vertices have most of the edges; on graphs
// of a few long rows among many short ones, most of the time goes into ranking and sorting.
//
// Neighbours are what counts: repeated edges count once and self-loops not at all.
// Waits for the stream. Throws UsageError if the graph is directed.
//
// On several devices each keeps edges at one end where it owns the vertex and tells all others, so that every device
// has all of these edges, and takes an equal part of the warps' work. The same integers. What a device has to hold
// does not become less with their number: it pays where looking up is most of the work.
//
// On several ranks no device has the edges of all. Vertices are ranked in the same way, the greater of two higher if
// their rows are as long, and edges are kept where their vertex is owned. The kept row of a vertex a goes to each
// device that owns one of its ends b, which looks up to which other end c of the row b keeps an edge (Arifuzzaman, Khan
// and Marathe 2015). Rows travel in rounds, through the memory of the hosts. What a device finds at its ghosts it tells
// their owners in the end. The same integers; devices may have values of the vertices that they read only.
template <EdgeValueType EdgeValue>
[[nodiscard]] Triangles count_triangles(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                        const TriangleOptions& options = {});
template <EdgeValueType EdgeValue>
[[nodiscard]] ShardedTriangles count_triangles(const ShardedGraph<EdgeValue>& graph,
                                               const TriangleOptions& options = {});

// What a run takes of a device's memory beside the graph, at most. A run that does not fit throws OutOfMemory before it
// starts.
[[nodiscard]] MemoryPlan count_triangles_memory(const shards::RunSize& size, const TriangleOptions& options = {});

// The same counts, with the values in host memory.
struct HostTriangles : HostResult<std::uint64_t>, TriangleCounts {};
template <EdgeValueType EdgeValue>
HostTriangles bring_back(Triangles found, StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  const TriangleCounts counts = found;
  return {bring_back(static_cast<Result<std::uint64_t>&&>(found), stream, graph), counts};
}
template <EdgeValueType EdgeValue>
HostTriangles bring_back(ShardedTriangles found, const ShardedGraph<EdgeValue>& graph) {
  const TriangleCounts counts = found;
  return {bring_back(static_cast<ShardedResult<std::uint64_t>&&>(found), graph), counts};
}

// What a run wants of the devices.
[[nodiscard]] inline shards::SpreadNeeds count_triangles_needs(const TriangleOptions& options) {
  shards::SpreadNeeds needs;
  needs.outgoing = false;
  needs.memory = [options](StreamRef, const shards::RunSize& size) { return count_triangles_memory(size, options); };
  return needs;
}

// Graphs of any type; and a GraphOn, where it is and back to host memory (HostTriangles): on one device, several or
// ranks. Costs what the calls above and GraphOn::with cost, and throws what they throw.
template <IsOnDevice G>
[[nodiscard]] auto count_triangles(StreamRef stream, const G& graph, const TriangleOptions& options = {}) {
  return run_on_any(graph, [&](const auto& each) { return count_triangles(stream, each, options); });
}
template <IsAnywhere G>
[[nodiscard]] auto count_triangles(const G& graph, const TriangleOptions& options = {}) {
  return run_anywhere(graph, count_triangles_needs(options),
                      [&](const auto&... on) { return count_triangles(on..., options); });
}

// ---- Whether results are right (verify.hpp says how)

// The triangles of every vertex, and of the whole graph, where each counts once; directions, loops and parallel
// edges do not matter. Counts them, in O(edges^1.5) (Latapy 2008).
Problem verify_triangles(const Topology& graph, std::span<const std::uint64_t> count, ThreadPool* threads = nullptr);
Problem verify_triangle_count(const Topology& graph, std::uint64_t count, ThreadPool* threads = nullptr);

}  // namespace warpgraph::algorithms
