// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/detail/pull/gather.hpp>
#include <warpgraph/framework/sweep/warp_search.hpp>

// Pull-all by equal slices of the edges: a warp takes kSliceEdges consecutive edges, wherever rows begin and end, with
// several gathers in flight a lane. A heavy vertex costs what its edges cost, spread over many warps. What a warp finds
// of a row that began in an earlier slice is a carry; a second kernel adds the carries up, always in the same order.
// So there are no atomics, and the result is the same from run to run.
//
// Wins where a few rows are far longer than the rest (three to five times over warp segmentation on Kronecker graphs);
// loses to a lane a vertex where all rows are short, by the price of finding the rows.
namespace warpgraph::detail {

// Gathers in flight a lane: fewer where contributions are large, so that shared memory does not bound the warps at
// work.
template <class Sum>
inline constexpr std::uint32_t kGathersInFlight = sizeof(Sum) <= 8    ? 8
                                                  : sizeof(Sum) <= 16 ? 4
                                                                      : 2;

template <class Sum>
std::uint64_t slices_of(EdgeId edges) {
  constexpr std::uint64_t kSliceEdges = kernel::Warp::kSize * kGathersInFlight<Sum>;
  return (edges + kSliceEdges - 1) / kSliceEdges;
}

// Rows without edges are not visited: `reduced` must hold the identity there, or what is added to.
template <class P, class E>
class GatherByEqualSplit {
 public:
  using Sum = Contribution<P>;
  static constexpr std::uint32_t kPerLane = kGathersInFlight<Sum>;
  static constexpr std::uint32_t kSliceEdges = kernel::Warp::kSize * kPerLane;
  static constexpr VertexId kNone = kNoVertex;

  // The row of each edge, for programs that want to know.
  struct NoRows {};
  struct Rows {
    VertexId of[kSliceEdges];
  };
  struct Shared : std::conditional_t<VisitsTarget<P>, Rows, NoRows> {
    Sum sum[kSliceEdges +
            kernel::Warp::kSize];   // with a gap behind each lane's part, so that lanes meet different banks
    VertexId row_at[kSliceEdges];   // the row that begins here, or kNone
    Sum tail[kernel::Warp::kSize];  // what a lane adds to the row that the lane before has open
  };

  GatherByEqualSplit(const Gather<P, E>& gather, View<VertexId> carry_row, View<Sum> carry)
      : gather_(gather), carry_row_(carry_row), carry_(carry) {}

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp, Shared& shared) const {
    const auto& row = gather_.view.graph.incoming.row;
    Slice slice;
    slice.index = warp.global_index();
    slice.begin = std::uint64_t{slice.index} * kSliceEdges;
    const EdgeId edges = gather_.view.graph.edge_count;
    slice.end = slice.begin + kSliceEdges < edges ? slice.begin + kSliceEdges : edges;
    slice.row = static_cast<VertexId>(
        sweep::last_not_above(warp, row, std::uint64_t{gather_.view.graph.vertex_count} + 1, slice.begin));
    slice.row_began_before = row[slice.row] < slice.begin;
    if constexpr (VisitsTarget<P>) {
      mark_rows(warp, shared, slice);
      find_rows(warp, shared);
      visit_edges(warp, shared, slice);
    } else {
      visit_edges(warp, shared, slice);
      mark_rows(warp, shared, slice);
    }
    add_up(warp, shared, slice);
  }

 private:
  // A warp's edges, the row that the first of them is in, and whether that row began in an earlier slice.
  struct Slice {
    std::uint32_t index;
    EdgeId begin;
    EdgeId end;
    VertexId row;
    bool row_began_before;
  };

  WARPGRAPH_DEVICE static std::uint32_t slot(std::uint32_t place) { return place + place / kPerLane; }

  // Neighbouring lanes read neighbouring edges. Two loops, so that all gathers are under way before the first one is
  // waited for.
  WARPGRAPH_DEVICE void visit_edges(kernel::Warp& warp, Shared& shared, const Slice& slice) const {
    const KernelView<P, E>& view = gather_.view;
    const auto& edges = view.graph.incoming;
    warp.phase([&](kernel::Lane lane) {
      VertexId column[kPerLane];
      typename P::EdgeValue value[kPerLane];
      Sum sum[kPerLane];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kPerLane; ++k) {
        const EdgeId e = slice.begin + k * kernel::Warp::kSize + lane;
        const EdgeId inside = e < slice.end ? e : slice.end - 1;
        column[k] = edges.column[inside];
        value[k] = edge_value<P>(edges, inside);
      }
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kPerLane; ++k)
        sum[k] = view.visit(view.seen(column[k]), value[k], column[k], target(shared, k * kernel::Warp::kSize + lane));
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kPerLane; ++k) {
        const std::uint32_t place = k * kernel::Warp::kSize + lane;
        shared.sum[slot(place)] = slice.begin + place < slice.end ? sum[k] : identity(view.program);
        if constexpr (!VisitsTarget<P>) shared.row_at[place] = kNone;
      }
    });
  }
  [[nodiscard]] WARPGRAPH_DEVICE VertexId target([[maybe_unused]] const Shared& shared,
                                                 [[maybe_unused]] std::uint32_t place) const {
    if constexpr (VisitsTarget<P>)
      return gather_.view.facts.vertex_at(shared.of[place]);
    else
      return kNoVertex;
  }
  // After mark_rows: the row of each edge is the last that has begun, in this lane's places or in those of the lanes
  // before.
  WARPGRAPH_DEVICE void find_rows(kernel::Warp& warp, Shared& shared) const {
    kernel::PerLane<VertexId> last;
    warp.relaxed_phase([&](kernel::Lane lane) {
      last[lane] = 0;
      for (std::uint32_t place = lane * kPerLane; place < (lane + 1) * kPerLane; ++place)
        if (shared.row_at[place] != kNone) last[lane] = shared.row_at[place];
    });
    const kernel::PerLane<VertexId> before = warp.exclusive_scan(last, Max{}).before;
    warp.phase([&](kernel::Lane lane) {
      VertexId row = before[lane];
      for (std::uint32_t place = lane * kPerLane; place < (lane + 1) * kPerLane; ++place) {
        if (shared.row_at[place] != kNone) row = shared.row_at[place];
        shared.of[place] = row;
      }
    });
  }

  // Empty rows begin nowhere, so no two rows begin at one edge. Long runs of them are jumped over.
  WARPGRAPH_DEVICE void mark_rows(kernel::Warp& warp, Shared& shared, const Slice& slice) const {
    const auto& row = gather_.view.graph.incoming.row;
    const std::uint64_t rows = gather_.view.graph.vertex_count;
    if constexpr (VisitsTarget<P>)
      warp.phase([&](kernel::Lane lane) {
        for (std::uint32_t k = 0; k < kPerLane; ++k) shared.row_at[k * kernel::Warp::kSize + lane] = kNone;
      });
    warp.phase([&](kernel::Lane lane) {
      if (lane == 0) shared.row_at[0] = slice.row;
    });
    for (std::uint64_t r = std::uint64_t{slice.row} + 1; r < rows && row[r] < slice.end;) {
      warp.relaxed_phase([&](kernel::Lane lane) {
        const std::uint64_t mine = r + lane;
        if (mine < rows && row[mine] < slice.end && row[mine] != row[mine + 1])
          shared.row_at[row[mine] - slice.begin] = static_cast<VertexId>(mine);
      });
      const std::uint64_t next = r + kernel::Warp::kSize;
      const bool all_empty = next < rows && row[next] == row[r];
      r = all_empty ? next + sweep::last_not_above(warp, row.subview(next, rows + 1 - next), rows + 1 - next, row[r])
                    : next;
    }
    warp.phase([](kernel::Lane) {});
  }

  // Each lane reduces kPerLane consecutive contributions: rows inside of them are done, the last one stays open. Then
  // the open ones go on over the lanes to the right, up to where the next row begins.
  WARPGRAPH_DEVICE void add_up(kernel::Warp& warp, Shared& shared, const Slice& slice) const {
    const auto op = reduction(gather_.view.program);
    kernel::PerLane<Sum> open;
    kernel::PerLane<VertexId> open_row;
    kernel::PerLane<bool> begins;
    warp.phase([&](kernel::Lane lane) {
      Sum sum = identity(gather_.view.program);
      VertexId row = kNone;
      shared.tail[lane] = sum;
      for (std::uint32_t place = lane * kPerLane; place < (lane + 1) * kPerLane; ++place) {
        const VertexId next = shared.row_at[place];
        if (next != kNone) {
          if (row == kNone)
            shared.tail[lane] = sum;
          else
            finish(slice, row, sum);
          row = next;
          sum = identity(gather_.view.program);
        }
        sum = op(sum, shared.sum[slot(place)]);
      }
      open[lane] = sum;
      open_row[lane] = row;
      begins[lane] = row != kNone;
    });
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (lane + 1 < kernel::Warp::kSize) open[lane] = op(open[lane], shared.tail[lane + 1]);
    });
    const kernel::PerLane<Sum> sum = warp.segmented_reduce(begins, open, op);
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (begins[lane]) finish(slice, open_row[lane], sum[lane]);
      if (lane == 0 && !slice.row_began_before) carry_row_[slice.index] = kNone;
    });
  }

  WARPGRAPH_DEVICE void finish(const Slice& slice, VertexId row, const Sum& sum) const {
    if (row == slice.row && slice.row_began_before) {
      carry_row_[slice.index] = row;
      carry_[slice.index] = sum;
    } else {
      gather_.put(row, sum);
    }
  }

  Gather<P, E> gather_;
  View<VertexId> carry_row_;  // by slice: the row that began before it, or kNone
  View<Sum> carry_;
};

// Adds the carries to the rows they belong to. The carries of one row lie in consecutive slices; the warp that holds
// the first of them adds them all up.
template <class P, class E>
struct AddCarries {
  using Gathering = GatherByEqualSplit<P, E>;
  Gather<P, E> gather;
  View<const VertexId> carry_row;
  View<const Contribution<P>> carry;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize;
    kernel::PerLane<VertexId> row;
    kernel::PerLane<bool> leads;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t slice = base + lane;
      row[lane] = slice < carry_row.size() ? carry_row[slice] : kNoVertex;
      leads[lane] = row[lane] != kNoVertex && (slice == 0 || carry_row[slice - 1] != row[lane]);
    });
    const std::uint32_t leaders = warp.ballot(leads);
    for (std::uint32_t lane = 0; lane < kernel::Warp::kSize; ++lane)
      if ((leaders & bit_of(lane)) != 0) add_run(warp, base + lane, warp.broadcast(row, lane));
  }

 private:
  WARPGRAPH_DEVICE void add_run(kernel::Warp& warp, std::uint64_t first, VertexId row) const {
    const KernelView<P, E>& view = gather.view;
    const auto op = reduction(view.program);
    const std::uint64_t last = (view.graph.incoming.row[row + 1] - 1) / Gathering::kSliceEdges;
    kernel::PerLane<Contribution<P>> partial;
    warp.relaxed_phase([&](kernel::Lane lane) {
      Contribution<P> sum = identity(view.program);
      for (std::uint64_t slice = first + lane; slice <= last; slice += kernel::Warp::kSize) sum = op(sum, carry[slice]);
      partial[lane] = sum;
    });
    const Contribution<P> sum = warp.reduce(partial, op);
    warp.elect([&] { gather.reduced[row] = op(gather.reduced[row], sum); });
  }
};

}  // namespace warpgraph::detail
