// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>

#include <warpgraph/framework/graph/csr.hpp>
#include <warpgraph/framework/graph/graph.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/memory.hpp>

namespace warpgraph {

// What kernels see of an Adjacency.
template <EdgeValueType EdgeValue>
struct AdjacencyView {
  View<const EdgeId> row;
  View<const VertexId> column;
  View<const EdgeValue> value;

  [[nodiscard]] WARPGRAPH_DEVICE EdgeId degree(VertexId v) const { return row[v + 1] - row[v]; }
};

// What kernels see of a graph, by value.
template <EdgeValueType EdgeValue>
struct GraphView {
  VertexId vertex_count = 0;
  EdgeId edge_count = 0;
  AdjacencyView<EdgeValue> incoming;
  AdjacencyView<EdgeValue> outgoing;  // empty if there are none; those of `incoming` if the graph is undirected
};

}  // namespace warpgraph

namespace warpgraph::graphs {

// An Adjacency in a device's memory; owns it.
template <EdgeValueType EdgeValue>
struct DeviceAdjacency {
  Buffer<EdgeId> row;
  Buffer<VertexId> column;
  Buffer<EdgeValue> value;

  [[nodiscard]] AdjacencyView<EdgeValue> view() const { return {row, column, value}; }
};

// What a DeviceGraph is made of.
template <EdgeValueType EdgeValue>
struct DeviceGraphParts {
  DeviceAdjacency<EdgeValue> incoming;
  DeviceAdjacency<EdgeValue> outgoing = {};  // empty: not built, or the graph is undirected
  bool undirected = false;
  IdMap ids = {};  // on the host, as are the vertex weights
  VertexWeights vertex_weights = {};
};

}  // namespace warpgraph::graphs

namespace warpgraph {

// A borrowed array of integers in a device's memory, whose type is known at run time only.
using IntegerView = std::variant<View<const std::int32_t>, View<const std::uint32_t>, View<const std::int64_t>,
                                 View<const std::uint64_t>>;

// A Graph in a device's memory. Accessors cost nothing, but for the facts below.
template <EdgeValueType EdgeValue>
class DeviceGraph {
 public:
  using value_type = EdgeValue;

  DeviceGraph() = default;
  explicit DeviceGraph(graphs::DeviceGraphParts<EdgeValue> parts) : parts_(std::move(parts)) {}
  // Graph::from_csr of arrays that the stream's device reads, with the same rows and errors. The graph owns its memory:
  // all arrays are copied, and may go when it is there. They must be ready in `stream`. Waits for the stream. Throws
  // what Graph::from_csr throws, and OutOfMemory if the device has not the room. Where rows are transposed or sorted,
  // it takes about build_memory (device_build.hpp) while it works.
  static DeviceGraph from_csr(StreamRef stream, const IntegerView& row, const IntegerView& column,
                              View<const EdgeValue> value = {}, const CsrOptions& options = {});

  [[nodiscard]] VertexId vertex_count() const noexcept {
    return parts_.incoming.row.empty() ? 0 : static_cast<VertexId>(parts_.incoming.row.size() - 1);
  }
  [[nodiscard]] EdgeId edge_count() const noexcept { return parts_.incoming.column.size(); }
  [[nodiscard]] bool is_undirected() const noexcept { return parts_.undirected; }
  [[nodiscard]] bool has_outgoing() const noexcept { return parts_.undirected || !parts_.outgoing.row.empty(); }

  // Valid as long as this graph.
  [[nodiscard]] GraphView<EdgeValue> view() const {
    return {vertex_count(), edge_count(), parts_.incoming.view(),
            parts_.undirected ? parts_.incoming.view() : parts_.outgoing.view()};
  }
  [[nodiscard]] const graphs::DeviceGraphParts<EdgeValue>& parts() const noexcept { return parts_; }
  [[nodiscard]] const IdMap& ids() const noexcept { return parts_.ids; }
  [[nodiscard]] const VertexWeights& vertex_weights() const noexcept { return parts_.vertex_weights; }
  // What runs have found out about the graph; null of a graph that was moved from.
  [[nodiscard]] const GraphFacts* facts() const noexcept { return facts_.get(); }
  // Found by the first call or run that wants them, which reads the offsets once, or a sample of the values, and waits
  // for the stream. Later calls cost nothing.
  [[nodiscard]] const rows::RowFacts& row_facts(StreamRef stream) const {
    const GraphView<EdgeValue> graph = view();
    return facts_->rows(stream, graph.incoming.row, graph.incoming.column, graph.outgoing.row);
  }
  [[nodiscard]] double mean_edge_value(StreamRef stream) const {
    return facts_->mean_value(stream, parts_.incoming.value.view());
  }
  // All of these, so that no run has to find them.
  void find_facts(StreamRef stream) const {
    (void)row_facts(stream);
    (void)mean_edge_value(stream);
  }
  // For a caller that needs nothing else of the graph. Costs nothing.
  [[nodiscard]] graphs::DeviceAdjacency<EdgeValue> take_incoming() && { return std::move(parts_.incoming); }

 private:
  graphs::DeviceGraphParts<EdgeValue> parts_;
  std::unique_ptr<GraphFacts> facts_ = std::make_unique<GraphFacts>();
};

using AnyDeviceGraph = std::variant<DeviceGraph<NoValue>, DeviceGraph<std::int32_t>, DeviceGraph<std::int64_t>,
                                    DeviceGraph<float>, DeviceGraph<double>>;

// Copies a graph to the stream's device. The copy is ordered in the stream. The stream keeps the graph's arrays until
// it has passed the copy, so the graph may be a temporary; only memory that a HostArray has no owner for must stay as
// long. Throws OutOfMemory, before anything is copied, if the device has not the room of graph_memory. Queues copies
// and returns (copy.hpp says which may wait). Copies the ids and weights of the vertices on the host.
template <EdgeValueType EdgeValue>
DeviceGraph<EdgeValue> upload(StreamRef stream, const Graph<EdgeValue>& graph);
AnyDeviceGraph upload(StreamRef stream, const AnyGraph& graph);

// The graph in host memory, which is allocated. Waits for the stream.
template <EdgeValueType EdgeValue>
Graph<EdgeValue> download(StreamRef stream, const DeviceGraph<EdgeValue>& graph);

// What a graph of this size takes of a device's memory. `with_outgoing`: and is directed. Starts nothing.
template <EdgeValueType EdgeValue>
MemoryPlan graph_memory(VertexId vertex_count, EdgeId edge_count, bool with_outgoing);

}  // namespace warpgraph
