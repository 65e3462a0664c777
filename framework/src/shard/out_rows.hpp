// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::detail {

// Shard::out_edges and out_rows. Waits for the stream.
template <EdgeValueType E>
void measure_out_rows(StreamRef stream, shards::Shard<E>& shard) {
  const auto measure_offsets = [&](View<const EdgeId> row) {
    const auto offset = [&](std::uint64_t i) { return to_host(stream, row.subview(i, 1)).front(); };
    shard.out_rows = rows::measure_rows(stream, row);
    shard.out_edges = offset(row.size() - 1) - offset(0);
  };
  if (!shard.out_row.empty()) {
    measure_offsets(shard.out_row);
  } else if (!shard.out_degrees.empty()) {
    const std::vector<std::uint32_t> degrees = to_host(stream, shard.out_degrees);
    shard.out_rows.longest = std::ranges::max(degrees);
    shard.out_rows.empty = static_cast<VertexId>(std::ranges::count(degrees, 0u));
    shard.out_edges = std::accumulate(degrees.begin(), degrees.end(), EdgeId{0});
  } else if (shard.grid) {
    measure_offsets(shard.grid->in_row);
  } else {
    shard.out_rows = shard.rows.incoming;
    shard.out_edges = shard.incoming.column.size();
  }
}

}  // namespace warpgraph::detail
