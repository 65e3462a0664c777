// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "plant_trees.hpp"

// The edges that one device has, in the order in which union-find looks at them: one edge plants a vertex, then come
// the first edges of all vertices, then the rest. Where rows are short, the first edges are all.
namespace warpgraph::algorithms::components {

// So many edges of every vertex count before the largest tree is left alone; the first when the trees are planted.
inline constexpr EdgeId kFirstEdges = 2;
// Where rows are no longer than this on average, there is too little left after the first edges to leave alone.
inline constexpr double kShortRows = 4;
[[nodiscard]] inline bool has_short_rows(EdgeId edges, VertexId vertices) {
  return static_cast<double>(edges) < kShortRows * static_cast<double>(vertices);
}
// Among so many edges of a short row, one is the nearest to the vertex: it is the likeliest to be in its chunk.
inline constexpr EdgeId kNear = 2;

struct HeldEdges {
  AdjacencyView<NoValue> incoming;  // rows of `own`
  AdjacencyView<NoValue> outgoing;  // from all vertices to these; empty: not there
  VertexRange own;
  VertexId vertices = 0;        // of the graph
  bool undirected = false;      // every edge is a second time in the row of its other end, here or on another device
  bool has_short_rows = false;  // as of all devices
  bool has_locality = false;

  [[nodiscard]] bool plants_chunks() const { return has_short_rows && has_locality; }
  [[nodiscard]] FirstTree planted() const { return {incoming, own, plants_chunks() ? kNear : EdgeId{1}}; }
  // Whether edges may be left out at one end because they are seen from the other one.
  [[nodiscard]] bool has_both_ends() const { return undirected || !outgoing.row.empty(); }
};

// ---- Edges of the own vertices: visit(i, f) calls f(neighbour) for those of the i-th vertex

// Up to `count`, but for the one that planted the vertex.
struct FirstEdges {
  FirstTree planted;
  EdgeId count;

  template <class F>
  WARPGRAPH_DEVICE void visit(std::uint64_t i, const F& f) const {
    const AdjacencyView<NoValue>& edges = planted.edges;
    const EdgeId first = edges.row[i];
    const EdgeId end = edges.row[i + 1] - first < count ? edges.row[i + 1] : first + count;
    const EdgeId done = planted.edge(i);
    for (EdgeId e = first; e < end; ++e)
      if (e != done) f(edges.column[e]);
  }
};

// All, where each is in the rows of both ends, of which the greater one brings it. Rows ascend.
struct BroughtEdges {
  FirstTree planted;

  template <class F>
  WARPGRAPH_DEVICE void visit(std::uint64_t i, const F& f) const {
    const AdjacencyView<NoValue>& edges = planted.edges;
    const EdgeId done = planted.edge(i);
    for (EdgeId e = edges.row[i]; e < edges.row[i + 1] && edges.column[e] < planted.own.first + i; ++e)
      if (e != done) f(edges.column[e]);
  }
};

// f(edges) for the first edges of all vertices.
template <class F>
void with_first_edges(const HeldEdges& held, const F& f) {
  if (held.has_short_rows && held.undirected)
    f(BroughtEdges{held.planted()});
  else
    f(FirstEdges{held.planted(), held.has_short_rows ? ~EdgeId{0} : kFirstEdges});
}

// Every own vertex its first tree. `leaving` and its counter as in PlantChunks; empty if they are not needed.
inline void plant_trees(StreamRef stream, const HeldEdges& held, View<VertexId> parent, View<VertexId> leaving,
                        View<std::uint32_t> leaving_count) {
  const PlantTrees plant{parent, held.planted()};
  if (!held.plants_chunks()) return kernel::for_each(stream, parent.size(), plant);
  const kernel::Blocks chunks{(parent.size() + PlantChunks::kVertices - 1) / PlantChunks::kVertices};
  kernel::launch(stream, chunks, PlantChunks{plant, leaving, leaving_count});
}

}  // namespace warpgraph::algorithms::components
