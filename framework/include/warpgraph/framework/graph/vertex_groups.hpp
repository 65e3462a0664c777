// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::rows {

inline constexpr unsigned kMaxVerticesPerGroup = 64;

// What kernels see of VertexGroups. Group g holds the vertices from g << shift on.
struct VertexGroupsView {
  unsigned shift = 0;
  View<const EdgeId> row;       // of a group: those that it activates
  View<const VertexId> column;  // groups
};

}  // namespace warpgraph::rows

namespace warpgraph {

// Vertex grouping (Khorasani 2016, section 3.1.2): what an updated vertex activates, for groups of consecutive vertices
// instead of vertices. It takes the place of a directed graph's outgoing edges where these do not fit the device: all
// edges between two groups become one, and with one vertex of a group all of them are evaluated again. This trades
// memory for work. Both depend on how near to each other the ids of a vertex's neighbours are.
class VertexGroups {
 public:
  VertexGroups(graphs::DeviceAdjacency<NoValue> activated, unsigned shift)
      : activated_(std::move(activated)), shift_(shift) {}

  [[nodiscard]] unsigned ratio() const { return 1u << shift_; }  // vertices a group
  [[nodiscard]] std::size_t bytes() const {
    return activated_.row.size() * sizeof(EdgeId) + activated_.column.size() * sizeof(VertexId);
  }
  [[nodiscard]] rows::VertexGroupsView view() const { return {shift_, activated_.row, activated_.column}; }

 private:
  graphs::DeviceAdjacency<NoValue> activated_;
  unsigned shift_;
};

// Groups of `ratio` vertices, a power of 2 up to 64. Allocates 8 bytes an edge, and what build_memory says, while it
// works. Waits for the stream.
[[nodiscard]] VertexGroups group_vertices(StreamRef stream, const AdjacencyView<NoValue>& incoming, unsigned ratio);
// The same for rows that are those of the vertices from `first` on, of a graph of `vertex_count`.
[[nodiscard]] VertexGroups group_vertices(StreamRef stream, const AdjacencyView<NoValue>& incoming, unsigned ratio,
                                          VertexId first, VertexId vertex_count);

}  // namespace warpgraph

namespace warpgraph::rows {

// The smallest groups that take no more than `max_bytes`; nothing if not even groups of 64 do. Makes groups of 1, 2, 4,
// ... vertices one after the other until some fit: seven times at most.
[[nodiscard]] std::optional<VertexGroups> group_vertices_within(StreamRef stream,
                                                                const AdjacencyView<NoValue>& incoming,
                                                                std::size_t max_bytes);

// The edges of a graph, without their values.
template <EdgeValueType EdgeValue>
[[nodiscard]] AdjacencyView<NoValue> incoming_edges(const DeviceGraph<EdgeValue>& graph) {
  const GraphView<EdgeValue> view = graph.view();
  return {view.incoming.row, view.incoming.column, {}};
}

}  // namespace warpgraph::rows
