// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/place.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>

#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::shards {

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

}  // namespace

Placement place_by_edges(std::span<const EdgeId> row, const PlaceOptions& options) {
  expects(!row.empty() && row.front() == 0, "place_by_edges: row offsets start with 0");
  expects(options.devices >= 1, "place_by_edges: at least one device");
  const auto devices = static_cast<std::size_t>(options.devices);
  const std::vector<double> weights = options.weights.empty() ? std::vector<double>(devices, 1) : options.weights;
  expects(weights.size() == devices && std::ranges::all_of(weights, [](double weight) { return weight >= 0; }),
          "place_by_edges: not one weight, of at least 0, for each device");
  expects(options.overlap >= 0, "place_by_edges: the overlap is negative");
  const double all = std::max(std::accumulate(weights.begin(), weights.end(), 0.0), 1e-300);
  const auto edges = static_cast<double>(row.back());
  const auto vertices = static_cast<VertexId>(row.size() - 1);

  Placement placement;
  VertexId first = 0;
  double weight = 0;
  for (std::size_t i = 0; i < devices; ++i) {
    weight += weights[i];
    const VertexId last = i + 1 == devices ? vertices : std::max(first, section_border(row, edges * (weight / all)));
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

int useful_devices(VertexId vertices, EdgeId edges, bool has_locality, int devices) {
  if (has_locality) return 1;
  const EdgeId by_edges = edges / tuning::kUsefulEdges;
  const EdgeId sections = (EdgeId{vertices} + kSection - 1) / kSection;
  return static_cast<int>(std::clamp<EdgeId>(std::min(by_edges, sections), 1, static_cast<EdgeId>(devices)));
}

}  // namespace warpgraph::shards
