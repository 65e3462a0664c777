// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/graph.hpp>

#include <string_view>
#include <utility>

#include <warpgraph/runtime/error.hpp>

#include "check_parts.hpp"
#include "value_types.hpp"

namespace warpgraph {

namespace {

template <class Value>
std::size_t bytes_of(const Adjacency<Value>& rows) {
  return rows.row.size_bytes() + rows.column.size_bytes() + rows.value.size_bytes();
}

}  // namespace

template <EdgeValueType EdgeValue>
Graph<EdgeValue>::Graph(graphs::GraphParts<EdgeValue> parts) : parts_(std::move(parts)) {
  if (parts_.incoming.row.empty() && parts_.incoming.column.empty()) parts_.incoming.row = no_rows();
  building::expect_sizes(parts_);
  vertex_count_ = static_cast<VertexId>(parts_.incoming.row.size() - 1);
}

template <EdgeValueType EdgeValue>
graphs::HostArray<EdgeId> Graph<EdgeValue>::no_rows() noexcept {
  static constexpr EdgeId kEnd[] = {0};
  return {kEnd, nullptr};
}

template <EdgeValueType EdgeValue>
graphs::GraphParts<EdgeValue> Graph<EdgeValue>::release() && noexcept {
  vertex_count_ = 0;
  return std::exchange(parts_, {.incoming = {no_rows(), {}, {}}});
}

template <EdgeValueType EdgeValue>
const Adjacency<EdgeValue>& Graph<EdgeValue>::outgoing() const {
  expects(has_outgoing(), "graph: outgoing edges were not asked for when it was built");
  return parts_.undirected ? parts_.incoming : parts_.outgoing;
}

template <EdgeValueType EdgeValue>
std::size_t Graph<EdgeValue>::size_bytes() const noexcept {
  return bytes_of(parts_.incoming) + bytes_of(parts_.outgoing) + parts_.ids.original.size() * sizeof(std::uint64_t) +
         parts_.vertex_weights.values.size() * sizeof(std::int64_t);
}

#define WARPGRAPH_INSTANTIATE(Value) template class Graph<Value>;
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

VertexId vertex_count(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return each.vertex_count(); }, graph);
}
EdgeId edge_count(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return each.edge_count(); }, graph);
}
bool is_undirected(const AnyGraph& graph) {
  return std::visit([](const auto& each) { return each.is_undirected(); }, graph);
}
ValueType value_type(const AnyGraph& graph) {
  return std::visit([]<class Value>(const Graph<Value>&) { return warpgraph::value_type<Value>(); }, graph);
}
const IdMap& ids(const AnyGraph& graph) {
  return std::visit([](const auto& each) -> const IdMap& { return each.ids(); }, graph);
}

std::string_view to_string(ValueType type) {
  switch (type) {
    case ValueType::kNone:
      return "none";
    case ValueType::kInt32:
      return "int32";
    case ValueType::kInt64:
      return "int64";
    case ValueType::kFloat:
      return "float";
    case ValueType::kDouble:
      return "double";
  }
  return "unknown";
}

}  // namespace warpgraph
