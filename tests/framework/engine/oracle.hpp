// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/graph/graph.hpp>

#include "framework/engine/programs.hpp"

// What a vertex program computes, serially and from the definition: every superstep every vertex reads all its incoming
// neighbours' values of the superstep before, until nobody is updated.
namespace warpgraph::test {

template <class P, class E>
typename P::EdgeValue oracle_edge_value(const Graph<E>& graph, EdgeId e) {
  if constexpr (!kHasValue<typename P::EdgeValue>)
    return {};
  else if constexpr (!kHasValue<E>)
    return 1;
  else
    return static_cast<typename P::EdgeValue>(graph.incoming().value[e]);
}

inline std::vector<EdgeId> out_degrees(const HostArray<VertexId>& column, VertexId vertices) {
  std::vector<EdgeId> degree(vertices);
  for (const VertexId u : column) ++degree[u];
  return degree;
}

template <class P, class E>
std::vector<typename P::VertexValue> run_serially(const Graph<E>& graph, const P& program,
                                                  std::uint32_t max_supersteps = 0xffffffffu) {
  const VertexId n = graph.vertex_count();
  const auto& in = graph.incoming();
  const std::vector<EdgeId> degree = out_degrees(in.column, n);
  const auto vertex = [&](VertexId v) { return Vertex{v, in.degree(v), degree[v]}; };
  std::vector<typename P::VertexValue> value(n);
  for (VertexId v = 0; v < n; ++v) value[v] = program.initial(vertex(v));

  bool any = true;
  for (std::uint32_t superstep = 0; any && superstep < max_supersteps; ++superstep) {
    any = false;
    const auto before = value;
    for (VertexId v = 0; v < n; ++v) {
      auto sum = detail::identity(program);
      for (EdgeId e = in.row[v]; e < in.row[v + 1]; ++e) {
        const VertexId u = in.column[e];
        const auto seen = detail::publish(program, before[u], vertex(u));
        sum = detail::reduction(program)(sum, detail::visit(program, seen, oracle_edge_value<P>(graph, e), u));
      }
      const auto now = detail::apply(program, before[v], sum, vertex(v));
      if (!program.updated(before[v], now)) continue;
      value[v] = now;
      any = true;
    }
  }
  return value;
}

// Runs that add up serially, with the same rounding: everything is a whole number.
inline std::vector<std::uint64_t> grow_serially(const Graph<std::int32_t>& graph, Growth program) {
  const auto& in = graph.incoming();
  const std::vector<EdgeId> degree = out_degrees(in.column, graph.vertex_count());
  std::vector<std::uint64_t> value(degree.begin(), degree.end());
  for (std::uint64_t& each : value) ++each;
  if (value.empty()) return value;
  for (std::uint32_t superstep = 0;; ++superstep) {
    if (!program.next({std::accumulate(value.begin(), value.end(), std::uint64_t{0})}, superstep)) return value;
    const auto before = value;
    for (VertexId v = 0; v < value.size(); ++v) {
      value[v] += program.share;
      for (const VertexId u : in.neighbours(v)) value[v] += before[u];
    }
  }
}

}  // namespace warpgraph::test
