// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <limits>
#include <list>
#include <type_traits>
#include <utility>

#include <warpgraph/algorithms/sssp_parents.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "common/value_types.hpp"

namespace warpgraph::algorithms {
namespace {

// A vertex takes the lowest neighbour from which the edge makes up its distance, if that neighbour is nearer to the
// source, or as near (over an edge of length 0, or one that rounding makes 0) and has a parent itself: so no vertices
// are parents of each other in a circle. The first superstep finds all parents that are nearer.
template <class T>
struct ParentsOfDistances {
  // A way to a vertex, by its last edge.
  struct Way {
    T length;
    VertexId from;
  };
  using VertexValue = VertexId;
  using EdgeValue = T;
  static constexpr bool kIdempotentReduce = true;
  static constexpr bool kSynchronous = true;
  static constexpr ValuesAre kValuesAre = ValuesAre::kVertices;
  View<const T> distance;
  VertexId source;

  WARPGRAPH_DEVICE VertexId initial(VertexId v) const { return v == source ? source : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return distance[v] != kUnreachable<T>; }
  WARPGRAPH_DEVICE Way visit(VertexId parent, T length, VertexId from) const {
    const T before = distance[from];
    const T sum = before + length;
    const bool is_too_far = before == kUnreachable<T> || (std::is_integral_v<T> && sum < before);
    if (is_too_far || (sum == before && parent == kNoVertex)) return identity();
    return {sum, from};
  }
  WARPGRAPH_DEVICE static Way identity() { return {kUnreachable<T>, kNoVertex}; }
  WARPGRAPH_DEVICE static Way reduce(Way a, Way b) {
    if (a.length == b.length) return a.from < b.from ? a : b;
    return a.length < b.length ? a : b;
  }
  WARPGRAPH_DEVICE VertexId apply(VertexId parent, Way way, const Vertex& v) const {
    return parent == kNoVertex && way.length == distance[v] ? way.from : parent;
  }
  WARPGRAPH_DEVICE bool updated(VertexId old, VertexId parent) const { return old != parent; }
};

// The distances that a device knows, by vertex.
template <class T>
struct ByVertex {
  shards::LocalIds ids;
  View<const T> distance;
  View<T> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t local) const {
    const VertexId v = ids.vertex(static_cast<VertexId>(local));
    if (v != kNoVertex) to[v] = distance[local];
  }
};

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> parents_of(const ShardedGraph<EdgeValue>& graph,
                                   const ShardedResult<Distance<EdgeValue>>& distances, VertexName source,
                                   const EngineOptions& options) {
  using T = Distance<EdgeValue>;
  const VertexId start = find_vertex(graph, source);
  std::list<Buffer<T>> kept;
  const auto make_program = [&](StreamRef stream) {
    int device = 0;
    while (&graph.stream(device).backend() != &stream.backend()) ++device;
    const shards::LocalIds ids = graph.shard(device).local_ids.view();
    const View<const T> known = distances.values[static_cast<std::size_t>(device)];
    if (ids.are_ids()) return ParentsOfDistances<T>{known, start};
    const Buffer<T>& all = kept.emplace_back(stream, graph.vertex_count(), "sssp parents");
    kernel::for_each(stream, ids.count, ByVertex<T>{ids, known, kept.back().view()});
    return ParentsOfDistances<T>{all.view(), start};
  };
  return warpgraph::run(graph, make_program, options);
}

// The plan and limits of the search are none of the second run's.
EngineOptions for_parents(const EngineOptions& options) {
  EngineOptions engine;
  engine.exchange = options.exchange;
  return engine;
}

template <EdgeValueType EdgeValue>
Result<VertexId> parents_of(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                            const Buffer<Distance<EdgeValue>>& distance, VertexName source) {
  const VertexId start = find_vertex(graph.ids(), graph.vertex_count(), source);
  return warpgraph::run(stream, graph, ParentsOfDistances<Distance<EdgeValue>>{distance.view(), start});
}

}  // namespace

template <EdgeValueType EdgeValue>
Buffer<VertexId> sssp_parents(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                              const Buffer<Distance<EdgeValue>>& distance, VertexName source) {
  expects(distance.size() == graph.vertex_count(), "sssp_parents: a distance for every vertex");
  return std::move(parents_of(stream, graph, distance, source).values);
}

template <EdgeValueType EdgeValue>
ShortestPaths<Distance<EdgeValue>> shortest_paths(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                                  const SsspOptions& options) {
  auto found = sssp(stream, graph, options);
  auto parents = parents_of(stream, graph, found.values, options.source);
  return {std::move(found), std::move(parents)};
}

template <EdgeValueType EdgeValue>
ShardedShortestPaths<Distance<EdgeValue>> shortest_paths(const ShardedGraph<EdgeValue>& graph,
                                                         const SsspOptions& options) {
  (void)graph.vertex_count();  // parents are numbers of 32 bits
  // Where borders stay, each device has the last distances of all vertices that it reads.
  SsspOptions own = options;
  own.engine.exchange.moves_borders = false;
  auto found = sssp(graph, own);
  auto parents = parents_of(graph, found, own.source, for_parents(own.engine));
  return {std::move(found), std::move(parents)};
}

#define WARPGRAPH_INSTANTIATE(E)                                                                                       \
  template Buffer<VertexId> sssp_parents<E>(StreamRef, const DeviceGraph<E>&, const Buffer<Distance<E>>&, VertexName); \
  template ShortestPaths<Distance<E>> shortest_paths<E>(StreamRef, const DeviceGraph<E>&, const SsspOptions&);         \
  template ShardedShortestPaths<Distance<E>> shortest_paths<E>(const ShardedGraph<E>&, const SsspOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
