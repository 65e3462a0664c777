// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/bfs.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/engine/engine.hpp>
#include <warpgraph/framework/engine/memory.hpp>
#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "common/device_copies.hpp"
#include "common/value_types.hpp"
#include "levels.hpp"

namespace warpgraph::algorithms {
namespace {

using programs::Levels;
using programs::Parents;

template <EdgeValueType EdgeValue>
VertexId source_of(const DeviceGraph<EdgeValue>& graph, const BfsOptions& options) {
  return find_vertex(graph.ids(), graph.vertex_count(), options.source);
}

// `id`: of each of the rank's numbers; empty: the numbers.
struct IdsOfParents {
  View<const GlobalId> id;
  View<const VertexId> parent;
  View<GlobalId> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId number = parent[i];
    to[i] = number == kNoVertex ? kNoGlobalId : id.empty() ? number : id[number];
  }
};

}  // namespace

Result<std::uint32_t> levels_from(StreamRef stream, const GraphView<NoValue>& graph, const GraphFacts& facts,
                                  VertexId source, const EngineOptions& options) {
  return warpgraph::run(stream, graph, Levels{source}, options, &facts);
}

MemoryPlan levels_memory(StreamRef stream, VertexId vertices, EdgeId edges) {
  return engine_memory<Levels>(stream, vertices, edges, /*has_outgoing=*/true);
}

template <EdgeValueType EdgeValue>
Result<std::uint32_t> bfs_levels(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const BfsOptions& options) {
  return warpgraph::run(stream, graph, Levels{source_of(graph, options)}, options.engine);
}

template <EdgeValueType EdgeValue>
Result<VertexId> bfs_parents(StreamRef stream, const DeviceGraph<EdgeValue>& graph, const BfsOptions& options) {
  return warpgraph::run(stream, graph, Parents{source_of(graph, options)}, options.engine);
}

template <EdgeValueType EdgeValue>
ShardedResult<std::uint32_t> bfs_levels(const ShardedGraph<EdgeValue>& graph, const BfsOptions& options) {
  return warpgraph::run(graph, Levels{find_vertex(graph, options.source)}, options.engine);
}

template <EdgeValueType EdgeValue>
ShardedResult<VertexId> bfs_parents(const ShardedGraph<EdgeValue>& graph, const BfsOptions& options) {
  (void)graph.vertex_count();  // parents are numbers of 32 bits
  return warpgraph::run(graph, Parents{find_vertex(graph, options.source)}, options.engine);
}

// A parent is a neighbour, and its number that of the rank which owns the vertex. So the search runs on numbers.
template <EdgeValueType EdgeValue>
ShardedResult<GlobalId> global_bfs_parents(const ShardedGraph<EdgeValue>& graph, const BfsOptions& options) {
  ShardedResult<VertexId> found = warpgraph::run(graph, Parents{find_vertex(graph, options.source)}, options.engine);
  ShardedResult<GlobalId> result{std::move(static_cast<RunReport&>(found)), {}, found.own};
  DeviceCopies copies;
  const auto streams = graph.streams();
  for (std::size_t i = 0; i < found.values.size(); ++i) {
    const VertexRange own = found.own[i];
    const VertexId first = found.first.empty() ? 0 : found.first[i];
    Buffer<GlobalId> id(streams[i], own.size(), "bfs parents");
    kernel::for_each(streams[i], own.size(),
                     IdsOfParents{copies(streams[i], graph.global_ids(), "global ids"),
                                  found.values[i].view().subview(own.first - first, own.size()), id});
    streams[i].synchronize();
    result.values.push_back(std::move(id));
    result.first.push_back(own.first);
  }
  return result;
}

#define WARPGRAPH_INSTANTIATE(E)                                                                     \
  template Result<std::uint32_t> bfs_levels<E>(StreamRef, const DeviceGraph<E>&, const BfsOptions&); \
  template Result<VertexId> bfs_parents<E>(StreamRef, const DeviceGraph<E>&, const BfsOptions&);     \
  template ShardedResult<std::uint32_t> bfs_levels<E>(const ShardedGraph<E>&, const BfsOptions&);    \
  template ShardedResult<VertexId> bfs_parents<E>(const ShardedGraph<E>&, const BfsOptions&);        \
  template ShardedResult<GlobalId> global_bfs_parents<E>(const ShardedGraph<E>&, const BfsOptions&)
WARPGRAPH_FOR_EACH_EDGE_VALUE(WARPGRAPH_INSTANTIATE);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::algorithms
