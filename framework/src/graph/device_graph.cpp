// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/device_graph.hpp>

#include <utility>
#include <variant>

#include <warpgraph/runtime/copy.hpp>

#include "value_types.hpp"

namespace warpgraph {

namespace {

template <class Value>
graphs::DeviceAdjacency<Value> allocate_rows(StreamRef stream, const Adjacency<Value>& rows) {
  return {Buffer<EdgeId>(stream, rows.row.size(), "graph row"),
          Buffer<VertexId>(stream, rows.column.size(), "graph column"),
          Buffer<Value>(stream, rows.value.size(), "graph values")};
}

template <class Value>
void copy_rows(StreamRef stream, graphs::DeviceAdjacency<Value>& to, const Adjacency<Value>& from) {
  copy(stream, to.row, view_of(from.row.span()));
  copy(stream, to.column, view_of(from.column.span()));
  copy(stream, to.value, view_of(from.value.span()));
}

template <class Value>
Adjacency<Value> download_rows(StreamRef stream, const graphs::DeviceAdjacency<Value>& rows) {
  return {to_host(stream, rows.row), to_host(stream, rows.column), to_host(stream, rows.value)};
}

}  // namespace

template <EdgeValueType EdgeValue>
DeviceGraph<EdgeValue> upload(StreamRef stream, const Graph<EdgeValue>& graph) {
  const bool with_outgoing = graph.has_outgoing() && !graph.is_undirected();
  stream.device().require(graph_memory<EdgeValue>(graph.vertex_count(), graph.edge_count(), with_outgoing), "a graph");
  // All memory of the device comes before the first copy: an allocation that fails leaves no copy under way.
  const Adjacency<EdgeValue> outgoing = with_outgoing ? graph.outgoing() : Adjacency<EdgeValue>{};
  graphs::DeviceGraphParts<EdgeValue> parts{allocate_rows(stream, graph.incoming()), allocate_rows(stream, outgoing),
                                            graph.is_undirected(), graph.ids(), graph.vertex_weights()};
  try {
    copy_rows(stream, parts.incoming, graph.incoming());
    copy_rows(stream, parts.outgoing, outgoing);
    stream.call("keep a graph", [incoming = graph.incoming(), outgoing] {});
  } catch (...) {  // the host's arrays may go
    stream.wait_quietly();
    throw;
  }
  return DeviceGraph<EdgeValue>(std::move(parts));
}

AnyDeviceGraph upload(StreamRef stream, const AnyGraph& graph) {
  return std::visit([&](const auto& each) { return AnyDeviceGraph(upload(stream, each)); }, graph);
}

template <EdgeValueType EdgeValue>
Graph<EdgeValue> download(StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  return Graph<EdgeValue>::of_known_parts({download_rows(stream, graph.parts().incoming),
                                           download_rows(stream, graph.parts().outgoing), graph.is_undirected(),
                                           graph.ids(), graph.vertex_weights()});
}

template <EdgeValueType EdgeValue>
MemoryPlan graph_memory(VertexId vertex_count, EdgeId edge_count, bool with_outgoing) {
  const std::size_t directions = with_outgoing ? 2 : 1;
  MemoryPlan plan;
  plan.add_array<EdgeId>("graph row", directions * (std::size_t{vertex_count} + 1));
  plan.add_array<VertexId>("graph column", directions * edge_count);
  if (graphs::kHasValue<EdgeValue>) plan.add("graph values", directions * edge_count * graphs::kValueSize<EdgeValue>);
  return plan;
}

#define WARPGRAPH_INSTANTIATE(Value)                                           \
  template DeviceGraph<Value> upload<Value>(StreamRef, const Graph<Value>&);   \
  template Graph<Value> download<Value>(StreamRef, const DeviceGraph<Value>&); \
  template MemoryPlan graph_memory<Value>(VertexId, EdgeId, bool);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
