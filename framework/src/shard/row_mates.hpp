// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>
#include <warpgraph/runtime/ranks.hpp>

#include "number_part.hpp"

namespace warpgraph::detail {

inline std::uint64_t count_in(std::span<const std::uint32_t> mask) {
  return std::accumulate(mask.begin(), mask.end(), std::uint64_t{0}, [](std::uint64_t sum, std::uint32_t word) {
    return sum + static_cast<std::uint64_t>(count_bits(word));
  });
}

// What a rank of a grid and the others of its row have for each other. `row`: the offsets of the vertices that the
// device holds; `own_row`: those of its own vertices in the whole graph. All ranks call it.
inline shards::ShardOfGrid meet_row(StreamRef stream, const ranks::RankLayout& layout, VertexRange held,
                                    std::span<const EdgeId> row, std::span<const EdgeId> own_row) {
  const auto me = static_cast<std::size_t>(layout.ranks->rank());
  std::vector<std::uint32_t> proxies(mask_words(held.size()));
  for (VertexId v = 0; v < held.size(); ++v)
    if (row[v] != row[v + 1]) proxies[v / 32] |= bit_of(v);
  const auto words_of = [&](std::size_t rank) {
    const VertexRange own = layout.held[rank];
    return std::span(proxies).subspan((own.first - held.first) / 32, mask_words(own.size()));
  };
  std::ranges::fill(words_of(me), 0);

  shards::ShardOfGrid met{to_device(stream, own_row, "shard row"), number_places(stream, 0, proxies)};
  std::vector<std::vector<std::uint32_t>> to(layout.held.size());
  const std::size_t first = layout.grid->row_of(me) * layout.grid->columns;
  for (std::size_t rank = first; rank < first + layout.grid->columns; ++rank) {
    if (rank == me) continue;
    const VertexRange own = layout.held[rank];
    const std::span<std::uint32_t> mine = words_of(rank);
    met.mates.push_back(
        {static_cast<int>(rank), {own.first - held.first, own.last - held.first}, met.proxy_count, count_in(mine)});
    met.proxy_count += met.mates.back().proxies;
    to[rank].assign(mine.begin(), mine.end());
  }
  const std::vector<std::vector<std::uint32_t>> from = ranks::all_to_all(*layout.ranks, to);
  for (shards::RowMate& mate : met.mates) {
    const std::vector<std::uint32_t>& theirs = from[static_cast<std::size_t>(mate.rank)];
    expects(theirs.size() == mask_words(layout.held[me].size()), "shard_part: a rank has another grid than this one");
    mate.has_sums_for = number_places(stream, 0, theirs);
    mate.sums = count_in(theirs);
  }
  return met;
}

}  // namespace warpgraph::detail
