// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/framework/sweep/union_find.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

#include <warpgraph/framework/graph/row_slice.hpp>
#include "lightest.hpp"
#include "weights.hpp"

// The rounds over lists of edges. An edge stands in the list once, with the trees that it joins, so a round reads and
// writes each list in the order of memory and looks up what it needs to know of two trees.
namespace warpgraph::algorithms::forest {

struct alignas(16) NarrowEdge {
  VertexId a;
  VertexId b;
  std::uint64_t key;

  WARPGRAPH_DEVICE NarrowEdge(VertexId tree_a, VertexId tree_b, std::uint64_t lightest_key, EdgeId)
      : a(tree_a), b(tree_b), key(lightest_key) {}
  NarrowEdge() = default;
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId entry() const { return key & 0xffffffffu; }
};
struct WideEdge {
  VertexId a;
  VertexId b;
  std::uint64_t key;
  EdgeId place;

  WARPGRAPH_DEVICE WideEdge(VertexId tree_a, VertexId tree_b, std::uint64_t lightest_key, EdgeId e)
      : a(tree_a), b(tree_b), key(lightest_key), place(e) {}
  WideEdge() = default;
  [[nodiscard]] WARPGRAPH_DEVICE EdgeId entry() const { return place; }
};
template <bool kWide>
using ListedEdge = std::conditional_t<kWide, WideEdge, NarrowEdge>;

// Three counters of each take turns: one is read, one written, one cleared.
struct RoundCounts {
  std::uint64_t edges[3];
  std::uint64_t live[3];
  std::uint64_t rounds;
};

// Lists the edges whose weights lie in a range and whose ends are in different trees, and offers them to both trees.
// Every edge stands in the rows of both ends; the greater one brings it. If the list is too short the count says so,
// and it may be done again with a longer one: offers are idempotent.
//
// With kEitherEnd, edges between the own vertices and others are brought by the one end or the other, about half by
// each, and none is offered.
template <bool kWide, bool kEitherEnd = false>
struct ListEdges {
  AdjacencyView<NoValue> edges;
  Weights weights;
  View<const VertexId> label;
  std::uint64_t least;
  std::uint64_t max;
  Lightest<kWide> lightest;
  View<ListedEdge<kWide>> list;
  View<RoundCounts> counts;
  View<std::uint32_t> bad_weight;
  bool settles_ties = false;  // wide form only: weights have been offered, now the edges are
  EdgeId first = 0;           // what is known as the edge of the first entry; the others follow
  VertexRange own = {};       // of kEitherEnd

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    rows::RowSlice slice(warp, edges.row, edges.column.size());
    EdgeId begin = slice.begin;
    for (; begin < slice.end; slice.first += kernel::Warp::kSize) {
      kernel::PerLane<EdgeId> from;
      kernel::PerLane<EdgeId> to;
      warp.relaxed_phase([&](kernel::Lane lane) { slice.part(lane, from[lane], to[lane]); });
      const EdgeId end = warp.broadcast(to, kernel::Warp::kSize - 1);
      for (; begin < end; begin += kSteps * kernel::Warp::kSize) visit(warp, begin, end, slice.first, to);
      begin = end;
    }
  }

 private:
  WARPGRAPH_DEVICE void visit(kernel::Warp& warp, EdgeId begin, EdgeId end, std::uint64_t first_row,
                              const kernel::PerLane<EdgeId>& row_ends) const {
    kernel::PerLane<VertexId> source[kSteps];
    kernel::PerLane<VertexId> target[kSteps];
    kernel::PerLane<std::uint64_t> key[kSteps];
    kernel::PerLane<bool> joins[kSteps];
    WARPGRAPH_UNROLL
    for (std::uint32_t i = 0; i < kSteps; ++i) {
      kernel::PerLane<EdgeId> entry;
      warp.relaxed_phase([&](kernel::Lane lane) { entry[lane] = begin + i * kernel::Warp::kSize + lane; });
      const kernel::PerLane<std::uint32_t> row = warp.sorted_search(row_ends, entry);
      warp.relaxed_phase([&](kernel::Lane lane) {
        const EdgeId e = entry[lane];
        source[i][lane] = static_cast<VertexId>(first_row + row[lane]);
        joins[i][lane] = e < end && brings(source[i][lane], target[i][lane] = edges.column[e]);
      });
    }
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        if (!joins[i][lane]) continue;
        const EdgeId e = begin + i * kernel::Warp::kSize + lane;
        const std::uint64_t weight = weights.at(e);
        if (!weights.is_weight(weight)) atomic::store(bad_weight[0], 1);
        joins[i][lane] = least <= weight && weight <= max;
        key[i][lane] = lightest.key(weight, first + e);
      }
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        if (!joins[i][lane]) continue;
        source[i][lane] = label[source[i][lane]];
        target[i][lane] = label[target[i][lane]];
        joins[i][lane] = source[i][lane] != target[i][lane];
      }
    });
    put(warp, begin, source, target, key, joins);
  }

  [[nodiscard]] WARPGRAPH_DEVICE bool brings(VertexId v, VertexId neighbour) const {
    const bool is_greater = neighbour < v;
    if constexpr (kEitherEnd) {
      const bool is_between_own = own.first <= neighbour && neighbour < own.last;
      const bool by_greater = (v ^ neighbour) * 0x9e3779b9u >> 31 != 0;
      if (!is_between_own) return is_greater == by_greater;
    }
    return is_greater;
  }

  WARPGRAPH_DEVICE void offer(VertexId tree, std::uint64_t key, EdgeId e) const {
    if constexpr (kEitherEnd) return;
    if constexpr (kWide) {
      if (settles_ties) return lightest.offer_edge(tree, key, e);
    }
    lightest.offer(tree, key);
  }

  WARPGRAPH_DEVICE void put(kernel::Warp& warp, EdgeId begin, const kernel::PerLane<VertexId> (&a)[kSteps],
                            const kernel::PerLane<VertexId> (&b)[kSteps],
                            const kernel::PerLane<std::uint64_t> (&key)[kSteps],
                            const kernel::PerLane<bool> (&joins)[kSteps]) const {
    Slots slots(warp, joins, counts[0].edges[0]);
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t i = 0; i < kSteps; ++i) {
        if (!joins[i][lane]) continue;
        const EdgeId e = first + begin + i * kernel::Warp::kSize + lane;
        offer(a[i][lane], key[i][lane], e);
        offer(b[i][lane], key[i][lane], e);
        const std::uint64_t at = slots.next[lane]++;
        if (at < list.size()) list[at] = ListedEdge<kWide>(a[i][lane], b[i][lane], key[i][lane], e);
      }
    });
  }
};

// All rounds of a list, in one cooperative launch. The edges have been offered to their trees.
template <bool kWide>
struct MergeTrees {
  using Edge = ListedEdge<kWide>;

  sweep::UnionFind trees;
  View<const std::uint64_t> tree_count;
  Lightest<kWide> lightest;
  View<Edge> list[2];
  View<VertexId> live[2];  // the roots that had edges in the last round
  View<RoundCounts> counts;
  Chosen chosen;

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    std::uint64_t edges = atomic::load(counts[0].edges[0]);
    if (edges > list[0].size()) return;  // the host gives a longer list
    std::uint64_t round = 0;
    std::uint64_t live_count = tree_count[0];
    while (edges != 0) {
      if constexpr (kWide) grid.warps([&](kernel::Warp& warp) { settle_ties(warp, round, edges); });
      grid.warps([&](kernel::Warp& warp) { choose(warp, round, edges); });
      grid.warps([&](kernel::Warp& warp) { flatten(warp, round, live_count); });
      grid.warps([&](kernel::Warp& warp) { advance(warp, round, edges); });
      ++round;
      edges = atomic::load(counts[0].edges[round % 3]);
      live_count = atomic::load(counts[0].live[round % 3]);
    }
    grid.elect([&] { counts[0].rounds += round; });
  }

 private:
  // visit(lane, i, place) for all places below `count`, kSteps of them a lane at a time, and then_all() behind those of
  // the whole warp.
  template <class Visit, class Then>
  WARPGRAPH_DEVICE static void sweep(kernel::Warp& warp, std::uint64_t count, Visit&& visit, Then&& then_all) {
    constexpr std::uint64_t kWidth = std::uint64_t{kSteps} * kernel::Warp::kSize;
    const std::uint64_t stride = warp.count() * kWidth;
    for (std::uint64_t base = warp.global_index() * kWidth; base < count; base += stride) {
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t i = 0; i < kSteps; ++i) visit(lane, i, base + i * kernel::Warp::kSize + lane);
      });
      then_all();
    }
  }

  // Wide form only: weights are settled, so the least edge of each tree's weight is next. Monotone.
  WARPGRAPH_DEVICE void settle_ties(kernel::Warp& warp, std::uint64_t round, std::uint64_t edges) const {
    const auto& now = list[round % 2];
    sweep(
        warp, edges,
        [&](kernel::Lane, std::uint32_t, std::uint64_t place) {
          if (place >= edges) return;
          const Edge edge = now[place];
          lightest.offer_edge(edge.a, edge.key, edge.entry());
          lightest.offer_edge(edge.b, edge.key, edge.entry());
        },
        [] {});
  }

  // By the total order, a tree hooks under the one that its lightest edge leads to, and where two trees choose the same
  // edge the lesser stays. Every root has one edge that writes its parent, so these are plain stores.
  WARPGRAPH_DEVICE void choose(kernel::Warp& warp, std::uint64_t round, std::uint64_t edges) const {
    const auto& now = list[round % 2];
    kernel::PerLane<bool> is_chosen[kSteps];
    kernel::PerLane<bool> of_a[kSteps];
    kernel::PerLane<bool> of_b[kSteps];
    kernel::PerLane<Edge> edge[kSteps];
    sweep(
        warp, edges,
        [&](kernel::Lane lane, std::uint32_t i, std::uint64_t place) {
          is_chosen[i][lane] = false;
          if (place >= edges) return;
          const Edge each = now[place];
          of_a[i][lane] = lightest.is(each.a, each.key, each.entry());
          of_b[i][lane] = lightest.is(each.b, each.key, each.entry());
          is_chosen[i][lane] = of_a[i][lane] || of_b[i][lane];
          edge[i][lane] = each;
        },
        [&] {
          Slots slots(warp, is_chosen, chosen.count[0]);
          warp.relaxed_phase([&](kernel::Lane lane) {
            WARPGRAPH_UNROLL
            for (std::uint32_t i = 0; i < kSteps; ++i) {
              if (!is_chosen[i][lane]) continue;
              const Edge& each = edge[i][lane];
              chosen.entry[slots.next[lane]++] = each.entry();
              if (of_a[i][lane] && sweep::hooks_under(each.a, each.b, of_b[i][lane])) trees.parent[each.a] = each.b;
              if (of_b[i][lane] && sweep::hooks_under(each.b, each.a, of_a[i][lane])) trees.parent[each.b] = each.a;
            }
          });
        });
    if (warp.global_index() != 0) return;
    warp.elect([&] { counts[0].edges[(round + 2) % 3] = counts[0].live[(round + 2) % 3] = 0; });
  }

  // Idempotent. Roots that had edges may have some in the next round; their lightest edge is to be found again.
  WARPGRAPH_DEVICE void flatten(kernel::Warp& warp, std::uint64_t round, std::uint64_t live_count) const {
    kernel::PerLane<VertexId> tree[kSteps];
    kernel::PerLane<bool> stays[kSteps];
    sweep(
        warp, live_count,
        [&](kernel::Lane lane, std::uint32_t i, std::uint64_t place) {
          stays[i][lane] = false;
          if (place >= live_count) return;
          const VertexId t = round == 0 ? static_cast<VertexId>(place) : live[round % 2][place];
          tree[i][lane] = t;
          if (trees.parent_of(t) != t) return trees.flatten(t);
          stays[i][lane] = lightest.has_any(t);
          if (stays[i][lane]) lightest.clear(t);
        },
        [&] {
          Slots slots(warp, stays, counts[0].live[(round + 1) % 3]);
          warp.relaxed_phase([&](kernel::Lane lane) {
            WARPGRAPH_UNROLL
            for (std::uint32_t i = 0; i < kSteps; ++i)
              if (stays[i][lane]) live[(round + 1) % 2][slots.next[lane]++] = tree[i][lane];
          });
        });
  }

  // Idempotent but for the places: edges inside of trees are dropped, the others are offered to the trees they join
  // now.
  WARPGRAPH_DEVICE void advance(kernel::Warp& warp, std::uint64_t round, std::uint64_t edges) const {
    const auto& now = list[round % 2];
    const auto& next = list[(round + 1) % 2];
    kernel::PerLane<Edge> edge[kSteps];
    kernel::PerLane<bool> joins[kSteps];
    sweep(
        warp, edges,
        [&](kernel::Lane lane, std::uint32_t i, std::uint64_t place) {
          joins[i][lane] = false;
          if (place >= edges) return;
          Edge each = now[place];
          each.a = trees.parent[each.a];
          each.b = trees.parent[each.b];
          joins[i][lane] = each.a != each.b;
          edge[i][lane] = each;
        },
        [&] {
          Slots slots(warp, joins, counts[0].edges[(round + 1) % 3]);
          warp.relaxed_phase([&](kernel::Lane lane) {
            WARPGRAPH_UNROLL
            for (std::uint32_t i = 0; i < kSteps; ++i) {
              if (!joins[i][lane]) continue;
              const Edge& each = edge[i][lane];
              lightest.offer(each.a, each.key);
              lightest.offer(each.b, each.key);
              next[slots.next[lane]++] = each;
            }
          });
        });
  }
};

}  // namespace warpgraph::algorithms::forest
