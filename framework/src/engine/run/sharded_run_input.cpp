// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include <warpgraph/framework/engine/detail/program_part/peer_part_calls.hpp>

#include "../../graph/value_types.hpp"

namespace warpgraph::detail {

template <EdgeValueType E>
ShardedRunInput sharded_run_input(const ShardedGraph<E>& graph) {
  double mean_value = 0;
  rows::RowLengths outgoing_rows;
  QueueSize queue;
  for (int i = 0; i < graph.device_count(); ++i) {
    const shards::Shard<E>& shard = graph.shard(i);
    mean_value += shard.mean_value / graph.layout().device_count();
    outgoing_rows.longest = std::max(outgoing_rows.longest, shard.out_rows.longest);
    outgoing_rows.empty += shard.out_rows.empty;
    queue.vertices = std::max<std::uint64_t>(queue.vertices, shard.local_ids.count);
    queue.edges = std::max({queue.edges, EdgeId{shard.incoming.column.size()}, shard.out_edges});
  }
  return {graph.links(),
          ends_of(graph),
          graph.streams(),
          graph.section_edges(),
          graph.total_vertex_count(),
          graph.edge_count(),
          graph.has_outgoing(),
          mean_value,
          outgoing_rows,
          queue,
          graph.shard(0).grid ? &*graph.shard(0).grid : nullptr,
          graph.layout()};
}
#define WARPGRAPH_INSTANTIATE(Value) template ShardedRunInput sharded_run_input(const ShardedGraph<Value>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::detail
