// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <variant>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/global_ids.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/host_array.hpp>
#include <warpgraph/framework/graph/rank_grid.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>

namespace warpgraph::ranks {

// What a rank's numbers of vertices stand for where ids have 64 bits. The rank numbers what it knows: its own vertices,
// which have ids that follow each other, and those that its edges begin at; both together in the order of their ids.
struct KnownVertices {
  std::uint64_t vertex_count = 0;         // of the whole graph
  GlobalId first = 0;                     // of the own vertices
  graphs::HostArray<GlobalId> read = {};  // those that are read and not own, ascending
};

// What differs in the parts of ranks that are a grid of two columns or more (on_grid).
struct PartOfGrid {
  RankGrid shape;
  VertexRange rows;                   // what the ranks of the own row own
  graphs::HostArray<EdgeId> own_row;  // the offsets of the own vertices' edges, wherever these are
};

// What one rank has of a graph that is spread over several: the edges into its own vertices. The own ranges of the
// ranks follow each other in the order of the ranks and cover all vertices.
template <EdgeValueType EdgeValue>
struct GraphPart {
  using value_type = EdgeValue;

  VertexId vertex_count = 0;  // of the whole graph; of `known`, if there is that
  EdgeId edge_count = 0;      // of the whole graph, as Graph::edge_count() counts
  bool undirected = false;
  VertexRange own;  // its borders are multiples of kSection, but for the end of the graph; in `known` any
  // A row for each own vertex, or for each of `grid->rows`; columns are vertices of the whole graph, or the rank's
  // numbers of `known`.
  Adjacency<EdgeValue> incoming;
  // What the input calls the own vertices; empty: by their numbers. Numbers of 64 bits, however few vertices there are.
  graphs::HostArray<std::uint64_t> ids = {};
  VertexWeights vertex_weights = {};        // of the own vertices; only what read_part has read
  std::optional<KnownVertices> known = {};  // where ids have 64 bits; on all ranks or on none
  std::optional<PartOfGrid> grid = {};      // on all ranks or on none

  // What the number stands for in the whole graph.
  [[nodiscard]] GlobalId id_of(VertexId v) const {
    if (!known) return v;
    if (v < own.first) return known->read[v];
    return v < own.last ? known->first + (v - own.first) : known->read[v - own.size()];
  }
};

using AnyGraphPart = std::variant<GraphPart<NoValue>, GraphPart<std::int32_t>, GraphPart<std::int64_t>,
                                  GraphPart<float>, GraphPart<double>>;

}  // namespace warpgraph::ranks
