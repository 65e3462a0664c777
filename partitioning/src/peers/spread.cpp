// SPDX-License-Identifier: Apache-2.0
#include "spread.hpp"

#include <algorithm>
#include <ranges>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::partitioning {

std::vector<VertexRange> equal_ranges(std::span<const EdgeId> row, std::size_t count) {
  const auto vertices = static_cast<VertexId>(row.size() - 1);
  const std::uint64_t total = row.back() + vertices;
  std::vector<VertexRange> ranges;
  VertexId first = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t share = total / count * (i + 1) + total % count * (i + 1) / count;
    // A vertex is in the range that the middle of its entries is in.
    const auto is_within = [&](VertexId v) { return row[v] + row[v + 1] + 2 * std::uint64_t{v} + 1 <= 2 * share; };
    const auto last = *std::ranges::partition_point(std::views::iota(first, vertices), is_within);
    ranges.push_back({first, last});
    first = last;
  }
  return ranges;
}

Buffer<EdgeId> rows_of_range(StreamRef stream, std::span<const EdgeId> row, VertexRange range) {
  const Buffer<EdgeId> own =
      to_device(stream, row.subspan(range.first, std::size_t{range.size()} + 1), "partition rows");
  Buffer<EdgeId> all(stream, row.size(), "partition level");
  peers::spread_rows(stream, own, range.first, all);
  return all;
}

}  // namespace warpgraph::partitioning
