// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/graph/graph.hpp>

#include "framework/engine/programs.hpp"

// What a vertex program computes, serially and from the definition: every superstep every vertex reads all its incoming
// neighbours' values of the superstep before, until no vertex is updated or the program ends the run.
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

// Whether a program with an Aggregate goes on; others always do.
template <class P, class VertexAt>
bool goes_on(P& program, const std::vector<typename P::VertexValue>& before,
             const std::vector<typename P::VertexValue>& now, const VertexAt& vertex, std::uint32_t superstep) {
  if constexpr (detail::HasAggregate<P>) {
    typename P::Aggregate sum{};
    for (VertexId v = 0; v < now.size(); ++v) sum = sum + program.aggregate(before[v], now[v], vertex(v));
    return program.next(sum, superstep);
  }
  return true;
}

// Keeps what is promised to programs with kFirstHitSuffices: a vertex is updated once, and `visit` is called only for
// neighbours that were updated in the superstep before.
template <class P, class E>
std::vector<typename P::VertexValue> run_serially(const Graph<E>& graph, P program,
                                                  std::uint32_t max_supersteps = 0xffffffffu) {
  constexpr bool kFirst = detail::first_hit_suffices<P>();
  constexpr std::uint32_t kNever = 0xffffffffu;
  const VertexId n = graph.vertex_count();
  const auto& in = graph.incoming();
  const std::vector<EdgeId> degree = out_degrees(in.column, n);
  const auto vertex = [&](VertexId v) { return Vertex{v, in.degree(v), degree[v]}; };
  std::vector<typename P::VertexValue> value(n);
  std::vector<std::uint32_t> seen_in(n, kNever);  // the superstep that sees a vertex's last update
  for (VertexId v = 0; v < n; ++v) {
    value[v] = program.initial(vertex(v));
    if (detail::active_initially(program, vertex(v))) seen_in[v] = 0;
  }
  auto before = value;
  bool any = true;
  for (std::uint32_t superstep = 0; any && superstep < max_supersteps; ++superstep) {
    if (!goes_on(program, before, value, vertex, superstep)) break;
    any = false;
    before = value;
    for (VertexId v = 0; v < n; ++v) {
      if (kFirst && seen_in[v] != kNever) continue;
      auto sum = detail::identity(program);
      for (EdgeId e = in.row[v]; e < in.row[v + 1]; ++e) {
        const VertexId u = in.column[e];
        if (kFirst && seen_in[u] != superstep) continue;
        const auto seen = detail::publish(program, before[u], vertex(u));
        sum = detail::reduction(program)(sum, detail::visit(program, seen, oracle_edge_value<P>(graph, e), u));
      }
      const auto now = detail::apply(program, before[v], sum, vertex(v));
      if (!program.updated(before[v], now)) continue;
      value[v] = now;
      seen_in[v] = superstep + 1;
      any = true;
    }
  }
  return value;
}

}  // namespace warpgraph::test
