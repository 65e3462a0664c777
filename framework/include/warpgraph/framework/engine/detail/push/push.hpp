// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/push/frontier_edges.hpp>

// Push: the outgoing edges of the frontier reduce into their targets' values, with atomics. Every target that changes
// enters the next frontier once. Wins while frontiers are small, because nothing else is looked at.
namespace warpgraph::detail {

template <class P, class E>
struct Push {
  using Value = typename P::VertexValue;

  KernelView<P, E> view;
  View<std::uint32_t> settled;  // of first-hit programs: vertices that were updated before
  // Whether the first of several contributions is taken. Then vertices are claimed in `settled`, and no bitmask of the
  // next frontier is written.
  bool first_hit_wins;

  // Updates the targets, and puts those that changed into the next queue. In stages, so that what a lane's edges wait
  // for is under way for all of them at once. kSpeculative, for small frontiers, which wait more than they work: asks
  // for things before it is known that they are needed.
  template <bool kSpeculative, std::uint32_t kSteps>
  WARPGRAPH_DEVICE void put(kernel::Warp& warp, FrontierEdges<P, E, kSteps>& edges, const sweep::QueueView& to,
                            const View<std::uint32_t>& mask, sweep::FrontierCounts& counts) const {
    kernel::PerLane<EdgeId> first[kSteps];
    kernel::PerLane<EdgeId> degree[kSteps];
    kernel::PerLane<std::uint64_t> wanted{};
    kernel::PerLane<std::uint64_t> without_out_edges{};  // updated, without outgoing edges
    kernel::PerLane<bool> has_silent{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      if constexpr (kSpeculative) edges.template find_rows<true>(lane, view.graph.outgoing.row, first, degree);
      update<kSpeculative>(lane, edges, mask);
      if constexpr (!kSpeculative) edges.template find_rows<false>(lane, view.graph.outgoing.row, first, degree);
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        if (edges.target[k][lane] == kNoVertex) continue;
        if (degree[k][lane] != 0) {
          wanted[lane] += sweep::pack_counts(1, degree[k][lane]);
          if constexpr (kSpeculative) prefetch_edges(view, first[k][lane]);
        } else {
          edges.target[k][lane] = kNoVertex;
          ++without_out_edges[lane];
          has_silent[lane] = true;
        }
      }
    });

    sweep::put_all(warp, wanted, to, counts.packed, [&](kernel::Lane lane, auto&& put_one) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k)
        if (edges.target[k][lane] != kNoVertex) put_one(edges.target[k][lane], first[k][lane], degree[k][lane]);
    });
    if (!warp.any(has_silent)) return;
    const std::uint64_t silent_sum = warp.reduce(without_out_edges, Plus{});
    warp.elect([&] { atomic::fetch_add(counts.vertices, silent_sum); });
  }

  // For large frontiers, for which one counter of a queue is too few: only marks the vertices that it updates.
  // on_updated(lane, target) for each.
  template <std::uint32_t kSteps, class OnUpdated>
  WARPGRAPH_DEVICE void mark(kernel::Warp& warp, FrontierEdges<P, E, kSteps>& edges, const View<std::uint32_t>& mask,
                             OnUpdated&& on_updated) const {
    warp.relaxed_phase([&](kernel::Lane lane) {
      update<false>(lane, edges, mask);
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        const VertexId w = edges.target[k][lane];
        if (w == kNoVertex) continue;
        if (first_hit_wins) atomic::fetch_or(mask[w / 32], bit_of(w));
        on_updated(lane, w);
      }
    });
  }

  // Leaves the targets that are to enter the next frontier.
  template <bool kSpeculative, std::uint32_t kSteps>
  WARPGRAPH_DEVICE void update(kernel::Lane lane, FrontierEdges<P, E, kSteps>& edges,
                               const View<std::uint32_t>& mask) const {
    if constexpr (first_hit_suffices<P>()) {
      if (!(kSpeculative && first_hit_wins)) edges.drop_marked(lane, settled);
      if (first_hit_wins) return take(lane, edges);
    }
    edges.template reduce<kSpeculative>(lane, view, [&](const Value&) -> const View<std::uint32_t>& { return mask; });
  }

 private:
  // A vertex that was not updated yet has its initial value, so it is not loaded.
  template <std::uint32_t kSteps>
  WARPGRAPH_DEVICE void take(kernel::Lane lane, FrontierEdges<P, E, kSteps>& edges) const {
    Value value[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      edges.keep_if(k, lane, [&](VertexId w) {
        const Value initial = view.program.initial(view.facts.vertex(view.facts.row_of(w)));
        value[k] = reduction(view.program)(initial, edges.contribution[k][lane]);
        return view.program.updated(initial, value[k]);
      });
    }
    edges.claim(lane, settled);
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (edges.target[k][lane] != kNoVertex) atomic::store(view.value[edges.target[k][lane]], value[k]);
  }
};

// The values of a queue's vertices.
template <class P>
struct CopyQueued {
  View<const VertexId> queue;
  View<const sweep::FrontierCounts> counts;
  View<const typename P::VertexValue> from;
  View<typename P::VertexValue> to;

  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (i < sweep::packed_vertices(counts[0].packed)) to[queue[i]] = from[queue[i]];
  }
};

// One superstep by pushing.
template <class P, class E>
struct PushAll {
  static constexpr std::uint32_t kSteps = sizeof(typename P::VertexValue) > 8 ? 2 : 4;
  static constexpr std::uint32_t kSliceEdges = kSteps * kernel::Warp::kSize;

  Push<P, E> push;
  sweep::QueueView from;
  View<const sweep::FrontierCounts> from_counts;
  sweep::QueueView to;
  View<std::uint32_t> mask;
  View<sweep::FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t packed = from_counts[0].packed;
    const std::uint64_t begin = std::uint64_t{warp.global_index()} * kSliceEdges;
    if (begin >= sweep::packed_edges(packed)) return;
    auto edges = find_edges(warp, push.view, sweep::FrontierSlice<kSteps>(warp, from, packed, begin));
    push.template put<false>(warp, edges, to, mask, counts[0]);
  }
};

template <class P, class E>
struct PushMarking {
  static constexpr std::uint32_t kSteps = sizeof(typename P::VertexValue) > 8 ? 2 : 4;
  static constexpr std::uint32_t kSliceEdges = kSteps * kernel::Warp::kSize;

  Push<P, E> push;
  sweep::QueueView from;
  View<const sweep::FrontierCounts> from_counts;
  View<std::uint32_t> mask;  // clear before
  View<sweep::FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    const std::uint64_t packed = from_counts[0].packed;
    WarpCounts counted;
    const VertexFacts& facts = push.view.facts;
    const auto count = [&](kernel::Lane lane, VertexId w) { counted.add(lane, facts.out_degree(facts.row_of(w))); };
    sweep::for_each_slice<kSteps>(warp, from, packed, [&](const auto& slice) {
      auto edges = find_edges(warp, push.view, slice);
      push.mark(warp, edges, mask, count);
    });
    counted.add_to(warp, counts);
  }
};

}  // namespace warpgraph::detail
