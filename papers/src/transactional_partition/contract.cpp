// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>
#include <utility>

#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "level/compact.hpp"
#include "level/for_each_row.hpp"
#include "level/pairs.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::transactional {
namespace {

// Step 5, and the weights of step 14.
struct SumPairs {
  Pairs pairs;
  View<EdgeId> degree;
  View<Weight> weight;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (!pairs.is_first(v)) return;
    const VertexId c = pairs.map[v];
    degree[c] = pairs.degrees(v);
    weight[c] = pairs.weight(v);
  }
};

// Step 7. Edges inside of a pair get no weight.
struct CopyLists {
  LevelView level;
  Pairs pairs;
  ListKey form;
  View<const EdgeId> place;
  View<std::uint64_t> key;
  View<Weight> weight;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t) const { return true; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const VertexId c = pairs.map[v];
    const EdgeId first = level.row[v];
    const EdgeId to = place[c] + (pairs.is_first(v) ? 0 : level.degree(pairs.mate[v]));
    team.for_each(first, level.row[v + 1], [&](EdgeId edge) {
      const VertexId d = pairs.map[level.column[edge]];
      key[to + (edge - first)] = form(c, d);
      weight[to + (edge - first)] = d == c ? 0 : level.weight_of(edge);
    });
  }
};

// Steps 11 to 13: a row begins where the runs of its list do.
struct PlaceRows {
  View<const EdgeId> place;
  View<const std::uint64_t> rank;
  View<EdgeId> row;
  WARPGRAPH_DEVICE void operator()(std::uint64_t c) const { row[c] = rank[place[c]]; }
};
struct NameNeighbours {
  ListKey form;
  View<const std::uint64_t> key;
  View<VertexId> column;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { column[i] = form.low_of(key[i]); }
};

}  // namespace

LevelGraph contract(StreamRef stream, const LevelGraph& level, const Buffer<VertexId>& mate,
                    const Buffer<VertexId>& map, VertexId coarse_vertices) {
  const Pairs pairs{level.view(), mate, map};
  LevelGraph coarse;
  coarse.vertices = coarse_vertices;
  coarse.vertex_weight = Buffer<Weight>(stream, coarse_vertices, "partition level");
  Buffer<EdgeId> place(stream, coarse_vertices + std::size_t{1}, "partition rows");
  fill(stream, place.view().subview(coarse_vertices, 1), 0);
  kernel::for_each(stream, level.vertices, SumPairs{pairs, place, coarse.vertex_weight});
  primitives::exclusive_scan(stream, place, place.view());  // step 6

  const ListKey form{static_cast<int>(std::bit_width(coarse_vertices))};
  Buffer<std::uint64_t> key(stream, level.entries, "partition keys");
  Buffer<Weight> weight(stream, level.entries, "partition keys");
  for_each_row(stream, level, CopyLists{level.view(), pairs, form, place, key, weight});
  Runs runs = find_runs(stream, form, key, weight, coarse_vertices, true);  // steps 8 to 10

  coarse.entries = runs.count;
  coarse.row = Buffer<EdgeId>(stream, coarse_vertices + std::size_t{1}, "partition rows");
  coarse.column = Buffer<VertexId>(stream, runs.count, "partition level");
  kernel::for_each(stream, coarse_vertices + std::uint64_t{1}, PlaceRows{place, runs.rank, coarse.row});
  kernel::for_each(stream, runs.count, NameNeighbours{form, runs.key, coarse.column});
  coarse.edge_weight = std::move(runs.sum);
  find_long_rows(stream, coarse);
  return coarse;
}

}  // namespace warpgraph::partitioning::transactional
