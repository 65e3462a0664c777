// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/widest_path.hpp>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/sharded.hpp>

#include "common/value_types.hpp"

namespace warpgraph::algorithms {
template <EdgeValueType EdgeValue>
Result<Width<EdgeValue>> widest_path(StreamRef stream, const DeviceGraph<EdgeValue>& graph,
                                     const WidestPathOptions& options) {
  const VertexId source = find_vertex(graph.ids(), graph.vertex_count(), options.source);
  return warpgraph::run(stream, graph, programs::Widths<Width<EdgeValue>>{source}, options.engine);
}

template <EdgeValueType EdgeValue>
ShardedResult<Width<EdgeValue>> widest_path(const ShardedGraph<EdgeValue>& graph, const WidestPathOptions& options) {
  const VertexId source = find_vertex(graph, options.source);
  return warpgraph::run(graph, programs::Widths<Width<EdgeValue>>{source}, options.engine);
}

#define WARPGRAPH_INSTANTIATE(E)                                                                        \
  template Result<Width<E>> widest_path<E>(StreamRef, const DeviceGraph<E>&, const WidestPathOptions&); \
  template ShardedResult<Width<E>> widest_path<E>(const ShardedGraph<E>&, const WidestPathOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
