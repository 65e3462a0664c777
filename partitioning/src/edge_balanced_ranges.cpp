// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/edge_balanced_ranges.hpp>

#include <algorithm>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

namespace {

// The vertex at whose row the edges split nearest to `edge`.
VertexId nearest_border(std::span<const EdgeId> row, EdgeId edge) {
  const auto above = std::lower_bound(row.begin(), row.end(), edge);
  const auto vertex = above - row.begin();
  const bool below_is_nearer = vertex > 0 && edge - row[vertex - 1] < *above - edge;
  return static_cast<VertexId>(below_is_nearer ? vertex - 1 : vertex);
}

}  // namespace

std::vector<VertexRange> edge_balanced_ranges(std::span<const EdgeId> row, int parts) {
  expects(!row.empty() && row.front() == 0, "edge_balanced_ranges: row offsets start with 0");
  expects(parts >= 1, "edge_balanced_ranges: at least one part");
  const EdgeId edges = row.back();
  const auto vertices = static_cast<VertexId>(row.size() - 1);
  const auto count = static_cast<EdgeId>(parts);
  std::vector<VertexRange> ranges;
  VertexId first = 0;
  for (EdgeId part = 1; part <= count; ++part) {
    // edges * part / count without overflow
    const EdgeId fair = edges / count * part + edges % count * part / count;
    const VertexId last = part == count ? vertices : std::max(first, nearest_border(row, fair));
    ranges.push_back({first, last});
    first = last;
  }
  return ranges;
}

}  // namespace warpgraph
