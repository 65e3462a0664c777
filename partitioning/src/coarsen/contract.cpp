// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>

#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "clusters.hpp"

namespace warpgraph::partitioning {
namespace {

struct MarkUsed {
  View<const VertexId> cluster;
  View<VertexId> is_used;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { atomic::store(is_used[cluster[v]], 1); }
};

struct MapToCoarse {
  View<const VertexId> cluster;
  View<const VertexId> rank;  // of each cluster that is used
  View<VertexId> to_coarse;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { to_coarse[v] = rank[cluster[v]]; }
};

// Where the members of each coarse vertex begin in the list that is sorted by it.
struct FindMembers {
  View<const VertexId> sorted;
  View<EdgeId> begin;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (i == 0 || sorted[i] != sorted[i - 1]) begin[sorted[i]] = i;
  }
};

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

struct SumMembers {
  Merge merge;
  VertexId coarse_vertices;
  View<Weight> weight;
  View<Weight> size;
  View<PartId> fixed;
  View<EdgeId> slots;  // of a table, for rows that do not fit a warp's
  View<std::uint8_t> is_long;
  WARPGRAPH_DEVICE void operator()(std::uint64_t c) const {
    const std::uint32_t constraints = merge.level.constraints;
    for (std::uint32_t j = 0; j < constraints; ++j) weight[c * constraints + j] = 0;
    Weight total = 0;
    EdgeId edges = 0;
    for (EdgeId i = merge.begin[c]; i < merge.begin[c + 1]; ++i) {
      const VertexId v = merge.member[i];
      for (std::uint32_t j = 0; j < constraints; ++j)
        weight[c * constraints + j] += merge.level.vertex_weight[std::uint64_t{v} * constraints + j];
      total += merge.level.size[v];
      edges += merge.level.degree(v);
    }
    if (!size.empty()) size[c] = total;
    if (!fixed.empty()) fixed[c] = merge.level.fixed[merge.member[merge.begin[c]]];
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
  team.for_each(0, table.slots, [&](std::uint64_t i) {
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
  WARPGRAPH_DEVICE void operator()(Warp& warp, Shared& shared) const {
    const VertexId c = rows[warp.global_index()];
    if (slot[c + 1] > slot[c]) return;
    const EdgeId edges = merge.place[c + 1] - merge.place[c];
    merge_row(AllLanes<Warp>{warp}, merge, c, {shared.key, shared.sum, slots_for(edges)});
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
  exclusive_scan(stream, values, values.view());
  return read_one(stream, values.view().subview(last, 1));
}

class Contraction {
 public:
  Contraction(StreamRef stream, const LevelGraph& fine, const Buffer<VertexId>& cluster)
      : stream_(stream), fine_(fine), to_coarse_(stream, fine.vertices, "partition map") {
    rank(cluster);
    list_members();
  }

  Coarser operator()() {
    const VertexId n = coarse_.vertices;
    place_ = Buffer<EdgeId>(stream_, n + std::size_t{1}, "partition rows");
    coarse_.row = Buffer<EdgeId>(stream_, n + std::size_t{1}, "partition rows");
    sum_members();
    const EdgeId room = scan_counts(stream_, place_);
    const EdgeId wide = scan_counts(stream_, slots_);
    const Buffer<VertexId> long_rows = flagged(stream_, is_long_, "partition long rows");
    Buffer<VertexId> column(stream_, room, "partition edges");
    Buffer<Weight> weight(stream_, room, "partition edges");
    Buffer<std::uint32_t> key(stream_, wide, "partition tables");
    Buffer<Weight> sum(stream_, wide, "partition tables");
    const Merge merge = kernel(column, weight);
    for_each(stream_, n, MergeShort{merge});
    launch(stream_, Warps{long_rows.size()}, MergeLong{merge, long_rows, slots_});
    if (wide > 0) launch(stream_, Blocks{long_rows.size()}, MergeHeavy{merge, long_rows, slots_, key, sum});
    coarse_.entries = scan_counts(stream_, coarse_.row);
    coarse_.column = Buffer<VertexId>(stream_, coarse_.entries, "partition level");
    coarse_.edge_weight = Buffer<Weight>(stream_, coarse_.entries, "partition level");
    for_each(stream_, n, CopyRow{merge, coarse_.row, coarse_.column, coarse_.edge_weight});
    find_long_rows(stream_, coarse_);
    return {std::move(coarse_), std::move(to_coarse_)};
  }

 private:
  void rank(const Buffer<VertexId>& cluster) {
    const VertexId n = fine_.vertices;
    Buffer<VertexId> rank(stream_, n + std::size_t{1}, "partition ranks");
    fill(stream_, rank, 0);
    for_each(stream_, n, MarkUsed{cluster, rank});
    exclusive_scan(stream_, rank, rank.view());
    for_each(stream_, n, MapToCoarse{cluster, rank, to_coarse_});
    coarse_.vertices = read_one(stream_, rank.view().subview(n, 1));
    coarse_.constraints = fine_.constraints;
  }
  void list_members() {
    const VertexId n = fine_.vertices;
    Buffer<VertexId> all(stream_, n, "partition list");
    Buffer<VertexId> sorted(stream_, n, "partition list");
    member_ = Buffer<VertexId>(stream_, n, "partition members");
    begin_ = Buffer<EdgeId>(stream_, coarse_.vertices + std::size_t{1}, "partition members");
    for_each(stream_, n, CountUp{all});
    sort_pairs(stream_, to_coarse_, sorted.view(), all, member_.view(),
               {0, static_cast<int>(std::bit_width(coarse_.vertices))});
    for_each(stream_, n, FindMembers{sorted, begin_});
    fill(stream_, begin_.view().subview(coarse_.vertices, 1), n);
  }
  void sum_members() {
    const VertexId n = coarse_.vertices;
    coarse_.vertex_weight = Buffer<Weight>(stream_, std::size_t{n} * coarse_.constraints, "partition level");
    if (!fine_.size.empty()) coarse_.size = Buffer<Weight>(stream_, n, "partition level");
    if (!fine_.fixed.empty()) coarse_.fixed = Buffer<PartId>(stream_, n, "partition level");
    slots_ = Buffer<EdgeId>(stream_, n + std::size_t{1}, "partition rows");
    is_long_ = Buffer<std::uint8_t>(stream_, n, "partition flags");
    for_each(stream_, n,
             SumMembers{kernel({}, {}), n, coarse_.vertex_weight, coarse_.size, coarse_.fixed, slots_, is_long_});
  }
  Merge kernel(View<VertexId> column, View<Weight> weight) {
    return {fine_.view(), to_coarse_, begin_, member_, place_, coarse_.row, column, weight};
  }

  StreamRef stream_;
  const LevelGraph& fine_;
  LevelGraph coarse_;
  Buffer<VertexId> to_coarse_;
  Buffer<VertexId> member_;  // by coarse vertex
  Buffer<EdgeId> begin_;
  Buffer<EdgeId> place_;
  Buffer<EdgeId> slots_;
  Buffer<std::uint8_t> is_long_;
};

}  // namespace

Coarser contract(StreamRef stream, const LevelGraph& level, const Buffer<VertexId>& cluster) {
  return Contraction(stream, level, cluster)();
}

}  // namespace warpgraph::partitioning
