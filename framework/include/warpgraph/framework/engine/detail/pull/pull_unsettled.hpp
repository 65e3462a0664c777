// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/framework/engine/detail/near_far/near_far.hpp>
#include <warpgraph/framework/engine/detail/push/frontier_edges.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>

// Pull for programs with a priority (Chakaravarthy 2014, pruning): nothing that the frontier sends comes before the
// frontier's least, so a vertex that is no later than that will not change any more, and its edges are left alone. (If
// an update may leave the priority as it is, the vertex must be earlier.) On
// skewed graphs those are the heavy vertices: most edges are read once or twice, where pulling from all neighbours
// reads them in every superstep. The rows of the others form one list, of which every warp takes an equal slice.
//
// Where visit is monotone, an edge brings no more than it would bring from the best value of the frontier. If that
// changes nothing, the neighbour is not looked at: most reads at random are saved, and those are what a pull takes
// longest for.
namespace warpgraph::detail {

// The least priority in the frontier.
template <class P>
struct FindLeast {
  using T = Priority<P>;
  P program;
  View<const typename P::VertexValue> value;
  View<const std::uint32_t> frontier;
  View<T> least;  // kNoLimit before

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<T> mine;
    warp.relaxed_phase([&](kernel::Lane lane) {
      mine[lane] = kNoLimit<T>;
      sweep::for_each_in_sweep(warp, lane, value.size(), [&](std::uint64_t v) {
        if (test_bit(frontier, v)) mine[lane] = Min{}(mine[lane], program.priority(value[v]));
      });
    });
    const T found = warp.reduce(mine, Min{});
    warp.elect([&] {
      if (found < atomic::load(least[0])) atomic::fetch_min(least[0], found);
    });
  }
};

// The same of vertices in a queue.
template <class P>
struct FindLeastQueued {
  P program;
  View<const typename P::VertexValue> value;
  View<const VertexId> queue;
  View<Priority<P>> least;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const Priority<P> mine = program.priority(value[queue[i]]);
    if (mine < atomic::load(least[0])) atomic::fetch_min(least[0], mine);
  }
};

// All values of the frontier, reduced, for programs with kMonotoneVisit.
template <class P>
struct FindBest {
  using Value = typename P::VertexValue;
  P program;
  View<const Value> value;
  View<const std::uint32_t> frontier;
  View<Value> best;  // the identity before

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const auto op = reduction(program);
    kernel::PerLane<Value> mine;
    warp.relaxed_phase([&](kernel::Lane lane) {
      mine[lane] = identity(program);
      sweep::for_each_in_sweep(warp, lane, value.size(), [&](std::uint64_t v) {
        if (test_bit(frontier, v)) mine[lane] = op(mine[lane], value[v]);
      });
    });
    const Value found = warp.reduce(mine, op);
    warp.elect([&] {
      const Value seen = atomic::load(best[0]);
      if (program.updated(seen, op(seen, found))) atomic_reduce(program, best[0], found, seen);
    });
  }
};

// The least priority of the vertices in the mask, into `least`, unless that is less already.
template <class P>
void reduce_least(StreamRef stream, const P& program, View<const typename P::VertexValue> value,
                  View<const std::uint32_t> mask, View<PriorityOf<P>> least) {
  kernel::launch(stream, sweep::sweep_warps(stream, value.size()), FindLeast<P>{program, value, mask, least});
}
// The same, whatever is there.
template <class P>
void find_least(StreamRef stream, const P& program, View<const typename P::VertexValue> value,
                View<const std::uint32_t> mask, Buffer<PriorityOf<P>>& least) {
  fill(stream, least, kNoLimit<PriorityOf<P>>);
  reduce_least<P>(stream, program, value, mask, least);
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
  View<sweep::FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const GraphView<E>& graph = is_unsettled.view.graph;
    const auto& row = graph.incoming.row;
    WarpCounts counted;
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, graph.vertex_count, [&](std::uint64_t v) {
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
  // Values of more than 4 bytes leave registers for half as many edges. Then the slices of a warp lie far apart, so
  // that all warps read neighbouring lines, and a neighbour's number is read when it is known to be wanted: 1.3 times
  // as fast (nearest of many sources on Kronecker graphs). With 4 bytes each slice begins where the one before ends,
  // which saves a search, and the numbers are asked for at once: 1.4 times as fast.
  static constexpr bool kIsWide = sizeof(Value) > 4;
  static constexpr std::uint32_t kSteps = sizeof(Value) > 8 ? 2 : kIsWide ? 4 : 8;
  static constexpr std::uint32_t kSliceEdges = kSteps * kernel::Warp::kSize;
  // Lanes of 32 that have something to bring, up to which each reduces by itself.
  static constexpr int kFew = 6;

  KernelView<P, E> view;
  sweep::QueueView rows;
  View<const sweep::FrontierCounts> row_counts;
  View<const Value> best;  // of the frontier; of programs with kMonotoneVisit
  View<std::uint32_t> next;
  View<sweep::FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t packed = row_counts[0].packed;
    WarpCounts counted;
    const auto take_slice = [&](std::uint64_t begin, std::uint64_t first) {
      return pull_slice(warp, packed, begin, first, counted);
    };
    if constexpr (kIsWide)
      sweep::for_each_tile(warp, sweep::packed_edges(packed), kSliceEdges, [&](std::uint64_t begin) {
        take_slice(begin, sweep::last_not_above(warp, rows.offset, sweep::packed_vertices(packed), begin));
      });
    else
      sweep::for_each_slice_begin<kSliceEdges>(warp, rows, packed, take_slice);
    counted.add_to(warp, counts);
  }

 private:
  // Returns the slot of the vertex that has the first edge behind the slice.
  WARPGRAPH_DEVICE std::uint64_t pull_slice(kernel::Warp& warp, std::uint64_t packed, std::uint64_t begin,
                                            std::uint64_t first, WarpCounts& counted) const {
    const EdgeId end =
        first + 1 < sweep::packed_vertices(packed) ? rows.offset[first + 1] : sweep::packed_edges(packed);
    if (end >= begin + kSliceEdges) {
      pull_one_row(warp, rows.vertex[first], rows.base[first] + begin, counted);
      return end == begin + kSliceEdges ? first + 1 : first;
    }
    const sweep::FrontierSlice<kSteps> slice(warp, rows, packed, begin, first);
    pull(warp, slice, counted);
    return slice.next;
  }

  // Edges of a lane, in stages, so that what they wait for is under way for all of them at once: those that are wanted,
  // without those that would change nothing whatever came along them.
  struct LaneEdges {
    EdgeId edge[kSteps];
    bool is_wanted[kSteps];
    typename P::EdgeValue along[kSteps] = {};
    VertexId from[kSteps] = {};

    // now(k): what the k-th edge's row has.
    template <class Now>
    WARPGRAPH_DEVICE void find(const PullUnsettled& pull, Now&& now) {
      const AdjacencyView<E>& edges = pull.view.graph.incoming;
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        if (!is_wanted[k]) continue;
        along[k] = edge_value<P>(edges, edge[k]);
        if (!kIsWide) from[k] = edges.column[edge[k]];
      }
      if constexpr (has_monotone_visit<P>()) {
        const Value most = pull.best[0];
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kSteps; ++k)
          is_wanted[k] = is_wanted[k] && pull.updates(now(k), pull.view.visit(most, along[k], 0, 0));
      }
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k)
        if (kIsWide && is_wanted[k]) from[k] = edges.column[edge[k]];
    }
    // To the row.
    [[nodiscard]] WARPGRAPH_DEVICE Value brought(const PullUnsettled& pull, std::uint32_t k, VertexId row) const {
      return pull.view.visit(atomic::load(pull.view.all_seen[from[k]]), along[k], from[k],
                             pull.view.facts.vertex_at(row));
    }
  };
  WARPGRAPH_DEVICE bool updates(const Value& old, const Value& value) const {
    return ShortEdges<P, E>::updates(view, old, value);
  }

  // A slice that lies in the row of one heavy vertex, from edge `begin` on.
  WARPGRAPH_DEVICE void pull_one_row(kernel::Warp& warp, VertexId row, EdgeId begin, WarpCounts& counted) const {
    const auto op = reduction(view.program);
    kernel::PerLane<Value> sum;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const Value now = atomic::load(view.value[row]);
      LaneEdges edges;
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        edges.edge[k] = begin + k * kernel::Warp::kSize + lane;
        edges.is_wanted[k] = true;
      }
      edges.find(*this, [&](std::uint32_t) { return now; });
      Value brought[kSteps];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k)
        brought[k] = edges.is_wanted[k] ? edges.brought(*this, k, row) : identity(view.program);
      sum[lane] = identity(view.program);
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) sum[lane] = op(sum[lane], brought[k]);
    });
    const Value all = warp.reduce(sum, op);
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (lane == 0) take(lane, row, all, counted);
    });
  }

  WARPGRAPH_DEVICE void pull(kernel::Warp& warp, const sweep::FrontierSlice<kSteps>& slice, WarpCounts& counted) const {
    kernel::PerLane<Value> contribution[kSteps];
    kernel::PerLane<bool> has_some[kSteps];
    warp.relaxed_phase([&](kernel::Lane lane) {
      LaneEdges edges;
      Value now[kSteps] = {};
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        edges.edge[k] = slice.edge[k][lane];
        edges.is_wanted[k] = slice.source[k][lane] != kNoVertex;
        if (has_monotone_visit<P>() && edges.is_wanted[k]) now[k] = atomic::load(view.value[slice.source[k][lane]]);
      }
      edges.find(*this, [&](std::uint32_t k) { return now[k]; });
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        has_some[k][lane] = edges.is_wanted[k];
        contribution[k][lane] =
            edges.is_wanted[k] ? edges.brought(*this, k, slice.source[k][lane]) : identity(view.program);
      }
    });
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      const int some = count_bits(warp.ballot(has_some[k]));
      if (some > kFew) {
        reduce_rows(warp, slice.source[k], contribution[k], counted);
      } else if (some != 0) {
        warp.relaxed_phase([&](kernel::Lane lane) {
          if (has_some[k][lane]) take(lane, slice.source[k][lane], contribution[k][lane], counted);
        });
      }
    }
  }

  // Scanned with it, every lane gets its left neighbour's.
  struct Rightmost {
    WARPGRAPH_DEVICE VertexId operator()(VertexId, VertexId right) const { return right; }
  };

  WARPGRAPH_DEVICE void reduce_rows(kernel::Warp& warp, const kernel::PerLane<VertexId>& row,
                                    const kernel::PerLane<Value>& contribution, WarpCounts& counted) const {
    const auto left = warp.exclusive_scan(row, Rightmost{}, VertexId{kNoVertex}).before;
    kernel::PerLane<bool> begins;
    warp.relaxed_phase([&](kernel::Lane lane) { begins[lane] = row[lane] != left[lane]; });
    const kernel::PerLane<Value> sum = warp.segmented_reduce(begins, contribution, reduction(view.program));
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (begins[lane] && row[lane] != kNoVertex) take(lane, row[lane], sum[lane], counted);
    });
  }
  WARPGRAPH_DEVICE void take(kernel::Lane lane, VertexId row, const Value& brought, WarpCounts& counted) const {
    if (reduce_into(view, row, brought) && claim_bit(next, row)) counted.add(lane, view.facts.out_degree(row));
  }
};

}  // namespace warpgraph::detail
