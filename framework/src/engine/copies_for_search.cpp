// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include <warpgraph/framework/engine/detail/peers/peer.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/rank_memory.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph::shards {

namespace {

// Values, bitmasks and queues of a run, a vertex.
constexpr std::size_t kBytesOfRun = 72;

// Whether each device of the rank has room for all that the rank has, and for copies of all vertices.
template <EdgeValueType EdgeValue>
bool all_fit(const Ranks& ranks, const Runtime& runtime, const ranks::GraphPart<EdgeValue>& part, int devices) {
  const ShardSize size{part.vertex_count, part.own.size(), part.incoming.column.size(), devices, part.vertex_count};
  const std::size_t bytes =
      shard_memory<EdgeValue>(size).total() + support::array_bytes(std::size_t{part.vertex_count}, kBytesOfRun);
  for (int i = 0; i < runtime.device_count(); ++i) {
    const Device& device = runtime.device(i);
    // Virtual devices of all ranks share the memory of their host, and each takes it for its own rank's.
    const auto sharers = device.kind() == DeviceKind::kHost ? static_cast<std::size_t>(ranks.size()) : 1;
    if (bytes > device.memory().free / sharers) return false;
  }
  return true;
}

}  // namespace

template <EdgeValueType EdgeValue>
Copies copies_for_search(Ranks& ranks, Runtime& runtime, const ranks::GraphPart<EdgeValue>& part) {
  return ranks::fail_together(&ranks, [&] {
    const int devices = ranks::all_reduce(ranks, runtime.device_count(), std::plus<>());
    const bool is_small = !part.known && !part.grid && devices <= static_cast<int>(peers::kMaxPeers) + 1 &&
                          all_fit(ranks, runtime, part, devices);
    const auto all = ranks::all_reduce(ranks, static_cast<int>(is_small), [](int a, int b) { return std::min(a, b); });
    return all != 0 && ranks::reach_each_other(ranks, runtime) ? Copies::kAll : Copies::kRead;
  });
}

#define WARPGRAPH_INSTANTIATE(Value) \
  template Copies shards::copies_for_search<Value>(Ranks&, Runtime&, const ranks::GraphPart<Value>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::shards
