// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::shards {

// On a grid, what the ranks of a row have found of each vertex that they hold, put together at its owner, in the order
// of the ranks: combine(a, b) for each two. Returns that of the own vertices; elsewhere `found`. Collective: on a grid
// a ranks::all_to_all of what was found.
template <class T, class Combine>
[[nodiscard]] std::vector<T> reduce_over_row(const ranks::RankLayout& layout, std::vector<T> found,
                                             const Combine& combine) {
  if (!layout.grid) return found;
  const auto me = static_cast<std::size_t>(layout.ranks->rank());
  const std::size_t first = layout.grid->row_of(me) * layout.grid->columns;
  std::vector<std::vector<T>> to(layout.held.size());
  std::size_t at = 0;
  for (std::size_t rank = first; rank < first + layout.grid->columns; ++rank) {
    const std::span<const T> theirs = std::span(found).subspan(at, layout.held[rank].size());
    to[rank].assign(theirs.begin(), theirs.end());
    at += theirs.size();
  }
  const std::vector<std::vector<T>> from = ranks::all_to_all(*layout.ranks, to);
  for (std::size_t rank = first; rank < first + layout.grid->columns; ++rank)
    expects(from[rank].size() == layout.held[me].size(), "a rank of the row has other vertices than this one");
  std::vector<T> own = from[first];
  for (std::size_t rank = first + 1; rank < first + layout.grid->columns; ++rank)
    for (std::size_t v = 0; v < own.size(); ++v) own[v] = combine(own[v], from[rank][v]);
  return own;
}

}  // namespace warpgraph::shards
