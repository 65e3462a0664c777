// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/widest_path.hpp>

#include <type_traits>

#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>

#include "common/value_types.hpp"

namespace warpgraph {
namespace {

template <class T>
struct Widths {
  using VertexValue = T;
  using EdgeValue = T;
  using Reduction = Max;
  static constexpr double kPriorityStep = 1.0 / 16;
  VertexId source;

  WARPGRAPH_DEVICE T initial(VertexId v) const { return v == source ? Min::identity<T>() : Max::identity<T>(); }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == source; }
  WARPGRAPH_DEVICE T visit(T width, T edge) const { return width < edge ? width : edge; }
  WARPGRAPH_DEVICE bool updated(T old, T width) const { return width > old; }
  // The widest first, and no integer overflows.
  WARPGRAPH_DEVICE T priority(T width) const {
    if constexpr (std::is_integral_v<T>)
      return ~width;
    else
      return -width;
  }
};

}  // namespace

template <EdgeValueType EdgeValue>
Result<Width<EdgeValue>> widest_path(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                     const WidestPathOptions& options) {
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  return run_program(stream, graph, Widths<Width<EdgeValue>>{source}, options.engine);
}

template <EdgeValueType EdgeValue>
ShardedResult<Width<EdgeValue>> widest_path(const ShardedGraph<EdgeValue>& graph, const WidestPathOptions& options) {
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  return run_program(graph, Widths<Width<EdgeValue>>{source}, options.engine);
}

#define WARPGRAPH_INSTANTIATE(E)                                                                        \
  template Result<Width<E>> widest_path<E>(StreamRef, const DeviceGraph<E>&, const WidestPathOptions&); \
  template ShardedResult<Width<E>> widest_path<E>(const ShardedGraph<E>&, const WidestPathOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
