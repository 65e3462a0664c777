// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/find_vertex.hpp>

#include <algorithm>
#include <string>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/same_call.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph {

template <EdgeValueType EdgeValue>
VertexId find_vertex(const ShardedGraph<EdgeValue>& graph, VertexName name) {
  ranks::expect_same_call(graph.layout().ranks, "find_vertex", {ranks::call_word("vertex", name.value())});
  if (!graph.has_global_ids()) return find_vertex(graph.ids(), graph.vertex_count(), name);
  const ranks::RankLayout& layout = graph.layout();
  GlobalId id = kNoGlobalId;
  for (int i = 0; i < graph.device_count(); ++i) {
    const VertexRange own = graph.shard(i).own;
    for (VertexId v = own.first; v < own.last; ++v)
      if (graph.ids().original[v] == name.value()) id = layout.numbers->id[v];
  }
  if (layout.has_others())
    id = ranks::all_reduce(*layout.ranks, id, [](GlobalId a, GlobalId b) { return std::min(a, b); });
  if (id == kNoGlobalId) throw UnknownVertex(name);
  return layout.numbers->number_of(id);
}

#define WARPGRAPH_INSTANTIATE(Value) template VertexId find_vertex<Value>(const ShardedGraph<Value>&, VertexName);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
