// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/place.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::partitioning {

namespace {

// The error of the first device without room for its shard.
template <EdgeValueType EdgeValue>
std::optional<OutOfMemory> find_lack(std::span<const EdgeId> row, std::span<const VertexId> column,
                                     const Placement& placement, std::span<const DeviceRoom> devices,
                                     const ShardOptions& options) {
  const std::vector<shards::ShardSize> sizes = shards::shard_sizes(row, column, placement, options.copies);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const MemoryPlan shard = shards::shard_memory<EdgeValue>(sizes[i], options);
    if (shard.total() > devices[i].free)
      return OutOfMemory(devices[i].name, "a shard of the graph (" + shard.describe() + ")", shard.total(),
                         devices[i].free);
  }
  return std::nullopt;
}

}  // namespace

template <EdgeValueType EdgeValue>
Placement place_within(std::span<const EdgeId> row, std::span<const VertexId> column,
                       std::span<const DeviceRoom> devices, double overlap, const ShardOptions& options) {
  const auto count = static_cast<int>(devices.size());
  PlaceOptions place{count, {}, overlap};
  Placement placement = shards::place_by_edges(row, place);
  if (!find_lack<EdgeValue>(row, column, placement, devices, options)) return placement;

  // What a device has left for edges, beside what every device has of all vertices.
  const std::size_t fixed =
      shards::shard_memory<EdgeValue>({static_cast<VertexId>(row.size() - 1), 0, 0, count}, options).total();
  for (const DeviceRoom& device : devices)
    place.weights.push_back(static_cast<double>(device.free - std::min(device.free, fixed)));
  placement = shards::place_by_edges(row, place);
  if (const auto lack = find_lack<EdgeValue>(row, column, placement, devices, options)) throw *lack;
  return placement;
}

template <EdgeValueType EdgeValue>
Placement place_parts(std::span<const EdgeId> row, std::span<const VertexId> column,
                      std::span<const DeviceRoom> devices, std::span<const VertexId> first,
                      const ShardOptions& options) {
  expects(first.size() == devices.size() + 1, "place_parts: there is a part for each device");
  const auto border = [&](std::size_t i) {
    if (i + 1 == first.size()) return first[i];
    return std::min(first.back(), (first[i] + shards::kSection / 2) / shards::kSection * shards::kSection);
  };
  Placement placement;
  for (std::size_t i = 0; i < devices.size(); ++i) placement.own.push_back({border(i), border(i + 1)});
  placement.held = placement.own;
  if (const auto lack = find_lack<EdgeValue>(row, column, placement, devices, options)) throw *lack;
  return placement;
}

#define WARPGRAPH_INSTANTIATE(E)                                                                                      \
  template Placement place_within<E>(std::span<const EdgeId>, std::span<const VertexId>, std::span<const DeviceRoom>, \
                                     double, const ShardOptions&);                                                    \
  template Placement place_parts<E>(std::span<const EdgeId>, std::span<const VertexId>, std::span<const DeviceRoom>,  \
                                    std::span<const VertexId>, const ShardOptions&)
WARPGRAPH_INSTANTIATE(NoValue);
WARPGRAPH_INSTANTIATE(std::int32_t);
WARPGRAPH_INSTANTIATE(std::int64_t);
WARPGRAPH_INSTANTIATE(float);
WARPGRAPH_INSTANTIATE(double);
#undef WARPGRAPH_INSTANTIATE

}  // namespace warpgraph::partitioning
