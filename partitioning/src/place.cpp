// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/place.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <string>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

namespace {

// The border between two sections that is nearest to the row in which `edge` is.
VertexId section_border(std::span<const EdgeId> row, double edge) {
  const auto vertices = static_cast<std::uint64_t>(row.size() - 1);
  const auto wanted = static_cast<EdgeId>(std::clamp(edge, 0.0, static_cast<double>(row.back())));
  const auto above = static_cast<std::uint64_t>(std::lower_bound(row.begin(), row.end(), wanted) - row.begin());
  const std::uint64_t low = above / kSection * kSection;
  const std::uint64_t high = std::min(low + kSection, vertices);
  if (low >= vertices) return static_cast<VertexId>(vertices);
  const EdgeId to_low = wanted - std::min(wanted, row[low]);
  const EdgeId to_high = row[high] - std::min(wanted, row[high]);
  return static_cast<VertexId>(to_low <= to_high ? low : high);
}

// A device pays when its edges take longer than the exchange that it brings: a superstep that the host queues costs
// some 80 microseconds more on two devices than on one, and 160 on four, in which a GPU gathers along ten or twenty
// million edges. H200s are ahead of one from 2^26 edges each on, with every program.
constexpr EdgeId kUsefulEdges = EdgeId{1} << 26;

template <EdgeValueType EdgeValue>
std::vector<std::size_t> shard_bytes(std::span<const EdgeId> row, std::span<const VertexId> column,
                                     const Placement& placement, const ShardOptions& options) {
  std::vector<VertexId> places;
  if (options.copies == Copies::kRead && !column.empty()) places = count_places(row, column, placement);
  std::vector<std::size_t> bytes;
  for (std::size_t i = 0; i < placement.held.size(); ++i) {
    const VertexRange held = placement.held[i];
    ShardSize size{static_cast<VertexId>(row.size() - 1), held.size(), row[held.last] - row[held.first],
                   placement.device_count()};
    if (!places.empty()) size.places = places[i];
    bytes.push_back(shard_memory<EdgeValue>(size, options).total());
  }
  return bytes;
}

bool fit(const std::vector<std::size_t>& bytes, std::span<const std::size_t> memory) {
  return std::ranges::equal(bytes, memory, std::less_equal());
}

}  // namespace

Placement place_by_edges(std::span<const EdgeId> row, const PlaceOptions& options) {
  expects(!row.empty() && row.front() == 0, "place_by_edges: row offsets start with 0");
  expects(options.devices >= 1, "place_by_edges: at least one device");
  const auto devices = static_cast<std::size_t>(options.devices);
  const std::vector<double> shares = options.shares.empty() ? std::vector<double>(devices, 1) : options.shares;
  expects(shares.size() == devices && std::ranges::all_of(shares, [](double share) { return share >= 0; }),
          "place_by_edges: not one share, of at least 0, for each device");
  expects(options.overlap >= 0, "place_by_edges: the overlap is negative");
  const double all = std::max(std::accumulate(shares.begin(), shares.end(), 0.0), 1e-300);
  const auto edges = static_cast<double>(row.back());
  const auto vertices = static_cast<VertexId>(row.size() - 1);

  Placement placement;
  VertexId first = 0;
  double share = 0;
  for (std::size_t i = 0; i < devices; ++i) {
    share += shares[i];
    const VertexId last = i + 1 == devices ? vertices : std::max(first, section_border(row, edges * (share / all)));
    placement.own.push_back({first, last});
    first = last;
  }
  for (const VertexRange& own : placement.own) {
    const auto begin = static_cast<double>(row[own.first]);
    const auto end = static_cast<double>(row[own.last]);
    const double more = (end - begin) * options.overlap;
    if (more == 0)
      placement.held.push_back(own);
    else
      placement.held.push_back({std::min(own.first, section_border(row, begin - more)),
                                std::max(own.last, section_border(row, end + more))});
  }
  return placement;
}

Placement place_whole(std::span<const EdgeId> row, int devices) {
  Placement placement = place_by_edges(row, {.devices = devices});
  placement.held.assign(placement.own.size(), {0, static_cast<VertexId>(row.size() - 1)});
  return placement;
}

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
  for (const std::size_t bytes : memory) place.shares.push_back(static_cast<double>(bytes - std::min(bytes, fixed)));
  placement = place_by_edges(row, place);
  const std::vector<std::size_t> bytes = shard_bytes<EdgeValue>(row, column, placement, options);
  if (fit(bytes, memory)) return placement;
  throw OutOfMemory(std::to_string(devices) + (devices == 1 ? " device" : " devices"), "the shards of the graph",
                    std::accumulate(bytes.begin(), bytes.end(), std::size_t{0}),
                    std::accumulate(memory.begin(), memory.end(), std::size_t{0}));
}

int useful_devices(VertexId vertices, EdgeId edges, bool is_local, int devices) {
  if (is_local) return 1;
  const EdgeId by_edges = edges / kUsefulEdges;
  const EdgeId sections = (EdgeId{vertices} + kSection - 1) / kSection;
  return static_cast<int>(std::clamp<EdgeId>(std::min(by_edges, sections), 1, static_cast<EdgeId>(devices)));
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
