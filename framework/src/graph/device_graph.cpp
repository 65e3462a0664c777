// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/device_graph.hpp>

#include <string_view>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>

#include "value_types.hpp"

namespace warpgraph {

namespace {

template <class T>
Buffer<T> upload_array(StreamRef stream, const HostArray<T>& values, std::string_view name) {
  Buffer<T> buffer(stream, values.size(), name);
  copy(stream, buffer, view_of(values.span()));
  return buffer;
}

template <class Value>
DeviceAdjacency<Value> upload_rows(StreamRef stream, const Adjacency<Value>& rows) {
  return {upload_array(stream, rows.row, "graph row"), upload_array(stream, rows.column, "graph column"),
          upload_array(stream, rows.value, "graph values")};
}

template <class Value>
Adjacency<Value> download_rows(StreamRef stream, const DeviceAdjacency<Value>& rows) {
  return {to_host(stream, rows.row), to_host(stream, rows.column), to_host(stream, rows.value)};
}

}  // namespace

template <EdgeValueType EdgeValue>
DeviceGraph<EdgeValue> upload(StreamRef stream, const Graph<EdgeValue>& graph) {
  const bool with_outgoing = graph.has_outgoing() && !graph.is_undirected();
  stream.device().require(graph_memory<EdgeValue>(graph.vertex_count(), graph.edge_count(), with_outgoing), "a graph");
  DeviceGraphParts<EdgeValue> parts;
  parts.incoming = upload_rows(stream, graph.incoming());
  if (with_outgoing) parts.outgoing = upload_rows(stream, graph.outgoing());
  parts.undirected = graph.is_undirected();
  parts.ids = graph.ids();
  parts.vertex_weights = graph.vertex_weights();
  return DeviceGraph<EdgeValue>(std::move(parts));
}

template <EdgeValueType EdgeValue>
Graph<EdgeValue> download(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  return Graph<EdgeValue>({download_rows(stream, graph.parts().incoming), download_rows(stream, graph.parts().outgoing),
                           graph.is_undirected(), graph.ids(), graph.vertex_weights()});
}

template <EdgeValueType EdgeValue>
MemoryPlan graph_memory(VertexId vertex_count, EdgeId edge_count, bool with_outgoing) {
  const std::size_t directions = with_outgoing ? 2 : 1;
  MemoryPlan plan;
  plan.add_array<EdgeId>("graph row", directions * (std::size_t{vertex_count} + 1));
  plan.add_array<VertexId>("graph column", directions * edge_count);
  if (kHasValue<EdgeValue>) plan.add("graph values", directions * edge_count * kValueSize<EdgeValue>);
  return plan;
}

#define WARPGRAPH_INSTANTIATE(Value)                                           \
  template DeviceGraph<Value> upload<Value>(StreamRef, const Graph<Value>&);   \
  template Graph<Value> download<Value>(StreamRef, const DeviceGraph<Value>&); \
  template MemoryPlan graph_memory<Value>(VertexId, EdgeId, bool);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
