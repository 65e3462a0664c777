// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/place.hpp>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <numeric>
#include <string>
#include <vector>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

namespace {

template <EdgeValueType EdgeValue>
std::vector<std::size_t> shard_bytes(std::span<const EdgeId> row, std::span<const VertexId> column,
                                     const Placement& placement, const ShardOptions& options) {
  std::vector<std::size_t> bytes;
  for (const ShardSize& size : shard_sizes(row, column, placement, options.copies))
    bytes.push_back(shard_memory<EdgeValue>(size, options).total());
  return bytes;
}

bool fit(const std::vector<std::size_t>& bytes, std::span<const std::size_t> memory) {
  return std::ranges::equal(bytes, memory, std::less_equal());
}

}  // namespace

template <EdgeValueType EdgeValue>
Placement place_within(std::span<const EdgeId> row, std::span<const VertexId> column,
                       std::span<const std::size_t> memory, double overlap, const ShardOptions& options) {
  const auto devices = static_cast<int>(memory.size());
  PlaceOptions place{devices, {}, overlap};
  Placement placement = place_by_edges(row, place);
  if (fit(shard_bytes<EdgeValue>(row, column, placement, options), memory)) return placement;

  // What a device has left for edges, beside what every device has of all vertices.
  const std::size_t fixed =
      shard_memory<EdgeValue>({static_cast<VertexId>(row.size() - 1), 0, 0, devices}, options).total();
  for (const std::size_t bytes : memory) place.weights.push_back(static_cast<double>(bytes - std::min(bytes, fixed)));
  placement = place_by_edges(row, place);
  const std::vector<std::size_t> bytes = shard_bytes<EdgeValue>(row, column, placement, options);
  if (fit(bytes, memory)) return placement;
  throw OutOfMemory(std::to_string(devices) + (devices == 1 ? " device" : " devices"), "the shards of the graph",
                    std::accumulate(bytes.begin(), bytes.end(), std::size_t{0}),
                    std::accumulate(memory.begin(), memory.end(), std::size_t{0}));
}

#define WARPGRAPH_INSTANTIATE(E)                                                                                       \
  template Placement place_within<E>(std::span<const EdgeId>, std::span<const VertexId>, std::span<const std::size_t>, \
                                     double, const ShardOptions&)
WARPGRAPH_INSTANTIATE(NoValue);
WARPGRAPH_INSTANTIATE(std::int32_t);
WARPGRAPH_INSTANTIATE(std::int64_t);
WARPGRAPH_INSTANTIATE(float);
WARPGRAPH_INSTANTIATE(double);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph
