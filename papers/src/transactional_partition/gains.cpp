// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>

#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "level/compact.hpp"
#include "level/part_edges.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::transactional {
namespace {

// Vertices that were stale and lie inside of their parts are done with here.
struct FindBoundary {
  LevelView level;
  View<const PartId> part;
  GainView gains;
  View<std::uint8_t> flag;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const {
    flag[v] = 0;
    return gains.is_stale[v] != 0 && gains.is_active[v] != 0;
  }
  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const bool is_done = is_inside(team, level, part, v);
    team.once([&] {
      flag[v] = is_done ? 0 : 1;
      gains.is_stale[v] = 0;
      if (!is_done) return;
      gains.best[v] = kNoPart;
      gains.gain[v] = 0;
    });
  }
};

struct DegreesOf {
  LevelView level;
  View<const VertexId> list;
  View<EdgeId> degree;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { degree[i] = level.degree(list[i]); }
};

// Step 2: the rows of the listed vertices, to be sorted by part. The lanes of a warp share the edges of a row.
struct CopyParts {
  LevelView level;
  View<const PartId> part;
  ListKey form;
  View<const VertexId> list;
  View<const EdgeId> place;
  View<std::uint64_t> key;
  View<Weight> weight;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t i = warp.global_index();
    const VertexId v = list[i];
    const EdgeId first = level.row[v];
    warp.phase([&](kernel::Lane lane) {
      for (EdgeId edge = first + lane; edge < level.row[v + 1]; edge += kernel::Warp::kSize) {
        const VertexId u = level.column[edge];
        key[place[i] + (edge - first)] = form(i, part[u]);
        weight[place[i] + (edge - first)] = u == v ? 0 : level.weight_of(edge);
      }
    });
  }
};

// Step 6: the best of the runs of other parts that have room, less the run of the vertex's own part.
struct ReduceRuns {
  LevelView level;
  View<const PartId> part;
  View<const Weight> weight;
  View<const Weight> max;
  GainView gains;
  ListKey form;
  View<const VertexId> list;
  View<const EdgeId> place;
  View<const std::uint64_t> rank;
  View<const std::uint64_t> key;
  View<const Weight> sum;
  std::uint64_t seed;

  struct Found {
    Choice<Weight> best;
    Weight own;
  };
  struct Merge {
    WARPGRAPH_DEVICE Found operator()(const Found& a, const Found& b) const {
      return {Better{}(a.best, b.best), a.own + b.own};
    }
  };

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> first;
    kernel::PerLane<std::uint64_t> last;
    kernel::PerLane<PartId> mine;
    kernel::PerLane<VertexId> vertex;
    kernel::PerLane<Weight> size;
    kernel::PerLane<Found> none;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t i = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      const bool is_there = i < list.size();
      vertex[lane] = is_there ? list[i] : kNoVertex;
      mine[lane] = is_there ? part[list[i]] : kNoPart;
      size[lane] = is_there ? level.vertex_weight[list[i]] : 0;
      first[lane] = is_there ? rank[place[i]] : 0;
      last[lane] = is_there ? rank[place[i + 1]] : 0;
      none[lane] = {Choice<Weight>::none(), 0};
    });
    const auto rate = [&](std::uint64_t run, PartId own, Weight added) {
      const PartId to = form.low_of(key[run]);
      if (to == own) return Found{Choice<Weight>::none(), sum[run]};
      if (weight[to] + added > max[to]) return Found{Choice<Weight>::none(), 0};
      return Found{{sum[run], draw(seed, to), to}, 0};
    };
    const auto found = warp.engage(kernel::Disjoint{}, first, last, none, rate, Merge{}, mine, size);
    warp.phase([&](kernel::Lane lane) {
      const VertexId v = vertex[lane];
      if (v == kNoVertex) return;
      gains.best[v] = found[lane].best.key;
      gains.gain[v] = found[lane].best.score - found[lane].own;
    });
  }
};

}  // namespace

void find_gains(StreamRef stream, const LevelGraph& level, const Assignment& parts, const GainView& gains) {
  Buffer<std::uint8_t> flag(stream, level.vertices, "partition flags");
  for_each_row(stream, level, FindBoundary{level.view(), parts.part, gains, flag});
  const Buffer<VertexId> list = flagged(stream, flag, "partition list");
  if (list.empty()) return;
  Buffer<EdgeId> place(stream, list.size() + 1, "partition rows");
  fill(stream, place.view().subview(list.size(), 1), 0);
  kernel::for_each(stream, list.size(), DegreesOf{level.view(), list, place});
  primitives::exclusive_scan(stream, place, place.view());
  const EdgeId entries = read_one(stream, place.view().subview(list.size(), 1));

  const ListKey form{static_cast<int>(std::bit_width(parts.weight.size()))};
  Buffer<std::uint64_t> key(stream, entries, "partition keys");
  Buffer<Weight> weight(stream, entries, "partition keys");
  kernel::launch(stream, kernel::Warps{list.size()},
                 CopyParts{level.view(), parts.part, form, list, place, key, weight});
  const Runs runs = find_runs(stream, form, key, weight, list.size(), false);  // steps 2 to 4
  const std::uint64_t warps = (list.size() + kernel::Warp::kSize - 1) / kernel::Warp::kSize;
  kernel::launch(stream, kernel::Warps{warps},
                 ReduceRuns{level.view(), parts.part, parts.weight, parts.max, gains, form, list, place, runs.rank,
                            runs.key, runs.sum, entries});
}

}  // namespace warpgraph::partitioning::transactional
