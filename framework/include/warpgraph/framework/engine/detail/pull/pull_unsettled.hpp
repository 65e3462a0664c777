// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/framework/engine/detail/push/near_far.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>

// Pull for programs with a priority (Chakaravarthy 2014, pruning): nothing that the frontier sends comes before the
// frontier's least, so a vertex that is no later than that will not change any more, and its edges are left alone. (If
// an update may leave the priority as it is, the vertex must be earlier.) On
// skewed graphs those are the heavy vertices: most edges are read once or twice, where pulling from all neighbours
// reads them in every superstep. The rows of the others form one list, of which every warp takes an equal slice.
namespace warpgraph::detail {

// The least priority in the frontier.
template <class P>
struct FindLeast {
  using T = Priority<P>;
  P program;
  View<const typename P::VertexValue> value;
  View<const std::uint32_t> frontier;
  View<T> least;  // kNoLimit before

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    PerLane<T> mine;
    warp.relaxed_phase([&](Lane lane) {
      mine[lane] = kNoLimit<T>;
      for_each_in_sweep(warp, lane, value.size(), [&](std::uint64_t v) {
        if (test_bit(frontier, v)) mine[lane] = Min{}(mine[lane], program.priority(value[v]));
      });
    });
    const T found = warp.reduce(mine, Min{});
    warp.elect([&] {
      if (found < atomic::load(least[0])) atomic::fetch_min(least[0], found);
    });
  }
};

// The least priority of the vertices in the mask, into `least`.
template <class P>
void find_least(StreamRef stream, const P& program, View<const typename P::VertexValue> value,
                View<const std::uint32_t> mask, Buffer<PriorityOf<P>>& least) {
  fill(stream, least, kNoLimit<PriorityOf<P>>);
  launch(stream, sweep_warps(stream, value.size()), FindLeast<P>{program, value, mask, least});
}

template <class P, class E>
struct IsUnsettled {
  KernelView<P, E> view;
  View<const Priority<P>> least;
  WARPGRAPH_DEVICE bool operator()(std::uint64_t v) const {
    const Priority<P> priority = view.program.priority(view.value[v]);
    if constexpr (kPriorityMayStay<P>)
      return !(priority < least[0]);
    else
      return least[0] < priority;
  }
};

template <class P, class E>
struct CountUnsettled {
  IsUnsettled<P, E> is_unsettled;
  View<FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const GraphView<E>& graph = is_unsettled.view.graph;
    const auto& row = graph.incoming.row;
    WarpCounts counted;
    warp.relaxed_phase([&](Lane lane) {
      for_each_in_sweep(warp, lane, graph.vertex_count, [&](std::uint64_t v) {
        if (is_unsettled(v)) counted.add(lane, row[v + 1] - row[v]);
      });
    });
    counted.add_to(warp, counts);
  }
};

// Reduces the contribution into the value of row w. Whether that changed it.
template <class P, class E>
WARPGRAPH_DEVICE bool reduce_into(const KernelView<P, E>& view, VertexId w,
                                  const typename P::VertexValue& contribution) {
  const auto op = reduction(view.program);
  // Most contributions change nothing; to see that, a load is cheaper than an atomic operation.
  const auto seen = atomic::load(view.value[w]);
  if (!view.program.updated(seen, op(seen, contribution))) return false;
  const auto before = atomic_reduce(view.program, view.value[w], contribution, seen);
  return view.program.updated(before, op(before, contribution));
}

// The incoming edges of the vertices in `rows`. As in pushing, updates are seen at once.
template <class P, class E>
struct PullUnsettled {
  using Value = typename P::VertexValue;
  static constexpr std::uint32_t kSteps = sizeof(Value) > 8 ? 2 : 8;
  static constexpr std::uint32_t kSliceEdges = kSteps * Warp::kSize;

  KernelView<P, E> view;
  QueueView rows;
  View<const FrontierCounts> row_counts;
  View<std::uint32_t> next;
  View<FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t packed = row_counts[0].packed;
    const std::uint64_t begin = std::uint64_t{warp.global_index()} * kSliceEdges;
    if (begin >= packed_edges(packed)) return;
    const FrontierSlice<kSteps> slice(warp, rows, packed, begin);
    PerLane<Value> contribution[kSteps];
    warp.relaxed_phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        contribution[k][lane] = identity(view.program);
        if (slice.source[k][lane] == kNoVertex) continue;
        const EdgeId e = slice.edge[k][lane];
        const VertexId u = view.graph.incoming.column[e];
        contribution[k][lane] = view.visit(atomic::load(view.all_seen[u]), edge_value<P>(view.graph.incoming, e), u);
      }
    });
    WarpCounts counted;
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) reduce_rows(warp, slice.source[k], contribution[k], counted);
    counted.add_to(warp, counts);
  }

 private:
  // Scanned with it, every lane gets its left neighbour's.
  struct Rightmost {
    WARPGRAPH_DEVICE VertexId operator()(VertexId, VertexId right) const { return right; }
  };

  WARPGRAPH_DEVICE void reduce_rows(Warp& warp, const PerLane<VertexId>& row, const PerLane<Value>& contribution,
                                    WarpCounts& counted) const {
    const auto left = warp.exclusive_scan(row, Rightmost{}, VertexId{kNoVertex}).before;
    PerLane<bool> begins;
    warp.relaxed_phase([&](Lane lane) { begins[lane] = row[lane] != left[lane]; });
    const PerLane<Value> sum = warp.segmented_reduce(begins, contribution, reduction(view.program));
    warp.relaxed_phase([&](Lane lane) {
      const VertexId v = row[lane];
      if (!begins[lane] || v == kNoVertex || !reduce_into(view, v, sum[lane]) || !claim_bit(next, v)) return;
      counted.add(lane, view.facts.out_degree(v));
    });
  }
};

}  // namespace warpgraph::detail
