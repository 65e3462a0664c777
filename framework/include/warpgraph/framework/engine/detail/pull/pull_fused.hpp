// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/core/apply.hpp>

// Pull-all in one kernel, for programs that evaluate every vertex in every superstep and shapes that finish a vertex
// where they begin it: gathers and applies at once, and saves writing and reading the sums. Wins where neighbours lie
// near to each other; where they do not, the values that it streams drive those that it gathers out of the caches. What
// neighbours see is written to another array than it is read from, and the two are swapped, so a superstep still reads
// what the one before it left; where a kernel of its own publishes before every superstep, the values alone are
// written. The vertices that such programs update are not asked for, so no bitmask is written.
namespace warpgraph::detail {

template <class P>
inline constexpr bool kPullsFused = evaluates_all<P>() && !PushableProgram<P>;

// kWidth lanes a vertex, four rows at a time. The rows of a group of lanes are consecutive, so that their sums end up
// where their vertices are applied, which is one lane each.
template <class P, class E, std::uint32_t kWidth>
struct PullFused {
  static constexpr std::uint32_t kRows = 4;                                   // in flight, for each group of lanes
  static constexpr std::uint32_t kOwn = kWidth < kRows ? kRows / kWidth : 1;  // vertices that a lane applies
  static constexpr std::uint32_t kRounds = kWidth < kRows ? 1 : kWidth / kRows;
  static constexpr std::uint64_t kTile = std::uint64_t{kOwn} * kernel::Warp::kSize;  // vertices of a warp

  KernelView<P, E> view;
  View<Published<P>> next_seen;
  View<sweep::FrontierCounts> counts;
  View<AggregateType<P>> partial;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    WarpCounts counted;
    kernel::PerLane<AggregateType<P>> aggregate{};
    const std::uint64_t n = view.graph.vertex_count;
    sweep::for_each_tile(warp, n, kTile, [&](std::uint64_t base) {
      // Asked for first, because nothing of it waits for the sums.
      kernel::PerLane<typename P::VertexValue> old[kOwn];
      kernel::PerLane<Vertex> vertex[kOwn];
      kernel::PerLane<Contribution<P>> sum[kOwn];
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t o = 0; o < kOwn; ++o) {
          const std::uint64_t v = base + o * kernel::Warp::kSize + lane;
          if (v >= n) continue;
          old[o][lane] = view.value[v];
          vertex[o][lane] = vertex_for(view, v);
        }
      });
      for (std::uint32_t round = 0; round < kRounds; ++round) gather(warp, base, round, sum);
      warp.relaxed_phase([&](kernel::Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t o = 0; o < kOwn; ++o) {
          const std::uint64_t v = base + o * kernel::Warp::kSize + lane;
          if (v < n && apply_to(v, old[o][lane], sum[o][lane], vertex[o][lane], aggregate[lane]))
            counted.add(lane, view.facts.out_degree(v));
        }
      });
    });
    counted.add_to(warp, counts);
    keep_aggregate<P>(warp, aggregate, partial);
  }

 private:
  WARPGRAPH_DEVICE void gather(kernel::Warp& warp, std::uint64_t base, std::uint32_t round,
                               kernel::PerLane<Contribution<P>> (&sum)[kOwn]) const {
    const auto op = reduction(view.program);
    kernel::PerLane<Contribution<P>> mine[kRows];
    warp.relaxed_phase([&](kernel::Lane lane) {
      EdgeId next[kRows];
      EdgeId last[kRows];
      bool more = false;
      const auto row = [&](std::uint32_t q) {
        return base + own(q) * kernel::Warp::kSize + lane / kWidth * kWidth + place(round, q);
      };
      WARPGRAPH_UNROLL
      for (std::uint32_t q = 0; q < kRows; ++q) {
        const std::uint64_t v = row(q);
        const bool is_inside = v < view.graph.vertex_count;
        next[q] = is_inside ? view.graph.incoming.row[v] + lane % kWidth : 0;
        last[q] = is_inside ? view.graph.incoming.row[v + 1] : 0;
        mine[q][lane] = identity(view.program);
        more = more || next[q] < last[q];
      }
      while (more) {
        more = false;
        WARPGRAPH_UNROLL
        for (std::uint32_t q = 0; q < kRows; ++q) {
          if (next[q] < last[q]) mine[q][lane] = op(mine[q][lane], view.contribution(next[q], row(q)));
          next[q] += kWidth;
          more = more || next[q] < last[q];
        }
      }
    });
    WARPGRAPH_UNROLL
    for (std::uint32_t q = 0; q < kRows; ++q) {
      const auto total = warp.template group_reduce<kWidth>(mine[q], op);
      warp.relaxed_phase([&](kernel::Lane lane) {
        if (lane % kWidth == place(round, q)) sum[own(q)][lane] = total[lane];
      });
    }
  }
  // Which of a lane's own vertices row q is one of, and which lane of the group has it.
  WARPGRAPH_DEVICE static constexpr std::uint32_t own(std::uint32_t q) { return kWidth < kRows ? q / kWidth : 0; }
  WARPGRAPH_DEVICE static constexpr std::uint32_t place(std::uint32_t round, std::uint32_t q) {
    return kWidth < kRows ? q % kWidth : round * kRows + q;
  }

  WARPGRAPH_DEVICE bool apply_to(std::uint64_t i, const typename P::VertexValue& old, const Contribution<P>& sum,
                                 const Vertex& v, AggregateType<P>& aggregate) const {
    const auto now = evaluate(view.program, old, sum, v, aggregate);
    if constexpr (PublishesAnew<P>) {
      if (now.is_updated) view.value[i] = now.value;
    } else if constexpr (HasPublish<P>) {
      if (now.is_updated) view.value[i] = now.value;
      next_seen[i] = now.is_updated ? publish(view.program, now.value, v) : view.published[i];
    } else {
      next_seen[i] = now.value;
    }
    return now.is_updated;
  }
};

}  // namespace warpgraph::detail
