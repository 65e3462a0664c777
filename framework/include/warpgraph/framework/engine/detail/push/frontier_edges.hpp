// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/runtime/kernel/prefetch.hpp>

// The edges of a frontier, on their way into their targets' values with atomics: what they contribute, and which of
// them change anything.
namespace warpgraph::detail {

// Reduces the value into the target, if that updates it, and returns what was there before. `seen`: what a load has
// found there.
template <class P>
WARPGRAPH_DEVICE typename P::VertexValue atomic_reduce(const P& program, typename P::VertexValue& target,
                                                       const typename P::VertexValue& value,
                                                       [[maybe_unused]] typename P::VertexValue seen) {
  if constexpr (ReducesByExchange<P>) {
    while (true) {
      const typename P::VertexValue now = program.reduce(seen, value);
      if (!program.updated(seen, now) || atomic::try_exchange(target, seen, now)) return seen;
    }
  } else if constexpr (std::same_as<typename P::Reduction, Min>) {
    return atomic::fetch_min(target, value);
  } else if constexpr (std::same_as<typename P::Reduction, Max>) {
    return atomic::fetch_max(target, value);
  } else {
    return atomic::fetch_or(target, value);
  }
}

// What an outgoing edge brings from u to w, which the device holds. Both are local ids.
template <class P, class E>
WARPGRAPH_DEVICE typename P::VertexValue visit_target(const KernelView<P, E>& view,
                                                      const typename P::VertexValue& value,
                                                      const typename P::EdgeValue& along, VertexId u, VertexId w) {
  return view.visit(value, along, u, view.facts.vertex_at(view.facts.row_of(w)));
}

// Asks for a row of outgoing edges, of which e is the first.
template <class P, class E>
WARPGRAPH_DEVICE void prefetch_edges(const KernelView<P, E>& view, EdgeId e) {
  kernel::prefetch(view.graph.outgoing.column[e]);
  if constexpr (!std::is_same_v<E, NoValue>) kernel::prefetch(view.graph.outgoing.value[e]);
}

// Edges of the frontier, kSteps a lane: where they lead, and what they bring there. A target that is done with becomes
// kNoVertex.
//
// The small arrays below begin with zeros only because compilers do not see that nothing else of them is read.
template <class P, class E, std::uint32_t kSteps>
struct FrontierEdges {
  using Value = typename P::VertexValue;

  kernel::PerLane<VertexId> target[kSteps];
  kernel::PerLane<Value> contribution[kSteps];

  WARPGRAPH_DEVICE void find(kernel::Warp& warp, const KernelView<P, E>& view,
                             const sweep::FrontierSlice<kSteps>& slice) {
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        target[k][lane] = kNoVertex;
        const VertexId u = slice.source[k][lane];
        if (u != kNoVertex) find(lane, k, view, u, value_of(view, u), slice.edge[k][lane]);
      }
    });
  }
  // The value of a vertex of the frontier; in a run that keeps to levels, as the superstep before left it.
  WARPGRAPH_DEVICE static Value value_of(const KernelView<P, E>& view, VertexId u) {
    if constexpr (has_uniform_updates<P>())
      if (view.knows_uniform) return view.uniform;
    return atomic::load(view.all_seen[u]);
  }
  WARPGRAPH_DEVICE void find(kernel::Lane lane, std::uint32_t k, const KernelView<P, E>& view, VertexId u,
                             const Value& value, EdgeId e) {
    target[k][lane] = view.graph.outgoing.column[e];
    contribution[k][lane] = visit_target(view, value, edge_value<P>(view.graph.outgoing, e), u, target[k][lane]);
  }

  // Most contributions change nothing; to see that, a load is cheaper than an atomic operation.
  WARPGRAPH_DEVICE void drop_useless(kernel::Lane lane, const KernelView<P, E>& view, Value (&seen)[kSteps]) {
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (target[k][lane] != kNoVertex) seen[k] = atomic::load(view.value[target[k][lane]]);
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      keep_if(k, lane, [&](VertexId) { return updates(view, seen[k], contribution[k][lane]); });
  }
  // Reduces the contributions into their targets; of all edges that change a target, one keeps it: whoever comes first
  // to the target's bit in mask_of(contribution).
  template <bool kSpeculative, class MaskOf>
  WARPGRAPH_DEVICE void reduce(kernel::Lane lane, const KernelView<P, E>& view, MaskOf&& mask_of) {
    Value seen[kSteps] = {};
    drop_useless(lane, view, seen);
    if constexpr (kSpeculative && !ReducesByExchange<P>)
      reduce_at_once(lane, view, seen, mask_of);
    else
      reduce_in_turn(lane, view, seen, mask_of);
  }

  WARPGRAPH_DEVICE void drop_marked(kernel::Lane lane, const View<std::uint32_t>& mask) {
    std::uint32_t word[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (target[k][lane] != kNoVertex) word[k] = atomic::load(mask[target[k][lane] / 32]);
    keep_unmarked(lane, word);
  }
  // One of all edges that lead to a target keeps it.
  WARPGRAPH_DEVICE void claim(kernel::Lane lane, const View<std::uint32_t>& mask) {
    std::uint32_t word[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (target[k][lane] != kNoVertex) word[k] = atomic::fetch_or(mask[target[k][lane] / 32], bit_of(target[k][lane]));
    keep_unmarked(lane, word);
  }

  // The outgoing rows of the targets. kSpeculative: without a branch around them, or a GPU waits for each load before
  // it asks for the next.
  template <bool kSpeculative>
  WARPGRAPH_DEVICE void find_rows(kernel::Lane lane, const View<const EdgeId>& row,
                                  kernel::PerLane<EdgeId> (&first)[kSteps],
                                  kernel::PerLane<EdgeId> (&degree)[kSteps]) const {
    if constexpr (kSpeculative) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        const VertexId w = target[k][lane] == kNoVertex ? 0 : target[k][lane];
        first[k][lane] = row[w];
        degree[k][lane] = row[w + 1];
      }
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) degree[k][lane] -= first[k][lane];
    } else {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        const VertexId w = target[k][lane];
        if (w == kNoVertex) continue;
        const sweep::RowRange range(row, w);
        first[k][lane] = range.first;
        degree[k][lane] = range.degree;
      }
    }
  }

  // Nothing waits for anything else, and the edge that keeps a target may not be the one that changed it.
  template <class MaskOf>
  WARPGRAPH_DEVICE void reduce_at_once(kernel::Lane lane, const KernelView<P, E>& view, const Value (&seen)[kSteps],
                                       MaskOf&& mask_of) {
    std::uint32_t word[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      const VertexId w = target[k][lane];
      if (w == kNoVertex) continue;
      atomic_reduce(view.program, view.value[w], contribution[k][lane], seen[k]);
      word[k] = atomic::fetch_or(mask_of(contribution[k][lane])[w / 32], bit_of(w));
    }
    keep_unmarked(lane, word);
  }
  // No atomic operation that can be known to be useless.
  template <class MaskOf>
  WARPGRAPH_DEVICE void reduce_in_turn(kernel::Lane lane, const KernelView<P, E>& view, const Value (&seen)[kSteps],
                                       MaskOf&& mask_of) {
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      keep_if(k, lane, [&](VertexId w) {
        const Value& value = contribution[k][lane];
        const Value before = atomic_reduce(view.program, view.value[w], value, seen[k]);
        return updates(view, before, value) && claim_bit(mask_of(value), w);
      });
    }
  }

  WARPGRAPH_DEVICE static bool updates(const KernelView<P, E>& view, const Value& old, const Value& value) {
    return view.program.updated(old, reduction(view.program)(old, value));
  }

  // `word`: of a bitmask, by target.
  WARPGRAPH_DEVICE void keep_unmarked(kernel::Lane lane, const std::uint32_t (&word)[kSteps]) {
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) keep_if(k, lane, [&](VertexId w) { return (word[k] & bit_of(w)) == 0; });
  }
  template <class Keeps>
  WARPGRAPH_DEVICE void keep_if(std::uint32_t k, kernel::Lane lane, Keeps&& keeps) {
    if (target[k][lane] != kNoVertex && !keeps(target[k][lane])) target[k][lane] = kNoVertex;
  }
};

template <class P, class E, std::uint32_t kSteps>
WARPGRAPH_DEVICE FrontierEdges<P, E, kSteps> find_edges(kernel::Warp& warp, const KernelView<P, E>& view,
                                                        const sweep::FrontierSlice<kSteps>& slice) {
  FrontierEdges<P, E, kSteps> edges;
  edges.find(warp, view, slice);
  return edges;
}

// Where all rows are short, frontiers of a few thousand vertices wait longer for the search of equal slices than it
// saves. There a vertex gets a fixed number of lanes, 1, 2, 4, ..., with kShortSteps edges each at a time.
inline constexpr std::uint32_t kShortSteps = 4;
template <class P, class E>
using ShortEdges = FrontierEdges<P, E, kShortSteps>;

// body(ShortEdges&) until all edges of the queue have been through it, by all warps of the launch.
template <class P, class E, class Body>
WARPGRAPH_DEVICE void for_short_rows(kernel::Warp& warp, const KernelView<P, E>& view, const sweep::QueueView& from,
                                     std::uint64_t packed, std::uint32_t lanes, Body&& body) {
  const std::uint64_t size = sweep::packed_vertices(packed);
  const std::uint64_t per_warp = kernel::Warp::kSize / lanes;
  // A plain loop: with for_each_tile, PushLoop spills registers (nvcc 13.0, sm_90).
  for (std::uint64_t begin = warp.global_index() * per_warp; begin < size; begin += warp.count() * per_warp) {
    kernel::PerLane<VertexId> source;
    kernel::PerLane<typename P::VertexValue> value;
    kernel::PerLane<EdgeId> next{};
    kernel::PerLane<EdgeId> end{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint64_t i = begin + lane / lanes;
      if (i >= size) return;
      source[lane] = from.vertex[i];
      next[lane] = from.base[i] + from.offset[i] + lane % lanes;
      end[lane] = from.base[i] + (i + 1 < size ? from.offset[i + 1] : sweep::packed_edges(packed));
      value[lane] = ShortEdges<P, E>::value_of(view, source[lane]);
    });
    kernel::PerLane<bool> more;
    do {
      ShortEdges<P, E> edges;
      warp.relaxed_phase([&](kernel::Lane lane) {
        typename P::EdgeValue along[kShortSteps] = {};
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kShortSteps; ++k) {
          const EdgeId e = next[lane] + k * lanes;
          edges.target[k][lane] = kNoVertex;
          if (e >= end[lane]) continue;
          edges.target[k][lane] = view.graph.outgoing.column[e];
          along[k] = edge_value<P>(view.graph.outgoing, e);
        }
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kShortSteps; ++k)
          if (edges.target[k][lane] != kNoVertex)
            edges.contribution[k][lane] =
                visit_target(view, value[lane], along[k], source[lane], edges.target[k][lane]);
        next[lane] += kShortSteps * lanes;
        more[lane] = next[lane] < end[lane];
      });
      body(edges);
    } while (warp.any(more));
  }
}

// body(edges, is_short) until all edges of the frontier have been through it: short rows by lanes while the frontier is
// small (`lanes` is not 0), otherwise slices of kSteps edges a lane, or of one.
template <std::uint32_t kSteps, class P, class E, class Body>
WARPGRAPH_DEVICE void for_frontier_edges(kernel::Warp& warp, const KernelView<P, E>& view, const sweep::QueueView& from,
                                         std::uint64_t packed, std::uint32_t lanes, Body&& body) {
  const bool is_large = sweep::is_large_frontier<kSteps>(warp, packed);
  if (lanes != 0 && !is_large)
    return for_short_rows(warp, view, from, packed, lanes,
                          [&](ShortEdges<P, E>& edges) { body(edges, std::true_type{}); });
  const auto take = [&](const auto& slice) {
    auto edges = find_edges(warp, view, slice);
    body(edges, std::false_type{});
  };
  if (is_large)
    sweep::for_each_slice<kSteps>(warp, from, packed, take);
  else
    sweep::for_each_slice<1>(warp, from, packed, take);
}

}  // namespace warpgraph::detail
