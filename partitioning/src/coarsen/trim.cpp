// SPDX-License-Identifier: Apache-2.0
#include "trim.hpp"

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <ranges>
#include <utility>

#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "../level/rows_inside.hpp"
#include "../peers/peer.hpp"
#include "deal.hpp"
#include "heavy.hpp"

namespace warpgraph::partitioning {
namespace {

// Vertices that are not heavy and have a neighbour that is none.
struct MarkCore {
  LevelView level;
  View<const PartId> heavy;
  View<std::uint8_t> is_core;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t) const { return true; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const auto found = team.reduce(level.row[v], level.row[v + 1], 0u, Or{}, [&](EdgeId edge) {
      const VertexId u = level.column[edge];
      return u != v && heavy[u] == kFreePart ? 1u : 0u;
    });
    team.once([&] { is_core[v] = found != 0 && heavy[v] == kFreePart ? 1 : 0; });
  }
};

// Vertices outside of the core share no part with others.
struct NameSides {
  View<const std::uint8_t> is_core;
  View<PartId> side;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    side[v] = is_core[v] != 0 ? 0 : static_cast<PartId>(v + 1);
  }
};

struct NumberCore {
  View<const VertexId> list;
  View<VertexId> to_core;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { to_core[list[i]] = static_cast<VertexId>(i); }
};

struct TakeVertices {
  View<const VertexId> list;
  View<const EdgeId> fine_row;
  View<const Weight> fine_weight;
  View<EdgeId> row;
  View<Weight> weight;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    row[i] = fine_row[list[i]];
    weight[i] = fine_weight[list[i]];
  }
};

struct RenameColumns {
  View<const VertexId> to_core;
  View<VertexId> column;
  WARPGRAPH_DEVICE void operator()(std::uint64_t edge) const { column[edge] = to_core[column[edge]]; }
};

template <class Op>
Weight reduced(StreamRef stream, const Buffer<Weight>& values, Op op) {
  Buffer<Weight> result(stream, 1, "partition counts");
  primitives::reduce(stream, values, result.view(), op);
  return read_one(stream, result.view());
}

// A peer's vertices stay together, because all vertices keep their order.
VertexRange range_in_core(StreamRef stream, const Buffer<VertexId>& list, VertexRange range) {
  const auto place = [&](VertexId v) {
    const auto is_before = [&](std::size_t i) { return read_one(stream, list.view().subview(i, 1)) < v; };
    return static_cast<VertexId>(
        *std::ranges::partition_point(std::views::iota(std::size_t{0}, list.size()), is_before));
  };
  return {place(range.first), place(range.last)};
}

LevelGraph take_core(StreamRef stream, const LevelGraph& level, const Buffer<std::uint8_t>& is_core,
                     const Buffer<VertexId>& list, const Buffer<VertexId>& to_core) {
  LevelGraph core;
  core.vertices = static_cast<VertexId>(list.size());
  core.peer = level.peer;
  if (core.peer != nullptr) core.range = range_in_core(stream, list, level.range);
  Rows rows;
  {
    Buffer<PartId> side(stream, level.vertices, "partition flags");
    kernel::for_each(stream, level.vertices, NameSides{is_core, side});
    rows = rows_inside(stream, level, side);
  }
  core.row = Buffer<EdgeId>(stream, core.vertices + std::size_t{1}, "partition level");
  core.vertex_weight = Buffer<Weight>(stream, core.vertices, "partition level");
  kernel::for_each(stream, core.vertices,
                   TakeVertices{list, rows.row, level.vertex_weight, core.row, core.vertex_weight});
  copy(stream, core.row.view().subview(core.vertices, 1), rows.row.view().subview(level.vertices, 1));
  core.column = std::move(rows.column);
  core.edge_weight = std::move(rows.edge_weight);
  kernel::for_each(stream, core.column.size(), RenameColumns{to_core, core.column});
  core.entries = sum_of_peers(level, EdgeId{core.column.size()});
  find_long_rows(stream, core);
  return core;
}

// Those first that may weigh most.
std::vector<PartId> by_weight(const Limits& limits) {
  std::vector<PartId> order(limits.parts);
  std::iota(order.begin(), order.end(), PartId{0});
  std::ranges::stable_sort(order, [&](PartId a, PartId b) { return limits.max[a] > limits.max[b]; });
  return order;
}

// As many parts as should weigh what the core does, such that the rest suffices for the others.
Limits limits_of_core(const Limits& limits, const Core& core, Weight weight, Weight rest) {
  Limits result;
  result.total = {weight};
  result.parts = 0;
  Weight needed = 0;
  for (std::size_t i = core.heavy_weights.size(); i < core.order.size(); ++i) needed += limits.min[core.order[i]];
  double target = 0;
  for (std::size_t i = core.heavy_weights.size(); i < core.order.size(); ++i) {
    const bool is_enough = target >= static_cast<double>(weight) && needed <= rest && result.parts > 0;
    if (is_enough || result.parts == core.level.vertices) break;
    const PartId part = core.order[i];
    ++result.parts;
    needed -= limits.min[part];
    target += limits.target[part];
    result.target.push_back(limits.target[part]);
    result.max.push_back(limits.max[part]);
  }
  for (double& each : result.target) each *= target > 0 ? static_cast<double>(weight) / target : 0;
  result.min.assign(result.parts, 0);
  return result;
}

}  // namespace

std::optional<Core> trim(StreamRef stream, const LevelGraph& level, const Limits& limits, std::uint64_t seed) {
  if (sum_of_peers(level, level.long_rows.size() + level.heavy_rows.size()) == 0) return std::nullopt;
  Core core;
  core.max_vertex = reduced(stream, level.vertex_weight, Max{});
  if (!can_deal(limits, core.max_vertex)) return std::nullopt;
  core.order = by_weight(limits);
  HeavyVertices heavy = find_heavy(stream, level, limits, core.order, seed);
  if (heavy.weight.empty()) return std::nullopt;
  core.heavy = std::move(heavy.group);
  core.heavy_weights = std::move(heavy.weight);
  Buffer<std::uint8_t> is_core(stream, level.vertices, "partition flags");
  core.to_core = Buffer<VertexId>(stream, level.vertices, "partition map");
  const WaitIfFailed wait(level.peer);
  for_each_row(stream, level, MarkCore{level.view(), core.heavy, is_core});
  share(level, is_core.view());
  const Buffer<VertexId> list = flagged(stream, is_core, "partition list");
  fill(stream, core.to_core, kNoVertex);
  kernel::for_each(stream, list.size(), NumberCore{list, core.to_core});
  core.level = take_core(stream, level, is_core, list, core.to_core);
  const Weight weight = list.empty() ? 0 : reduced(stream, core.level.vertex_weight, Plus{});
  const Weight in_groups = std::accumulate(core.heavy_weights.begin(), core.heavy_weights.end(), Weight{0});
  core.limits = limits_of_core(limits, core, weight, limits.total[0] - in_groups - weight);
  return core;
}

}  // namespace warpgraph::partitioning
