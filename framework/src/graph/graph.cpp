// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/graph.hpp>

#include <warpgraph/runtime/error.hpp>

#include "value_types.hpp"

namespace warpgraph {

namespace {

template <class Value>
std::size_t bytes_of(const Adjacency<Value>& rows) {
  return rows.row.size_bytes() + rows.column.size_bytes() + rows.value.size_bytes();
}

// Whether the arrays of one direction fit each other.
template <class Value>
bool is_consistent(const Adjacency<Value>& rows) {
  if (rows.row.empty()) return rows.column.empty() && rows.value.empty();
  return rows.value.size() == (kHasValue<Value> ? rows.column.size() : 0);
}

}  // namespace

template <EdgeValueType EdgeValue>
Graph<EdgeValue>::Graph(GraphParts<EdgeValue> parts) : parts_(std::move(parts)) {
  if (parts_.incoming.row.empty()) parts_.incoming.row = std::vector<EdgeId>{0};
  const auto& [incoming, outgoing, undirected, ids, weights] = parts_;
  const std::size_t rows = incoming.row.size();
  expects(is_consistent(incoming) && is_consistent(outgoing),
          "graph: the arrays of rows, columns and values do not fit together");
  expects(rows <= std::size_t{kNoVertex} + 1, "graph: more vertices than there are ids");
  expects(outgoing.row.empty() ||
              (outgoing.row.size() == rows && !undirected && outgoing.column.size() == incoming.column.size()),
          "graph: incoming and outgoing edges do not fit together");
  vertex_count_ = static_cast<VertexId>(rows - 1);
  expects(ids.original.empty() || ids.original.size() == vertex_count_,
          "graph: there must be an id for each vertex, or none");
  expects(weights.values.size() == weights.count * vertex_count_,
          "graph: there must be `count` weights for each vertex");
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
