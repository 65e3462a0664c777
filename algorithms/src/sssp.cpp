// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/sssp.hpp>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "value_types.hpp"

namespace warpgraph {
namespace {

template <class T>
struct Distances {
  using VertexValue = T;
  using EdgeValue = T;
  using Reduction = Min;
  VertexId source;

  WARPGRAPH_DEVICE T initial(VertexId v) const { return v == source ? T{} : unreachable(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE T visit(T distance, T length) const {
    const T sum = distance + length;
    if constexpr (std::is_integral_v<T>) return sum < distance ? unreachable() : sum;
    return sum;
  }
  WARPGRAPH_DEVICE bool updated(T old, T distance) const { return distance < old; }
  WARPGRAPH_DEVICE T priority(T distance) const { return distance; }

 private:
  WARPGRAPH_DEVICE static constexpr T unreachable() { return Min::identity<T>(); }
};

template <EdgeValueType EdgeValue>
void refuse_negative_lengths(StreamRef stream, [[maybe_unused]] View<const EdgeValue> lengths) {
  if constexpr (kHasValue<EdgeValue>) {
    Buffer<EdgeValue> least(stream, 1, "shortest length");
    reduce(stream, lengths, least.view(), Min{});
    if (to_host(stream, least).front() < EdgeValue{}) throw InputError("shortest paths: an edge has a negative length");
  }
}

}  // namespace

template <EdgeValueType EdgeValue>
Result<Distance<EdgeValue>> sssp(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const SsspOptions& options) {
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  refuse_negative_lengths(stream, graph.view().incoming.value);
  return run_program(stream, graph, Distances<Distance<EdgeValue>>{source}, options.engine);
}

template <EdgeValueType EdgeValue>
ShardedResult<Distance<EdgeValue>> sssp(const ShardedGraph<EdgeValue>& graph, const SsspOptions& options) {
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  for (int i = 0; i < graph.device_count(); ++i)
    refuse_negative_lengths(graph.stream(i), graph.shard(i).incoming.view().value);
  return run_program(graph, Distances<Distance<EdgeValue>>{source}, options.engine);
}

#define WARPGRAPH_INSTANTIATE(E)                                                              \
  template Result<Distance<E>> sssp<E>(StreamRef, const DeviceGraph<E>&, const SsspOptions&); \
  template ShardedResult<Distance<E>> sssp<E>(const ShardedGraph<E>&, const SsspOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
