// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/convert.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "raw_array.hpp"
#include "value_types.hpp"

namespace warpgraph {

namespace {

constexpr std::size_t kGrain = std::size_t{1} << 16;

// Whether `value` is an integer of type To, or none that To would make infinite.
template <class To, class From>
bool fits(From value) {
  if constexpr (std::floating_point<To>) {
    if constexpr (std::integral<From>)
      return true;
    else
      return !std::isfinite(value) || std::abs(value) <= std::numeric_limits<To>::max();
  } else if constexpr (std::integral<From>) {
    return std::in_range<To>(value);
  } else {
    const From limit = std::ldexp(From{1}, 8 * sizeof(To) - 1);
    return value >= -limit && value < limit && value == std::trunc(value);
  }
}

template <class To, class From>
To convert(From value) {
  if (fits<To>(value)) return static_cast<To>(value);
  std::array<char, 32> text;
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  const std::string bits = std::to_string(8 * sizeof(To)) + " bits";
  throw InputError("edge value " + std::string(text.data(), end) + " does not fit, expected " +
                   (std::integral<To> ? "an integer of " + bits : "a finite number of " + bits));
}

template <class To, class From>
Adjacency<To> convert_rows(ThreadPool& threads, Adjacency<From> rows) {
  if constexpr (std::same_as<To, From>) {
    return rows;
  } else {
    building::RawArray<To> values(graphs::kHasValue<To> ? rows.column.size() : 0);
    threads.for_each(values.size(), kGrain, [&](std::size_t e) {
      if constexpr (!graphs::kHasValue<From>)
        values[e] = To{1};
      else if constexpr (graphs::kHasValue<To>)
        values[e] = convert<To>(rows.value[e]);
    });
    return {std::move(rows.row), std::move(rows.column), std::move(values).share()};
  }
}

}  // namespace

}  // namespace warpgraph

namespace warpgraph::graphs {

template <EdgeValueType To>
Graph<To> convert_values(ThreadPool& threads, AnyGraph graph) {
  return std::visit(
      [&]<class From>(Graph<From>& from) {
        GraphParts<From> parts = std::move(from).release();
        return Graph<To>::of_known_parts({convert_rows<To>(threads, std::move(parts.incoming)),
                                          convert_rows<To>(threads, std::move(parts.outgoing)), parts.undirected,
                                          std::move(parts.ids), std::move(parts.vertex_weights)});
      },
      graph);
}

template <EdgeValueType To>
ranks::GraphPart<To> convert_values(ThreadPool& threads, ranks::AnyGraphPart part) {
  return std::visit(
      [&]<class From>(ranks::GraphPart<From>& from) {
        return ranks::GraphPart<To>{from.vertex_count,
                                    from.edge_count,
                                    from.undirected,
                                    from.own,
                                    convert_rows<To>(threads, std::move(from.incoming)),
                                    std::move(from.ids),
                                    std::move(from.vertex_weights),
                                    std::move(from.known),
                                    std::move(from.grid)};
      },
      part);
}

}  // namespace warpgraph::graphs

namespace warpgraph {

template <EdgeValueType EdgeValue>
EdgeList to_edge_list(ThreadPool& threads, const Graph<EdgeValue>& graph) {
  const Adjacency<EdgeValue>& rows = graph.incoming();
  EdgeList list;
  list.vertex_count = graph.vertex_count();
  list.source.assign(rows.column.begin(), rows.column.end());
  list.target.resize(rows.column.size());
  threads.for_each(graph.vertex_count(), kGrain / 16, [&](std::size_t v) {
    // Rows of a mapped file that is being cut may end before they begin.
    const EdgeId end = rows.row[v + 1];
    for (EdgeId e = rows.row[v]; e < end; ++e) list.target[e] = static_cast<VertexId>(v);
  });
  if constexpr (graphs::kHasValue<EdgeValue>) {
    list.values = std::vector<EdgeValue>(rows.value.begin(), rows.value.end());
  }
  list.direction = graph.is_undirected() ? Direction::kUndirectedBoth : Direction::kDirected;
  list.ids = graph.ids();
  list.vertex_weights = graph.vertex_weights();
  return list;
}

EdgeList to_edge_list(ThreadPool& threads, const AnyGraph& graph) {
  return std::visit([&](const auto& each) { return to_edge_list(threads, each); }, graph);
}

#define WARPGRAPH_INSTANTIATE(Value)                                                                \
  template Graph<Value> graphs::convert_values<Value>(ThreadPool&, AnyGraph);                       \
  template ranks::GraphPart<Value> graphs::convert_values<Value>(ThreadPool&, ranks::AnyGraphPart); \
  template EdgeList to_edge_list<Value>(ThreadPool&, const Graph<Value>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
