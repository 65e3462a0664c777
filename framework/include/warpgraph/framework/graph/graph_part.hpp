// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>

#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/host_array.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>

namespace warpgraph {

// What one rank has of a graph that is spread over several: the edges into its own vertices. The own ranges of the
// ranks follow each other in the order of the ranks and cover all vertices.
template <EdgeValueType EdgeValue>
struct GraphPart {
  using value_type = EdgeValue;

  VertexId vertex_count = 0;  // of the whole graph
  EdgeId edge_count = 0;      // of the whole graph, as Graph::edge_count() counts
  bool undirected = false;
  VertexRange own;  // its borders are multiples of kSection, but for the end of the graph
  // A row for each own vertex; columns are vertices of the whole graph.
  Adjacency<EdgeValue> incoming;
  // What the input calls the own vertices; empty: by their numbers. Numbers of 64 bits, however few vertices there are.
  HostArray<std::uint64_t> ids = {};
};

using AnyGraphPart = std::variant<GraphPart<NoValue>, GraphPart<std::int32_t>, GraphPart<std::int64_t>,
                                  GraphPart<float>, GraphPart<double>>;

}  // namespace warpgraph
