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
  const auto offset = [&](std::uint64_t row) { return to_host(stream, shard.out_row.view().subview(row, 1)).front(); };
  if (!shard.out_row.empty()) return offset(shard.out_row.size() - 1) - offset(0);
  if (shard.out_degrees.empty()) return shard.incoming.column.size();
  const std::vector<std::uint32_t> degrees = to_host(stream, shard.out_degrees);
  return std::accumulate(degrees.begin(), degrees.end(), EdgeId{0});
}

}  // namespace warpgraph::detail
