// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/result.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

// A value, and what the user calls its vertex.
template <class Value>
struct Named {
  std::uint64_t name = 0;
  Value value{};

  bool operator==(const Named&) const = default;
};
// Values that may be vertices have room for these vertices' names, and for -1, which is none.
template <class Value>
using NamedValueOf = std::conditional_t<std::same_as<Value, VertexId>, std::int64_t, Value>;

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
  [[nodiscard]] std::uint64_t name_of(std::size_t i) const {
    return ids == nullptr ? own.first + i : ids->name_of(static_cast<VertexId>(own.first + i));
  }
  // Each value with the name of its vertex, ascending in the names. Values that are vertices are names, too; none is
  // -1. O(n), and O(n log n) where the names of the graph's vertices do not ascend. Throws InputError if a value is a
  // vertex that is called 2^63 or more, and UsageError if values are vertices and the graph's ids have 64 bits.
  [[nodiscard]] std::vector<Named<NamedValueOf<Value>>> by_name() const {
    std::vector<Named<NamedValueOf<Value>>> named(values.size());
    for (std::size_t i = 0; i < values.size(); ++i) named[i] = {name_of(i), values[i]};
    if constexpr (std::same_as<Value, VertexId>) {
      if (values_are != ValuesAre::kNumbers) {
        expects(knows_all_names, "by_name: this rank does not know what other ranks call their vertices");
        const std::vector<std::int64_t> names = names_of_vertices(values, ids == nullptr ? IdMap() : *ids);
        for (std::size_t i = 0; i < values.size(); ++i) named[i].value = names[i];
      }
    }
    const auto name = [](const auto& each) { return each.name; };
    if (!std::ranges::is_sorted(named, {}, name)) std::ranges::sort(named, {}, name);
    return named;
  }
};

// How run_on_devices brings results to the host, in the order of the graph.
template <class Value, EdgeValueType EdgeValue>
HostResult<Value> bring_back(Result<Value> result, StreamRef stream, const DeviceGraph<EdgeValue>& graph) {
  std::vector<Value> values = to_host(stream, result.values);
  return {
      std::move(static_cast<RunReport&>(result)), std::move(values), 1, result.values_are, {0, graph.vertex_count()}};
}
template <class Value, EdgeValueType EdgeValue>
HostResult<Value> bring_back(ShardedResult<Value> result, const ShardedGraph<EdgeValue>& graph) {
  std::vector<Value> values = result.own_to_host(graph.streams());
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
