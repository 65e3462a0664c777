// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// Directed graphs for tests of strongly connected components, and these components by definition.
namespace warpgraph::test {

using Ends = std::vector<std::pair<VertexId, VertexId>>;

inline Graph<NoValue> directed(VertexId vertices, const Ends& ends, bool outgoing = true) {
  EdgeList list;
  list.vertex_count = vertices;
  for (const auto& [source, target] : ends) {
    list.source.push_back(source);
    list.target.push_back(target);
  }
  ThreadPool threads(1);
  return build_graph<NoValue>(threads, std::move(list), {.outgoing = outgoing});
}

// By what reaches what, one search for each vertex.
inline std::vector<VertexId> strong_oracle(const Graph<NoValue>& graph) {
  const VertexId n = graph.vertex_count();
  std::vector<std::vector<bool>> reached_from(n, std::vector<bool>(n));
  for (VertexId start = 0; start < n; ++start) {
    std::vector<VertexId> stack{start};
    std::vector<bool>& reached = reached_from[start];
    reached[start] = true;
    while (!stack.empty()) {
      const VertexId v = stack.back();
      stack.pop_back();
      for (EdgeId e = graph.incoming().row[v]; e < graph.incoming().row[v + 1]; ++e) {
        const VertexId u = graph.incoming().column[e];
        if (!reached[u]) stack.push_back(u);
        reached[u] = true;
      }
    }
  }
  std::vector<VertexId> label(n);
  for (VertexId v = 0; v < n; ++v)
    while (!(reached_from[v][label[v]] && reached_from[label[v]][v])) ++label[v];
  return label;
}

inline Ends random_ends(VertexId vertices, double degree, unsigned seed) {
  std::mt19937 random(seed);
  Ends ends;
  for (VertexId i = 0; i < static_cast<VertexId>(vertices * degree); ++i)
    ends.emplace_back(random() % vertices, random() % vertices);
  return ends;
}
// Cycles of `length` in a row, each with an edge to the next one. With `step` the numbers along them jump.
inline Ends chain_of_cycles(VertexId cycles, VertexId length, VertexId step) {
  const VertexId n = cycles * length;
  const auto number = [&](VertexId i) { return static_cast<VertexId>(std::uint64_t{i % n} * step % n); };
  Ends ends;
  for (VertexId c = 0; c < cycles; ++c) {
    for (VertexId i = 0; i < length; ++i)
      ends.emplace_back(number(c * length + i), number(c * length + (i + 1) % length));
    if (c + 1 < cycles) ends.emplace_back(number(c * length), number((c + 1) * length));
  }
  return ends;
}
inline Ends path(VertexId vertices) {
  Ends ends;
  for (VertexId v = 1; v < vertices; ++v) ends.emplace_back(v - 1, v);
  return ends;
}
// Pairs that lead to each other, all below one vertex and above another one.
inline Ends pairs_between(VertexId pairs) {
  Ends ends;
  for (VertexId i = 0; i < pairs; ++i) {
    const VertexId a = 1 + 2 * i;
    for (const std::pair<VertexId, VertexId>& each : Ends{{a, a + 1}, {a + 1, a}, {0, a}, {a + 1, 2 * pairs + 1}})
      ends.push_back(each);
  }
  return ends;
}

}  // namespace warpgraph::test
