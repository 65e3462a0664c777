// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

// Shortest distances and graphs for which the limit between near and far is hard to move: the step is nothing beside
// the distance, or the priority is the largest number there is.
namespace warpgraph::test {

template <class T>
using OrderedDistances = algorithms::programs::Distances<T>;

// Distances from `late` on have the priority `last`, so that an update may leave it as it is.
template <class T>
struct TiedDistances {
  using VertexValue = T;
  using EdgeValue = T;
  static constexpr bool kIdempotentReduce = true;
  T late;
  T last = algorithms::programs::Distances<T>::unreachable();
  algorithms::programs::Distances<T> distances = {};

  WARPGRAPH_DEVICE T initial(VertexId v) const { return distances.initial(v); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return distances.active_initially(v); }
  WARPGRAPH_DEVICE T visit(T distance, EdgeValue length) const { return distances.visit(distance, length); }
  WARPGRAPH_DEVICE T identity() const { return Min::identity<T>(); }
  WARPGRAPH_DEVICE T reduce(T a, T b) const { return Min{}(a, b); }
  WARPGRAPH_DEVICE bool updated(T old, T distance) const { return distance < old; }
  WARPGRAPH_DEVICE T priority(T distance) const { return distance < late ? distance : last; }
};

template <class Value>
struct WeightedEdge {
  VertexId source;
  VertexId target;
  Value weight;
};

template <class Value>
Graph<Value> graph_of(VertexId vertices, std::span<const WeightedEdge<Value>> edges) {
  ThreadPool threads(1);
  EdgeList list;
  list.vertex_count = vertices;
  std::vector<Value> weights;
  for (const WeightedEdge<Value>& each : edges) {
    list.source.push_back(each.source);
    list.target.push_back(each.target);
    weights.push_back(each.weight);
  }
  list.values = std::move(weights);
  return build_graph<Value>(threads, std::move(list), {.outgoing = true});
}

// 0 -> 1 -> ... -> edges: the first edge is `first` long, the others are `other`.
template <class Value>
Graph<Value> chain(VertexId edges, Value first, Value other) {
  std::vector<WeightedEdge<Value>> list;
  for (VertexId v = 0; v < edges; ++v) list.push_back({v, v + 1, v == 0 ? first : other});
  return graph_of<Value>(edges + 1, list);
}

// 0 -> 1, ..., count, which are `stride` apart from `first` on, and from each of them one edge of length 1.
inline Graph<float> fan(VertexId count, float first, float stride) {
  std::vector<WeightedEdge<float>> list;
  for (VertexId v = 1; v <= count; ++v) {
    list.push_back({0, v, first + stride * static_cast<float>(v)});
    list.push_back({v, count + v, 1});
  }
  return graph_of<float>(2 * count + 1, list);
}

}  // namespace warpgraph::test
