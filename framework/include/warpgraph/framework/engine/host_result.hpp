// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

// What a run leaves in host memory.
template <class Value>
struct HostResult : RunReport {
  // Those of this process's vertices, in the order of the graph: values[i] is that of vertex own.first + i. In one
  // process these are all vertices, from 0 on. Values that are vertices are those of the graph.
  std::vector<Value> values;
  int device_count = 1;  // how many devices ran it, on all ranks together
  ValuesAre values_are = ValuesAre::kNumbers;
  VertexRange own = {};
  std::shared_ptr<const IdMap> ids = {};  // what the vertices are called
  bool knows_all_names = true;            // false where ids have 64 bits: ids has the names of the own vertices

  // What the user calls the vertex of values[i].
  [[nodiscard]] VertexName name_of(std::size_t i) const {
    return ids == nullptr ? own.first + i : ids->name_of(static_cast<VertexId>(own.first + i));
  }
  // A vertex of the graph is no place in `values` on ranks: IdMap::name_of has its name.
  template <std::same_as<VertexId> Vertex>
  VertexName name_of(Vertex) const = delete;
  // Each value with the name of its vertex, ascending in the names: by_name of result.hpp, which says what it costs.
  // Throws UsageError if values are vertices and the graph's ids have 64 bits.
  [[nodiscard]] std::vector<results::Named<results::NamedValueOf<Value>>> by_name() const {
    expects(knows_all_names || values_are == ValuesAre::kNumbers,
            "by_name: this rank does not know what other ranks call their vertices");
    static const IdMap kNumbers;
    const IdMap& names = ids == nullptr ? kNumbers : *ids;
    return warpgraph::by_name(values, names, values_are, own.first);
  }
};

// How run_on_devices brings results to the host, in the order of the graph. Waits for the streams.
template <class Value, EdgeValueType EdgeValue>
HostResult<Value> bring_back(Result<Value> result, StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  std::vector<Value> values = to_host(stream, result.values);
  return {
      std::move(static_cast<RunReport&>(result)), std::move(values), 1, result.values_are, {0, graph.vertex_count()}};
}
template <class Value, EdgeValueType EdgeValue>
HostResult<Value> bring_back(ShardedResult<Value> result, const ShardedGraph<EdgeValue>& graph) {
  std::vector<Value> values = result.to_host(graph.streams());
  const VertexRange own = result.own_range();
  return {std::move(static_cast<RunReport&>(result)),
          std::move(values),
          graph.layout().device_count(),
          result.values_are,
          own,
          {},
          !graph.has_global_ids()};
}

}  // namespace warpgraph
