// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <variant>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/runtime/error.hpp>

#include "key_layout.hpp"

// What an edge list means to the builders.
namespace warpgraph::building {

inline bool becomes_undirected(Direction direction, const BuildOptions& options) {
  return direction != Direction::kDirected || options.symmetrise;
}

// Whether an entry makes an edge in each direction.
inline bool makes_both_directions(Direction direction, const BuildOptions& options) {
  return direction == Direction::kUndirectedOnce || (direction == Direction::kDirected && options.symmetrise);
}

// Whether the list claims to have the reverse of every edge, and nothing says that it has.
inline bool looks_for_reverses(Direction direction, const BuildOptions& options) {
  return direction == Direction::kUndirectedBoth && options.check_symmetry;
}

// The value type of an alternative of EdgeValues or DeviceEdgeValues.
template <class Held>
struct ValueOf;
template <template <class...> class Array, class Value, class... Rest>
struct ValueOf<Array<Value, Rest...>> {
  using type = Value;
};
template <>
struct ValueOf<std::monostate> {
  using type = NoValue;
};

[[noreturn]] inline void throw_stray(std::uint64_t entry, VertexId id, VertexId vertex_count) {
  throw InputError("edge list: entry " + std::to_string(entry) + " names vertex " + std::to_string(id) +
                   ", expected ids below " + std::to_string(vertex_count));
}

// Throws InputError for the first entry with an id that is no vertex. The list begins with entry `before` of a longer
// one.
inline void expect_ids_below(VertexId vertex_count, std::span<const VertexId> source, std::span<const VertexId> target,
                             std::uint64_t before) {
  for (std::size_t i = 0; i < source.size(); ++i) {
    const VertexId highest = std::max(source[i], target[i]);
    if (highest >= vertex_count) throw_stray(before + i, highest, vertex_count);
  }
}

// For duplicate edges, between vertices that are called so.
template <EdgeValueType Value>
[[noreturn]] void throw_misfit(VertexName source, VertexName target) {
  constexpr ValueType kWider = std::is_same_v<Value, std::int32_t> ? ValueType::kInt64
                               : std::is_same_v<Value, double>     ? ValueType::kNone
                                                                   : ValueType::kDouble;
  std::string message = "duplicate edges: the weights of those from " + to_string(source) + " to " + to_string(target) +
                        " add up to more than " + std::string(to_string(value_type<Value>())) + " holds";
  if (kWider != ValueType::kNone) message += "; those of " + std::string(to_string(kWider)) + " are wider";
  throw RefusedGraphError<InputError>(graphs::RefusedGraph(graphs::RefusedGraph::Reason::kNarrowWeights, kWider),
                                      message);
}
// `key` is that of a misfit of MergeValues.
template <EdgeValueType Value>
[[noreturn]] void throw_misfit(const IdMap& ids, KeyLayout layout, Key key) {
  throw_misfit<Value>(ids.name_of(layout.column(key)), ids.name_of(layout.row(key)));
}

// Throws UsageError if the arrays of a list, on the host or on a device, do not fit together.
template <class List>
void expect_consistent(const List& list) {
  const std::size_t values = std::visit(
      [&]<class Held>(const Held& held) -> std::size_t {
        if constexpr (std::is_same_v<Held, std::monostate>)
          return list.size();
        else
          return held.size();
      },
      list.values);
  expects(list.source.size() == list.target.size(), "edge list: source and target differ in length");
  expects(values == list.size(), "edge list: there must be a value for each entry, or none");
  expects(list.ids.original.empty() || list.ids.original.size() == list.vertex_count,
          "edge list: there must be an original id for each vertex, or none");
  expects(!list.ids.original.empty() || list.vertex_count == 0 ||
              list.ids.base <= ~std::uint64_t{0} - (list.vertex_count - 1),
          "edge list: ids do not stay below 2^64");
  expects(list.vertex_weights.values.size() == list.vertex_weights.count * list.vertex_count,
          "edge list: there must be `count` weights for each vertex");
}

}  // namespace warpgraph::building
