// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/graph/graph_part.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/framework/shard/rank_layout.hpp>
#include <warpgraph/runtime/gather_on_all.hpp>
#include <warpgraph/runtime/ranks.hpp>

namespace warpgraph::detail {

// What the ranks of each row of a grid own together.
[[nodiscard]] inline std::vector<VertexRange> rows_of_grid(const std::vector<VertexRange>& own, ranks::RankGrid grid) {
  std::vector<VertexRange> rows;
  for (std::size_t rank = 0; rank < own.size(); ++rank) {
    const std::size_t first = grid.row_of(rank) * grid.columns;
    rows.push_back({own[first].first, own[first + grid.columns - 1].last});
  }
  return rows;
}

// The ranges of the devices of all ranks: each rank divides its own vertices.
template <EdgeValueType E>
[[nodiscard]] Placement place_part(Ranks& ranks, const ranks::GraphPart<E>& part, int devices,
                                   ranks::RankLayout& layout) {
  static constexpr EdgeId kNoRows[] = {0};
  const std::span<const EdgeId> row =
      part.own.empty() ? std::span<const EdgeId>(kNoRows) : (part.grid ? part.grid->own_row : part.incoming.row).span();
  const Placement mine = shards::place_by_edges(row, {.devices = devices});
  std::vector<std::vector<VertexRange>> told(static_cast<std::size_t>(ranks.size()));
  for (std::vector<VertexRange>& to : told)
    for (const VertexRange own : mine.own) to.push_back({part.own.first + own.first, part.own.first + own.last});
  Placement all;
  layout.ranks = &ranks;
  const std::vector<std::vector<VertexRange>> from = ranks::all_to_all(ranks, told);
  for (std::size_t r = 0; r < from.size(); ++r) {
    if (static_cast<int>(r) == ranks.rank()) layout.first_device = all.device_count();
    all.own.insert(all.own.end(), from[r].begin(), from[r].end());
    layout.rank_of.insert(layout.rank_of.end(), from[r].size(), static_cast<int>(r));
  }
  all.held = all.own;
  if (!part.grid) return all;
  layout.grid = part.grid->shape;
  expects(all.device_count() == ranks.size(), "a grid of ranks is for ranks with one device each");
  all.held = rows_of_grid(all.own, *layout.grid);
  return all;
}

// What the input calls the vertices of all ranks: each rank has all names, unless they follow each other.
template <EdgeValueType E>
[[nodiscard]] IdMap names_of_part(Ranks& ranks, const ranks::GraphPart<E>& part) {
  const std::span<const std::uint64_t> mine = part.ids.span();
  struct Names {
    bool are_numbers;  // of the vertices, plus a base
    bool are_none;     // to tell by: no own vertices
    std::uint64_t base;
  };
  Names names{true, part.own.empty(), mine.empty() ? 0 : mine[0] - part.own.first};
  for (std::size_t i = 0; i < mine.size() && names.are_numbers; ++i)
    names.are_numbers = mine[i] == names.base + part.own.first + i;
  names = ranks::all_reduce(ranks, names, [](const Names& a, const Names& b) {
    if (a.are_none) return b;
    if (b.are_none) return a;
    return Names{a.are_numbers && b.are_numbers && a.base == b.base, false, a.base};
  });
  IdMap ids;
  if (names.are_numbers) {
    ids.base = names.base;
    return ids;
  }
  std::vector<std::uint64_t> told(mine.begin(), mine.end());
  for (std::size_t i = told.size(); i < part.own.size(); ++i) told.push_back(part.own.first + i);
  ids.original = ranks::gather_on_all(ranks, told);
  return ids;
}

}  // namespace warpgraph::detail
