// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <functional>

#include <warpgraph/framework/engine/detail/fused/peer.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/rank_memory.hpp>
#include <warpgraph/runtime/ranks.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../graph/value_types.hpp"

namespace warpgraph {

namespace {

// Values, bitmasks and queues of a run, a vertex.
constexpr std::size_t kBytesOfRun = 72;

// What a rank would hold with copies of all fits each of its devices.
template <EdgeValueType EdgeValue>
bool all_fit(const Runtime& runtime, const GraphPart<EdgeValue>& part, int devices) {
  const ShardSize size{part.vertex_count, part.own.size(), part.incoming.column.size(), devices, part.vertex_count};
  const std::size_t bytes =
      shard_memory<EdgeValue>(size).total() + array_bytes(std::size_t{part.vertex_count}, kBytesOfRun);
  for (int i = 0; i < runtime.device_count(); ++i)
    if (bytes > runtime.device(i).memory().free) return false;
  return true;
}

}  // namespace

template <EdgeValueType EdgeValue>
Copies copies_for_search(Ranks& ranks, Runtime& runtime, const GraphPart<EdgeValue>& part) {
  if (ranks.size() == 1) return Copies::kAll;
  if (part.known || part.grid) return Copies::kRead;
  const int devices = all_reduce(ranks, runtime.device_count(), std::plus<>());
  if (devices > static_cast<int>(detail::kMaxPeers) + 1 || !reach_each_other(ranks, runtime)) return Copies::kRead;
  const int fit = all_fit(runtime, part, devices) ? 1 : 0;
  return all_reduce(ranks, fit, [](int a, int b) { return std::min(a, b); }) != 0 ? Copies::kAll : Copies::kRead;
}

#define WARPGRAPH_INSTANTIATE(Value) \
  template Copies copies_for_search<Value>(Ranks&, Runtime&, const GraphPart<Value>&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
