// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <string_view>
#include <type_traits>
#include <vector>

#include <warpgraph/algorithms/problem.hpp>
#include <warpgraph/algorithms/tree_views.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/memory.hpp>

// What a forest is asked for: roots, parents, depths, orders, subtrees, lowest common ancestors. Everything comes from
// an Euler tour, which walks around each tree and passes every edge once downwards and once upwards. The tour is a
// linked list, and the place of an edge in it is found by list ranking: work in proportion to the vertices, and as many
// steps for a path as for a star. All on one device; the calls are ordered in the stream.
namespace warpgraph::algorithms {

// The tour has two places for each vertex, and list ranking ends at 2^32 - 2^24 places.
inline constexpr VertexId kMaxTreeVertices = (VertexId{1} << 31) - (VertexId{1} << 23);

struct RootForestOptions {
  std::span<const VertexId> roots = {};  // the others have the vertex that the user calls by the lowest id
};

// A forest in a device's memory. Trees stand one after another in the order of their roots. A vertex's children stand
// in the order of their numbers, beginning behind the number of its parent. Roots and parents are vertices of the
// device's graph: by_name(to_host(stream, forest.parent), ids, ValuesAre::kVertices) has them with the user's names.
struct RootedForest {
  Buffer<VertexId> root;      // of the vertex's tree
  Buffer<VertexId> parent;    // a root is its own
  Buffer<VertexId> depth;     // edges up to the root
  Buffer<VertexId> preorder;  // how many vertices stand before it, over all trees
  Buffer<VertexId> size;      // vertices of its subtree, itself among them
  VertexId tree_count = 0;

  [[nodiscard]] VertexId vertex_count() const { return static_cast<VertexId>(parent.size()); }
  [[nodiscard]] ForestView view() const { return {root, parent, depth, preorder, size}; }
};

// Roots the trees of an undirected graph. Waits for the stream. Throws InputError that names an edge if the graph has a
// cycle, UsageError if the graph is directed, if it has more than kMaxTreeVertices, or if two of the roots are in one
// tree. `facts`: those of the graph, if there are some.
[[nodiscard]] RootedForest root_forest(StreamRef stream, const AdjacencyView<NoValue>& edges, const IdMap& ids,
                                       const RootForestOptions& options = {}, const GraphFacts* facts = nullptr);
namespace trees {
void expect_undirected(bool is_undirected, EdgeId edges);
}
template <EdgeValueType EdgeValue>
[[nodiscard]] RootedForest root_forest(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                       const RootForestOptions& options = {}) {
  trees::expect_undirected(graph.is_undirected(), graph.edge_count());
  return root_forest(stream, without_values(graph.view().incoming), graph.ids(), options, graph.facts());
}
[[nodiscard]] RootedForest root_forest(StreamRef stream, const AnyDeviceGraph& graph,
                                       const RootForestOptions& options = {});

// The most that rooting a forest takes of a device's memory beside the graph.
[[nodiscard]] MemoryPlan root_forest_memory(Device& device, VertexId vertices);

// A forest that is given by the parent of every vertex: a root's is itself, or kNoVertex.
struct ParentForest {
  EdgeList edges;  // from every child to its parent, undirected
  std::vector<VertexId> roots;
};
// Throws InputError for a parent that is no vertex, UsageError for more than kMaxTreeVertices. Parents that go round in
// a circle are found by root_forest. O(vertices) on the host. Allocates 8 bytes a vertex.
[[nodiscard]] ParentForest forest_of_parents(std::span<const VertexId> parent);

// How many vertices' subtrees end before the vertex's does. Queues work and returns. Allocates 4 bytes a vertex.
[[nodiscard]] Buffer<VertexId> postorder(StreamRef stream, const RootedForest& forest);

// The sums of values over subtrees. Integer sums wrap around. Doubles lose what a sum over all vertices loses: sums are
// differences of sums over all that stands before. Queues work and returns. Allocates 8 bytes a vertex, and as many
// while it works.
template <class Value>
requires std::same_as<Value, std::int64_t> || std::same_as<Value, double>
[[nodiscard]] Buffer<Value> subtree_sums(StreamRef stream, const RootedForest& forest, View<const Value> values);

// What lengths of weighted paths are counted in.
template <EdgeValueType EdgeValue>
using PathLength = std::conditional_t<std::is_floating_point_v<EdgeValue>, double, std::int64_t>;

// The sum of the weights on the way from every vertex to its root; without weights, the number of edges. The rounding
// of doubles is that of subtree_sums. Queues work and returns. Allocates 8 bytes a vertex, and 16 while it works.
template <EdgeValueType EdgeValue>
[[nodiscard]] Buffer<PathLength<EdgeValue>> weighted_depths(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                            const RootedForest& forest);

// Answers where two vertices meet, and which ancestor is how far up, without another look at the tree. The method is
// that of Schieber and Vishkin (1988): vertices are put on at most log n paths from any vertex to its root, by numbers
// that say which paths these are, so that a common ancestor needs no search. 16 bytes a vertex and no loop per query;
// a table of minima over the tour would take log n words a vertex for as many dependent loads.
//
// The forest must outlive the index. Making it queues work and returns, and allocates memory(). The queries queue work
// and return, and allocate 4 bytes for each answer.
class AncestorIndex {
 public:
  AncestorIndex(StreamRef stream, const RootedForest& forest);
  AncestorIndex(StreamRef stream, const RootedForest&& forest) = delete;

  // For kernels of one's own.
  [[nodiscard]] AncestorView view() const { return {forest_, label_, path_begin_, path_}; }

  // For pairs of vertices; kNoVertex where they are in different trees.
  [[nodiscard]] Buffer<VertexId> common_ancestors(StreamRef stream, View<const VertexId> a,
                                                  View<const VertexId> b) const;
  // The edges between two vertices; kNoVertex where they are in different trees.
  [[nodiscard]] Buffer<VertexId> path_lengths(StreamRef stream, View<const VertexId> a, View<const VertexId> b) const;
  // The ancestor of every vertex, `distances` edges above it; kNoVertex where that is above the root. O(log vertices)
  // each.
  [[nodiscard]] Buffer<VertexId> ancestors(StreamRef stream, View<const VertexId> vertices,
                                           View<const VertexId> distances) const;

  [[nodiscard]] static MemoryPlan memory(Device& device, VertexId vertices);

 private:
  ForestView forest_;
  Buffer<PathLabel> label_;
  Buffer<VertexId> path_begin_;
  Buffer<VertexId> path_;
};

// ---- Whether results are right (verify.hpp says how)

// A forest in host memory.
struct HostForest {
  std::vector<VertexId> root;
  std::vector<VertexId> parent;
  std::vector<VertexId> depth;
  std::vector<VertexId> preorder;
  std::vector<VertexId> size;
};
// Waits for the stream.
[[nodiscard]] HostForest to_host(StreamRef stream, const RootedForest& forest);

// The parents are those of the graph's trees, and all else follows from them. Linear, but for a search in each row.
[[nodiscard]] Problem verify_forest(const Topology& graph, const HostForest& forest, ThreadPool* threads = nullptr);
// Columns of a forest as root_forest makes it with these roots; an empty one is not looked at. The trees are walked
// through, on the caller's thread, so that each value has one right answer: children stand in their order, too.
// O(vertices log vertices), and 40 bytes a vertex.
[[nodiscard]] Problem verify_forest_columns(const Topology& graph, const HostForest& columns,
                                            std::span<const VertexId> roots = {});
// The vertices at which pairs meet, in a forest that is right. O(log vertices) a pair, after a pass over the vertices;
// on the caller's thread.
[[nodiscard]] Problem verify_common_ancestors(const Topology& graph, const HostForest& forest,
                                              std::span<const VertexId> a, std::span<const VertexId> b,
                                              std::span<const VertexId> common);

}  // namespace warpgraph::algorithms
