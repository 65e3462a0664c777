// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/kernel/search.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/view.hpp>

#include "lightest.hpp"
#include "weights.hpp"

// The first round of several devices. Each finds the lightest entries of its own rows, and all tell each other where
// those lead. The rest every device does for all vertices, and comes to the same trees with the same numbers.
namespace warpgraph::algorithms::forest {

// Where the lightest of the edges to a lesser neighbour stands, of which there is one.
WARPGRAPH_DEVICE inline EdgeId lightest_between(const AdjacencyView<NoValue>& edges, const Weights& weights,
                                                VertexId greater, VertexId lesser) {
  const EdgeId end = edges.row[greater + 1];
  const View<const VertexId> row = edges.column.subview(edges.row[greater], end - edges.row[greater]);
  EdgeId least = edges.row[greater] + (lesser == 0 ? 0 : kernel::upper_bound(row, lesser - 1));
  for (EdgeId e = least + 1; e < end && edges.column[e] == lesser; ++e)
    if (weights.narrow_at(e) < weights.narrow_at(least)) least = e;
  return least;
}

// Where the lightest entries of a device's own vertices lead.
struct ChooseNeighbours {
  AdjacencyView<NoValue> edges;
  View<const std::uint64_t> lightest;
  VertexId first;
  View<VertexId> choice;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t v = first + i;
    choice[v] = lightest[v] == nothing() ? kNoVertex : edges.column[lightest[v] & 0xffffffffu];
  }
};

// As VertexChoice, by the choices of all. The owner of an edge's greater end keeps the edge, as it stands in that end's
// row, whichever end has chosen it.
struct ToldChoice {
  static constexpr bool kBegins = true;

  AdjacencyView<NoValue> edges;
  Weights weights;
  View<const std::uint64_t> lightest;
  View<const VertexId> choice;
  VertexRange own;
  View<VertexId> is_root;  // of a tree with edges: 1

  [[nodiscard]] WARPGRAPH_DEVICE VertexId of(VertexId v, EdgeId&) const { return choice[v]; }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_mutual(VertexId v, VertexId u, EdgeId) const { return choice[u] == v; }
  WARPGRAPH_DEVICE bool keeps(VertexId v, VertexId u, bool hooks, EdgeId& entry) const {
    is_root[v] = u != kNoVertex && !hooks ? 1 : 0;
    const VertexId greater = v < u ? u : v;
    if (!hooks || greater < own.first || greater >= own.last) return false;
    entry = greater == v ? lightest[v] & 0xffffffffu : lightest_between(edges, weights, u, v);
    return true;
  }
};

struct CountTrees {
  View<const VertexId> number;  // of all vertices, and behind them how many trees there are
  View<std::uint64_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t) const { count[0] = number[number.size() - 1]; }
};

// Every vertex gets the number of its root. Those without edges have none.
struct NumberVertices {
  sweep::UnionFind trees;
  View<const VertexId> choice;
  View<const VertexId> number;
  View<VertexId> label;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    label[v] = choice[v] == kNoVertex ? kNoVertex : number[trees.root_of(static_cast<VertexId>(v))];
  }
};

}  // namespace warpgraph::algorithms::forest
