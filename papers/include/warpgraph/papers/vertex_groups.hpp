// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/view.hpp>

// Vertex grouping (Khorasani 2016, section 3.1.2): what an updated vertex activates, for groups of consecutive vertices
// instead of vertices. It takes the place of a directed graph's outgoing edges where these do not fit the device: all
// edges between two groups become one, and with one vertex of a group all of them are evaluated again. This trades
// memory for work. Both depend on how near to each other the ids of a vertex's neighbours are. Here it is for
// comparison: to pull from all vertices was 1.3 to 9 times as fast on a GPU (docs/benchmarks/papers.md), and takes no
// memory for this at all.
namespace warpgraph::papers {

inline constexpr unsigned kMaxVerticesPerGroup = 64;

// What kernels see of VertexGroups. Group g holds the vertices from g << shift on.
struct VertexGroupsView {
  unsigned shift = 0;
  View<const EdgeId> row;       // of a group: those that it activates
  View<const VertexId> column;  // groups
};

class VertexGroups {
 public:
  VertexGroups(graphs::DeviceAdjacency<NoValue> activated, unsigned shift, VertexId vertex_count)
      : activated_(std::move(activated)), shift_(shift), vertex_count_(vertex_count) {}

  [[nodiscard]] unsigned ratio() const { return 1u << shift_; }                   // vertices a group
  [[nodiscard]] VertexId vertex_count() const noexcept { return vertex_count_; }  // of the graph
  [[nodiscard]] std::size_t bytes() const {
    return activated_.row.size() * sizeof(EdgeId) + activated_.column.size() * sizeof(VertexId);
  }
  // Valid as long as these groups.
  [[nodiscard]] VertexGroupsView view() const { return {shift_, activated_.row, activated_.column}; }

 private:
  graphs::DeviceAdjacency<NoValue> activated_;
  unsigned shift_;
  VertexId vertex_count_;
};

// Groups of `ratio` vertices, a power of 2 up to 64, made on the device from the incoming edges. `graph`: of any graph
// on a device without_values(graph.view()). Allocates 8 bytes an edge, and what build_memory says, while it works.
// Waits for the stream. Throws UsageError for another ratio, and OutOfMemory.
[[nodiscard]] VertexGroups group_vertices(StreamRef stream, const GraphView<NoValue>& graph, unsigned ratio);

// The smallest groups that take no more than `max_bytes`; nothing if not even groups of 64 do. Makes groups of 1, 2, 4,
// ... vertices one after the other until some fit: seven times at most.
[[nodiscard]] std::optional<VertexGroups> group_vertices_within(StreamRef stream, const GraphView<NoValue>& graph,
                                                                std::size_t max_bytes);

}  // namespace warpgraph::papers
