// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::detail {

// Shard::out_edges. Waits for the stream.
template <EdgeValueType E>
[[nodiscard]] EdgeId count_out_edges(StreamRef stream, const Shard<E>& shard) {
  const auto edges_of = [&](View<const EdgeId> row) {
    const auto offset = [&](std::uint64_t i) { return to_host(stream, row.subview(i, 1)).front(); };
    return offset(row.size() - 1) - offset(0);
  };
  if (!shard.out_row.empty()) return edges_of(shard.out_row);
  if (shard.out_degrees.empty()) return shard.grid ? edges_of(shard.grid->in_row) : shard.incoming.column.size();
  const std::vector<std::uint32_t> degrees = to_host(stream, shard.out_degrees);
  return std::accumulate(degrees.begin(), degrees.end(), EdgeId{0});
}

}  // namespace warpgraph::detail
