// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>

#include <warpgraph/framework/graph/row_slice.hpp>
#include "lightest.hpp"
#include "weights.hpp"

// The first round, in which every vertex is a tree: it reads the weights once, in the order of memory, and needs
// atomics only where a row is cut. Of entries of a row that weigh the same the first one is the least in the total
// order: a row's lower neighbours come first, whose edges have this vertex for their greater end. For weights of four
// bytes.
namespace warpgraph::algorithms::forest {

// The lightest entry of every row that is no self-loop. `lightest` holds nothing before.
struct LightestOfRows {
  AdjacencyView<NoValue> edges;
  Weights weights;
  View<std::uint64_t> lightest;
  View<std::uint32_t> bad_weight;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    rows::RowSlice slice(warp, edges.row, edges.column.size());
    for (bool is_last = false; !is_last; slice.first += kernel::Warp::kSize) {
      kernel::PerLane<EdgeId> from;
      kernel::PerLane<EdgeId> to;
      warp.relaxed_phase([&](kernel::Lane lane) { slice.part(lane, from[lane], to[lane]); });
      is_last = warp.broadcast(to, kernel::Warp::kSize - 1) == slice.end;
      kernel::PerLane<std::uint64_t> least = lightest_of(warp, from, to);
      kernel::PerLane<bool> is_loop;
      warp.relaxed_phase([&](kernel::Lane lane) {
        is_loop[lane] = least[lane] != nothing() && edges.column[least[lane] & 0xffffffffu] == slice.first + lane;
      });
      if (warp.any(is_loop)) least = without_loops(warp, from, to, slice.first);
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (least[lane] == nothing()) return;
        std::uint64_t& mine = lightest[slice.first + lane];
        if (slice.is_cut(lane))
          atomic::fetch_min(mine, least[lane]);
        else
          mine = least[lane];
      });
    }
  }

 private:
  WARPGRAPH_DEVICE std::uint64_t key(EdgeId e) const {
    const std::uint64_t weight = weights.narrow_at(e);
    if (!weights.is_weight(weight)) atomic::store(bad_weight[0], 1);
    return weight << 32 | e;
  }
  WARPGRAPH_DEVICE kernel::PerLane<std::uint64_t> lightest_of(kernel::Warp& warp, const kernel::PerLane<EdgeId>& from,
                                                              const kernel::PerLane<EdgeId>& to) const {
    return warp.engage(
        kernel::Scanned{}, from, to, kernel::PerLane<std::uint64_t>::all(nothing()), [&](EdgeId e) { return key(e); },
        Min{});
  }
  WARPGRAPH_DEVICE kernel::PerLane<std::uint64_t> without_loops(kernel::Warp& warp, const kernel::PerLane<EdgeId>& from,
                                                                const kernel::PerLane<EdgeId>& to,
                                                                std::uint64_t first) const {
    kernel::PerLane<std::uint64_t> vertex;
    warp.relaxed_phase([&](kernel::Lane lane) { vertex[lane] = first + lane; });
    return warp.engage(
        kernel::Scanned{}, from, to, kernel::PerLane<std::uint64_t>::all(nothing()),
        [&](EdgeId e, std::uint64_t v) { return edges.column[e] == v ? nothing() : key(e); }, Min{}, vertex);
  }
};

// Every vertex takes its lightest edge, and the neighbour there for its parent (HookTrees).
struct VertexChoice {
  static constexpr bool kBegins = true;

  AdjacencyView<NoValue> edges;
  View<const std::uint64_t> lightest;

  [[nodiscard]] WARPGRAPH_DEVICE VertexId of(VertexId v, EdgeId& entry) const {
    if (lightest[v] == nothing()) return kNoVertex;
    entry = lightest[v] & 0xffffffffu;
    return edges.column[entry];
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool is_mutual(VertexId v, VertexId u, EdgeId) const {
    return edges.column[lightest[u] & 0xffffffffu] == v;
  }
  [[nodiscard]] WARPGRAPH_DEVICE bool keeps(VertexId, VertexId, bool hooks, EdgeId&) const { return hooks; }
};

// Numbers the roots that have edges from 0 on.
struct NumberRoots {
  View<const VertexId> parent;
  View<const std::uint64_t> lightest;
  View<VertexId> label;
  View<std::uint64_t> count;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kSteps * kernel::Warp::kSize;
    kernel::PerLane<bool> is_root[kSteps];
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        const std::uint64_t v = base + i * kernel::Warp::kSize + lane;
        is_root[i][lane] = v < parent.size() && parent[v] == v && lightest[v] != nothing();
      }
    });
    Slots slots(warp, is_root, count[0]);
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i)
        if (is_root[i][lane]) label[base + i * kernel::Warp::kSize + lane] = static_cast<VertexId>(slots.next[lane]++);
    });
  }
};

// Every vertex gets the number of its root. Those without edges have none, and none asks for it.
struct LabelVertices {
  sweep::UnionFind trees;
  View<VertexId> label;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId root = trees.root_of(static_cast<VertexId>(v));
    if (root != v) label[v] = label[root];
  }
};

// Once trees have joined others, the number of a vertex is that of its tree's root.
struct FlattenTrees {
  sweep::UnionFind trees;
  View<const std::uint64_t> count;
  WARPGRAPH_DEVICE void operator()(std::uint64_t tree) const {
    if (tree < count[0]) trees.flatten(static_cast<VertexId>(tree));
  }
};
struct LabelAgain {
  View<const VertexId> parent;
  View<VertexId> label;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (label[v] != kNoVertex) label[v] = parent[label[v]];
  }
};

}  // namespace warpgraph::algorithms::forest
