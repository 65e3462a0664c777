// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/framework/shard/spread.hpp>

namespace warpgraph {

// What a run on the devices of a runtime leaves in host memory.
template <class Value>
struct HostResult : RunReport {
  // In the order of the graph: values[v] belongs to the vertex that the user calls graph.ids().name_of(v), and values
  // that are vertices are those of the graph.
  std::vector<Value> values;
  int device_count = 1;  // how many of the runtime's devices ran it
  ValuesAre values_are = ValuesAre::kNumbers;

  // In the user's order, as Result::to_host.
  [[nodiscard]] std::vector<Value> in_user_order(const IdMap& ids) const {
    return detail::in_user_order(values, ids, detail::values_left(*this, values_are));
  }
};

// How run_on_devices brings results to the host, in the order of the graph.
template <class Value, EdgeValueType EdgeValue>
HostResult<Value> bring_back(Result<Value> result, StreamRef stream, const DeviceGraph<EdgeValue>&) {
  std::vector<Value> values = to_host(stream, result.values);
  return {std::move(static_cast<RunReport&>(result)), std::move(values), 1, result.values_are};
}
template <class Value, EdgeValueType EdgeValue>
HostResult<Value> bring_back(ShardedResult<Value> result, const ShardedGraph<EdgeValue>& graph) {
  std::vector<Value> values = result.to_host(graph.streams(), IdMap());
  return {std::move(static_cast<RunReport&>(result)), std::move(values), graph.device_count(), result.values_are};
}

}  // namespace warpgraph
