// SPDX-License-Identifier: Apache-2.0
#include "merge_rows.hpp"

#include <cstdint>

#include <warpgraph/runtime/primitives/scan.hpp>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"

namespace warpgraph::partitioning {
namespace {

// The coarse graph under construction. Its rows are made in a place that has room for all edges of the members.
struct Merge {
  LevelView level;
  View<const VertexId> to_coarse;
  View<const EdgeId> begin;
  View<const VertexId> member;
  View<EdgeId> place;  // of each row in `column` and `weight`
  View<EdgeId> count;  // of its edges
  View<VertexId> column;
  View<Weight> weight;
};

struct CountRows {
  Merge merge;
  VertexId coarse_vertices;
  View<EdgeId> slots;  // of a table, for rows that do not fit a warp's
  View<std::uint8_t> is_long;
  WARPGRAPH_DEVICE void operator()(std::uint64_t c) const {
    EdgeId edges = 0;
    for (EdgeId i = merge.begin[c]; i < merge.begin[c + 1]; ++i) edges += merge.level.degree(merge.member[i]);
    merge.place[c] = edges;
    is_long[c] = edges > kShortRow ? 1 : 0;
    slots[c] = 2 * edges > kWarpSlots ? slots_for(edges < coarse_vertices ? edges : coarse_vertices) : 0;
  }
};

template <class Team>
WARPGRAPH_DEVICE void merge_row(const Team& team, const Merge& merge, std::uint64_t c, const RatingTable& table) {
  table.clear(team);
  const auto add = [&](EdgeId edge) {
    const VertexId to = merge.to_coarse[merge.level.column[edge]];
    if (to != c) table.add(team, to, merge.level.weight_of(edge));
  };
  // A lane takes a short row of a member, the whole team a long one.
  team.for_each(merge.begin[c], merge.begin[c + 1], [&](EdgeId i) {
    const VertexId v = merge.member[i];
    if (merge.level.degree(v) > kShortRow) return;
    for (EdgeId edge = merge.level.row[v]; edge < merge.level.row[v + 1]; ++edge) add(edge);
  });
  for (EdgeId i = merge.begin[c]; i < merge.begin[c + 1]; ++i) {
    const VertexId v = merge.member[i];
    if (merge.level.degree(v) > kShortRow) team.for_each(merge.level.row[v], merge.level.row[v + 1], add);
  }
  team.once([&] { merge.count[c] = 0; });
  const EdgeId place = merge.place[c];
  team.for_each(0, table.used(team), [&](std::uint64_t i) {
    if (table.key[i] == kNoKey) return;
    EdgeId at = place;
    if constexpr (Team::kIsAlone)
      at += merge.count[c]++;
    else
      at += atomic::fetch_add(merge.count[c], 1);
    merge.column[at] = table.key[i];
    merge.weight[at] = table.sum[i];
  });
}

struct MergeShort {
  Merge merge;
  WARPGRAPH_DEVICE void operator()(std::uint64_t c) const {
    const EdgeId edges = merge.place[c + 1] - merge.place[c];
    if (edges > kShortRow) return;
    RatingSlots<2 * kShortRow> slots;
    merge_row(OneLane{}, merge, c, {slots.key, slots.sum, slots_for(edges)});
  }
};

struct MergeLong {
  using Shared = RatingSlots<kWarpSlots>;

  Merge merge;
  View<const VertexId> rows;
  View<const EdgeId> slot;  // where each row's table begins
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    const VertexId c = rows[warp.global_index()];
    if (slot[c + 1] > slot[c]) return;
    const EdgeId edges = merge.place[c + 1] - merge.place[c];
    merge_row(AllLanes<kernel::Warp>{warp}, merge, c, {shared.key, shared.sum, slots_for(edges)});
  }
};

// The rows whose tables do not fit a warp's memory.
struct MergeHeavy {
  Merge merge;
  View<const VertexId> rows;
  View<const EdgeId> slot;
  View<std::uint32_t> key;
  View<Weight> sum;
  WARPGRAPH_DEVICE void operator()(RowBlock& block) const {
    const VertexId c = rows[block.index()];
    const EdgeId slots = slot[c + 1] - slot[c];
    if (slots > 0) merge_row(AllLanes<RowBlock>{block}, merge, c, {&key[slot[c]], &sum[slot[c]], slots});
  }
};

struct CopyRow {
  Merge merge;
  View<const EdgeId> row;
  View<VertexId> column;
  View<Weight> weight;
  WARPGRAPH_DEVICE void operator()(std::uint64_t c) const {
    const EdgeId from = merge.place[c];
    const EdgeId to = row[c];
    for (EdgeId i = 0; i < row[c + 1] - to; ++i) {
      column[to + i] = merge.column[from + i];
      weight[to + i] = merge.weight[from + i];
    }
  }
};

// values[0] + ... + values[i - 1] in each place, in place, and the total behind them, which is returned.
EdgeId scan_counts(StreamRef stream, Buffer<EdgeId>& values) {
  const std::size_t last = values.size() - 1;
  fill(stream, values.view().subview(last, 1), 0);
  primitives::exclusive_scan(stream, values, values.view());
  return read_one(stream, values.view().subview(last, 1));
}

}  // namespace

void merge_rows(StreamRef stream, const LevelView& fine, View<const VertexId> to_coarse, const Members& members,
                LevelGraph& coarse) {
  const VertexId n = coarse.vertices;
  Buffer<EdgeId> place(stream, n + std::size_t{1}, "partition rows");
  Buffer<EdgeId> slots(stream, n + std::size_t{1}, "partition rows");
  Buffer<std::uint8_t> is_long(stream, n, "partition flags");
  coarse.row = Buffer<EdgeId>(stream, n + std::size_t{1}, "partition rows");
  Merge merge{fine, to_coarse, members.begin, members.member, place, coarse.row, {}, {}};
  kernel::for_each(stream, n, CountRows{merge, n, slots, is_long});
  const EdgeId room = scan_counts(stream, place);
  const EdgeId wide = scan_counts(stream, slots);
  const Buffer<VertexId> long_rows = flagged(stream, is_long, "partition long rows");
  Buffer<VertexId> column(stream, room, "partition edges");
  Buffer<Weight> weight(stream, room, "partition edges");
  Buffer<std::uint32_t> key(stream, wide, "partition tables");
  Buffer<Weight> sum(stream, wide, "partition tables");
  merge.column = column;
  merge.weight = weight;
  kernel::for_each(stream, n, MergeShort{merge});
  kernel::launch(stream, kernel::Warps{long_rows.size()}, MergeLong{merge, long_rows, slots});
  if (wide > 0) kernel::launch(stream, kernel::Blocks{long_rows.size()}, MergeHeavy{merge, long_rows, slots, key, sum});
  coarse.entries = scan_counts(stream, coarse.row);
  coarse.column = Buffer<VertexId>(stream, coarse.entries, "partition level");
  coarse.edge_weight = Buffer<Weight>(stream, coarse.entries, "partition level");
  kernel::for_each(stream, n, CopyRow{merge, coarse.row, coarse.column, coarse.edge_weight});
}

}  // namespace warpgraph::partitioning
