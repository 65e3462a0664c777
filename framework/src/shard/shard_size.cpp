// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/sharded_graph.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/runtime/thread_pool.hpp>

#include "../graph/value_types.hpp"
#include "local_ids_memory.hpp"

namespace warpgraph::shards {

namespace {

// Bitmasks over what the device holds, with sums, by each other device; and over all vertices: what the device reads,
// what it and what any other wants of others, and one that is in the making.
std::size_t needs_bytes(const ShardSize& size) {
  const std::uint64_t held = detail::mask_words(size.held);
  const auto devices = static_cast<std::uint64_t>(size.devices);
  return ((2 * devices + 1) * held + 4 * detail::mask_words(size.vertex_count)) * sizeof(std::uint32_t);
}

// Of what others want of the device: as many as it has edges, as if these led both ways; and of what it wants of
// others.
std::uint64_t slots(const ShardSize& size, const ShardOptions& options) {
  const std::uint64_t others = static_cast<std::uint64_t>(size.devices) - 1;
  const std::uint64_t told = std::min<std::uint64_t>(others * size.held, size.edges);
  std::uint64_t read = std::min<std::uint64_t>(size.vertex_count - size.held, size.edges);
  if (options.copies == Copies::kRead && size.local_ids) read = *size.local_ids - size.held;
  return told + read;
}

}  // namespace

template <EdgeValueType EdgeValue>
MemoryPlan shard_memory(const ShardSize& size, const ShardOptions& options) {
  const std::size_t edge = sizeof(VertexId) + (graphs::kHasValue<EdgeValue> ? graphs::kValueSize<EdgeValue> : 0);
  MemoryPlan plan = detail::local_ids_memory<EdgeValue>(size, options);
  plan.add_array<EdgeId>("shard row", std::size_t{size.held} + 1);
  plan.add("shard column", size.edges * edge);
  plan.add_array<EdgeId>("shard degrees", std::size_t{size.held} + 1);
  plan.add("shard needs", needs_bytes(size));
  plan.add_array<VertexId>("shard slots", slots(size, options));
  plan.add("shard numbers", detail::mask_words(size.elsewhere) * 3 * sizeof(std::uint32_t));
  if (options.copies == Copies::kRead)
    plan.add_array<std::uint64_t>("shard local ids", detail::mask_words(size.vertex_count));
  return plan;
}

std::vector<VertexId> count_local_ids(std::span<const EdgeId> row, std::span<const VertexId> column,
                                      const Placement& placement) {
  std::vector<VertexId> counts(placement.held.size());
  ThreadPool pool;
  pool.for_chunks(counts.size(), 1, [&](std::size_t i, std::size_t) {
    const VertexRange held = placement.held[i];
    std::vector<bool> is_read(row.size() - 1);
    counts[i] = LocalIds::first_read(held.size());
    for (EdgeId e = row[held.first]; e < row[held.last]; ++e) {
      const VertexId u = column[e];
      if (u - held.first < held.size() || is_read[u]) continue;
      is_read[u] = true;
      ++counts[i];
    }
  });
  return counts;
}

std::vector<ShardSize> shard_sizes(std::span<const EdgeId> row, std::span<const VertexId> column,
                                   const Placement& placement, Copies copies) {
  std::vector<VertexId> local_ids;
  if (copies == Copies::kRead && !column.empty()) local_ids = count_local_ids(row, column, placement);
  std::vector<ShardSize> sizes;
  for (std::size_t i = 0; i < placement.held.size(); ++i) {
    const VertexRange held = placement.held[i];
    ShardSize& size = sizes.emplace_back(ShardSize{static_cast<VertexId>(row.size() - 1), held.size(),
                                                   row[held.last] - row[held.first], placement.device_count()});
    if (!local_ids.empty()) size.local_ids = local_ids[i];
  }
  return sizes;
}

#define WARPGRAPH_INSTANTIATE(Value) \
  template MemoryPlan shards::shard_memory<Value>(const shards::ShardSize&, const ShardOptions&);
WARPGRAPH_FOR_EACH_VALUE_TYPE(WARPGRAPH_INSTANTIATE)
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::shards
