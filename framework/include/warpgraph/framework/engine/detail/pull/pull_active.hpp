// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/pull/gather.hpp>
#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/runtime/kernel/block.hpp>

// Pull-active (Khorasani 2016, chapter 3): a bitmask says which vertices an updated neighbour has activated, and only
// those are evaluated again. Setting a bit twice does no harm, so there are no duplicates to remove.
namespace warpgraph::detail {

// The heavy vertices among the active ones (tuning::kHeavyEdges), as GatherActive comes upon them. They are left to
// GatherHeavy, a block each, so that none of them keeps a single warp busy.
struct HeavyList {
  View<VertexId> vertex;
  View<std::uint32_t> count;
};

// Dynamic thread assignment (section 3.2): the lanes of a warp walk the packed list of the incoming edges of its active
// vertices. A warp whose vertices are all inactive reads one word.
template <class P, class E>
struct GatherActive {
  Gather<P, E> gather;
  View<const std::uint32_t> active;
  HeavyList heavy;  // the count must be zero before

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const KernelView<P, E>& view = gather.view;
    const auto& row = view.graph.incoming.row;
    const std::uint64_t n = view.graph.vertex_count;
    sweep::for_each_word(warp, n, [&](std::uint64_t base) {
      // The last word may have bits of vertices that another device evaluates.
      const std::uint32_t wanted = active[base / 32] & bits_inside(base, n);
      if (wanted == 0) return;
      kernel::PerLane<EdgeId> first{};
      kernel::PerLane<EdgeId> last{};
      warp.relaxed_phase([&](kernel::Lane lane) {
        if ((wanted & bit_of(lane)) == 0) return;
        first[lane] = row[base + lane];
        last[lane] = row[base + lane + 1];
        if (last[lane] - first[lane] < tuning::kHeavyEdges) return;
        heavy.vertex[atomic::fetch_add(heavy.count[0], 1u)] = static_cast<VertexId>(base + lane);
        last[lane] = first[lane];
      });
      const auto sum = gather_edges<kernel::Disjoint>(warp, view, base, first, last);
      warp.relaxed_phase([&](kernel::Lane lane) {
        if ((wanted & bit_of(lane)) != 0) gather.reduced[base + lane] = sum[lane];
      });
    });
  }
};

template <class P, class E>
struct GatherHeavy {
  static constexpr int kThreads = 512;
  static constexpr EdgeId kPerLane = 4;  // gathers in flight
  Gather<P, E> gather;
  HeavyList heavy;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block) const {
    const KernelView<P, E>& view = gather.view;
    const auto op = reduction(view.program);
    for (std::uint32_t i = block.index(); i < heavy.count[0]; i += block.count()) {
      const VertexId v = heavy.vertex[i];
      const EdgeId first = view.graph.incoming.row[v];
      const EdgeId last = view.graph.incoming.row[std::uint64_t{v} + 1];
      kernel::PerLane<Contribution<P>, kThreads> partial;
      block.relaxed_phase([&](kernel::Lane lane) {
        Contribution<P> sum = identity(view.program);
        for (EdgeId e = first + lane; e < last; e += kThreads * kPerLane) {
          WARPGRAPH_UNROLL
          for (EdgeId k = 0; k < kPerLane; ++k)
            if (e + k * kThreads < last) sum = op(sum, view.contribution(e + k * kThreads, v));
        }
        partial[lane] = sum;
      });
      const Contribution<P> sum = block.reduce(partial, op);
      block.elect([&] { gather.reduced[v] = sum; });
    }
  }
};

// How many edges the vertices of a mask have, by rows.
struct CountRowEdges {
  View<const EdgeId> row;
  View<const std::uint32_t> mask;
  View<std::uint64_t> edges;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> sum{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, row.size() - 1, [&](std::uint64_t v) {
        if (test_bit(mask, v)) sum[lane] += row[v + 1] - row[v];
      });
    });
    const std::uint64_t total = warp.reduce(sum, Plus{});
    warp.elect([&] {
      if (total != 0) atomic::fetch_add(edges[0], total);
    });
  }
};

}  // namespace warpgraph::detail
