// SPDX-License-Identifier: Apache-2.0
#include "rows_inside.hpp"

#include <cstdint>

#include <warpgraph/runtime/primitives/scan.hpp>

#include "compact.hpp"
#include "for_each_row.hpp"

namespace warpgraph::partitioning {
namespace {

struct MarkInside {
  LevelView level;
  View<const PartId> part;
  View<std::uint8_t> is_inside;  // of each entry
  View<EdgeId> count;            // of each row

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t) const { return true; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const PartId mine = part[v];
    const auto inside = team.reduce(level.row[v], level.row[v + 1], EdgeId{0}, Plus{}, [&](EdgeId edge) -> EdgeId {
      const VertexId u = level.column[edge];
      const bool is_same = u != v && part[u] == mine;
      is_inside[edge] = is_same ? 1 : 0;
      return is_same ? 1 : 0;
    });
    team.once([&] { count[v] = inside; });
  }
};

template <class T>
Buffer<T> selected(StreamRef stream, const Buffer<T>& all, const Buffer<std::uint8_t>& flags, EdgeId size) {
  Buffer<T> chosen(stream, all.size(), "partition level");
  Buffer<std::uint64_t> count(stream, 1, "partition counts");
  primitives::select(stream, all, flags, chosen.view(), count);
  Buffer<T> result(stream, size, "partition level");
  copy(stream, result, chosen.view().subview(0, size));
  return result;
}

}  // namespace

Rows rows_inside(StreamRef stream, const LevelGraph& level, const Buffer<PartId>& part) {
  Buffer<std::uint8_t> flags(stream, level.column.size(), "partition flags");
  Rows rows;
  rows.row = Buffer<EdgeId>(stream, level.vertices + std::size_t{1}, "partition level");
  fill(stream, rows.row, 0);
  for_each_row(stream, level, MarkInside{level.view(), part, flags, rows.row});
  primitives::exclusive_scan(stream, rows.row, rows.row.view());
  const EdgeId size = read_one(stream, rows.row.view().subview(level.vertices, 1));
  rows.column = selected(stream, level.column, flags, size);
  if (!level.edge_weight.empty()) rows.edge_weight = selected(stream, level.edge_weight, flags, size);
  return rows;
}

}  // namespace warpgraph::partitioning
