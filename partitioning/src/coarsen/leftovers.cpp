// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>

#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "../level/compact.hpp"
#include "clusters.hpp"

namespace warpgraph::partitioning {
namespace {

// Vertices without neighbours, and fixed ones, come behind all others, by their parts.
struct NameGroups {
  LevelView level;
  MayJoin may_join;
  VertexId vertices;
  View<const VertexId> list;
  View<const VertexId> favourite;
  View<std::uint64_t> key;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId v = list[i];
    const PartId part = may_join.common_part(v);
    const bool is_last = favourite[v] == kNoVertex || level.fixed_part(v) != kFreePart;
    key[i] = is_last ? std::uint64_t{vertices} + (part == kFreePart ? 0 : part + 1) : favourite[v];
  }
};

struct SizesOf {
  View<const Weight> size;
  View<const VertexId> list;
  View<Weight> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { to[i] = size[list[i]]; }
};

// A cluster begins where the key changes, where the vertices may not join, and where the sizes before pass a multiple
// of half the bound. So no cluster of vertices below half the bound is above it.
struct BeginClusters {
  MayJoin may_join;
  Weight half;
  View<const std::uint64_t> key;
  View<const VertexId> list;
  View<const Weight> before;
  View<std::uint32_t> begin;  // the index where the cluster begins if it is i, else 0
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const bool is_first =
        i == 0 || key[i] != key[i - 1] || !may_join(list[i], list[i - 1]) || before[i] / half != before[i - 1] / half;
    begin[i] = is_first ? static_cast<std::uint32_t>(i) : 0;
  }
};

struct JoinFirst {
  View<const VertexId> list;
  View<const std::uint32_t> begin;
  View<VertexId> cluster;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { cluster[list[i]] = list[begin[i]]; }
};

}  // namespace

void group_leftovers(StreamRef stream, const LevelGraph& level, const ClusterRules& rules,
                     const Buffer<std::uint8_t>& is_left, const Buffer<VertexId>& favourite, Weight max_size,
                     Buffer<VertexId>& cluster) {
  const Buffer<VertexId> left = flagged(stream, is_left, "partition list");
  const std::size_t count = left.size();
  if (count < 2) return;
  const MayJoin may_join{level.fixed, rules.part};
  Buffer<std::uint64_t> key(stream, count, "partition keys");
  Buffer<std::uint64_t> sorted(stream, count, "partition keys");
  Buffer<std::uint32_t> begin(stream, count, "partition keys");
  Buffer<VertexId> list(stream, count, "partition list");
  kernel::for_each(stream, count, NameGroups{level.view(), may_join, level.vertices, left, favourite, key});
  primitives::sort_pairs(stream, key, sorted.view(), left, list.view(),
                         {0, static_cast<int>(std::bit_width(std::uint64_t{level.vertices} + rules.parts))});
  Buffer<Weight> before(stream, count, "partition sizes");
  kernel::for_each(stream, count, SizesOf{level.view().size, list, before});
  primitives::exclusive_scan(stream, before, before.view());
  const Weight half = max_size > 1 ? max_size / 2 : 1;
  kernel::for_each(stream, count, BeginClusters{may_join, half, sorted, list, before, begin});
  primitives::inclusive_scan(stream, begin, begin.view(), Max{});
  kernel::for_each(stream, count, JoinFirst{list, begin, cluster});
}

}  // namespace warpgraph::partitioning
