// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/memory.hpp>

namespace warpgraph::detail {

// What of a shard's memory depends on its local ids.
template <class E>
MemoryPlan local_ids_memory(const shards::ShardSize& size, const ShardOptions& options) {
  const std::size_t value = graphs::kHasValue<E> ? graphs::kValueSize<E> : 0;
  const std::size_t edge = sizeof(VertexId) + value;
  const std::uint64_t read = std::min<std::uint64_t>(size.vertex_count - size.held, size.edges);
  const std::uint64_t max = shards::LocalIds::first_read(size.held) + read;
  const std::uint64_t local_ids = size.local_ids.value_or(options.copies == Copies::kAll ? size.vertex_count : max);
  MemoryPlan plan;
  plan.add("engine values", local_ids * options.run_bytes);
  if (options.copies == Copies::kRead) plan.add_array<VertexId>("shard local ids", local_ids);
  // Turning the edges round: the list, the result, and what is sorted at a time (build_memory).
  if (options.outgoing) {
    constexpr EdgeId kLeastAtATime = EdgeId{1} << 22;
    const EdgeId at_a_time = std::min(size.edges, std::max(size.edges / 16, kLeastAtATime));
    plan.add_array<EdgeId>("shard outgoing row", local_ids + 1);
    plan.add("shard outgoing column", size.edges * (2 * edge + sizeof(VertexId)));
    plan.add("shard sorting", at_a_time * 4 * (sizeof(std::uint64_t) + value));
  }
  return plan;
}

}  // namespace warpgraph::detail
