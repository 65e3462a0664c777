// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// Small graphs whose answers are known by hand.
namespace warpgraph::test::oracle {

using Ends = std::vector<std::pair<VertexId, VertexId>>;

inline EdgeList list_of(VertexId vertex_count, const Ends& ends, Direction direction) {
  EdgeList list;
  list.vertex_count = vertex_count;
  list.direction = direction;
  for (const auto& [source, target] : ends) {
    list.source.push_back(source);
    list.target.push_back(target);
  }
  return list;
}

inline Graph<NoValue> graph_of(VertexId vertex_count, const Ends& ends,
                               Direction direction = Direction::kUndirectedOnce) {
  ThreadPool pool(1);
  return build_graph<NoValue>(pool, list_of(vertex_count, ends, direction));
}

template <EdgeValueType Value>
Graph<Value> weighted_graph_of(VertexId vertex_count, const Ends& ends, std::vector<Value> values,
                               Direction direction = Direction::kUndirectedOnce) {
  ThreadPool pool(1);
  EdgeList list = list_of(vertex_count, ends, direction);
  list.values = std::move(values);
  return build_graph<Value>(pool, std::move(list));
}

// 0 - 1 - 2 - ...
inline Ends path(VertexId vertex_count) {
  Ends ends;
  for (VertexId v = 1; v < vertex_count; ++v) ends.emplace_back(v - 1, v);
  return ends;
}

// 0 in the middle
inline Ends star(VertexId vertex_count) {
  Ends ends;
  for (VertexId v = 1; v < vertex_count; ++v) ends.emplace_back(0, v);
  return ends;
}

// Every vertex from `first` up to, but not including, `last` with every other.
inline Ends clique(VertexId first, VertexId last) {
  Ends ends;
  for (VertexId a = first; a < last; ++a) {
    for (VertexId b = a + 1; b < last; ++b) ends.emplace_back(a, b);
  }
  return ends;
}

// Two cliques of `size` vertices, and an edge between the last of the first and the first of the second.
inline Ends bridged_cliques(VertexId size) {
  Ends ends = clique(0, size);
  for (const auto& each : clique(size, 2 * size)) ends.push_back(each);
  ends.emplace_back(size - 1, size);
  return ends;
}

}  // namespace warpgraph::test::oracle
