// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/runtime/kernel/prefetch.hpp>

// Push: the outgoing edges of the frontier reduce into their targets' values, with atomics. Every target that changes
// enters the next frontier once. Wins while frontiers are small, because nothing else is looked at.
namespace warpgraph::detail {

template <class Op, AtomicNumber T>
WARPGRAPH_DEVICE T atomic_reduce(T& target, T value) {
  if constexpr (std::same_as<Op, Min>)
    return atomic::fetch_min(target, value);
  else if constexpr (std::same_as<Op, Max>)
    return atomic::fetch_max(target, value);
  else
    return atomic::fetch_or(target, value);
}

// Edges of the frontier, kSteps a lane: where they lead, and what they bring there. A target that is done with becomes
// kNoVertex.
//
// The small arrays below begin with zeros only because compilers do not see that nothing else of them is read.
template <class P, class E, std::uint32_t kSteps>
struct FrontierEdges {
  using Value = typename P::VertexValue;
  using Op = typename P::Reduction;

  PerLane<VertexId> target[kSteps];
  PerLane<Value> contribution[kSteps];

  WARPGRAPH_DEVICE void find(Warp& warp, const KernelView<P, E>& view, const FrontierSlice<kSteps>& slice) {
    warp.relaxed_phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        target[k][lane] = kNoVertex;
        const VertexId u = slice.source[k][lane];
        if (u != kNoVertex) find(lane, k, view, u, value_of(view, u), slice.edge[k][lane]);
      }
    });
  }
  // Of a vertex of the frontier.
  WARPGRAPH_DEVICE static Value value_of(const KernelView<P, E>& view, VertexId u) {
    if constexpr (has_uniform_updates<P>())
      if (view.knows_uniform) return view.uniform;
    return atomic::load(view.value[u]);
  }
  WARPGRAPH_DEVICE void find(Lane lane, std::uint32_t k, const KernelView<P, E>& view, VertexId u, const Value& value,
                             EdgeId e) {
    target[k][lane] = view.graph.outgoing.column[e];
    contribution[k][lane] = view.visit(value, edge_value<P>(view.graph.outgoing, e), u);
  }

  // Most contributions change nothing; to see that, a load is cheaper than an atomic operation.
  WARPGRAPH_DEVICE void drop_useless(Lane lane, const KernelView<P, E>& view) {
    Value seen[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (target[k][lane] != kNoVertex) seen[k] = atomic::load(view.value[target[k][lane]]);
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      keep_if(k, lane, [&](VertexId) { return view.program.updated(seen[k], Op{}(seen[k], contribution[k][lane])); });
  }
  // Reduces the contributions into their targets; of all edges that change a target, one keeps it: whoever comes first
  // to the target's bit in mask_of(contribution).
  template <bool kSpeculative, class MaskOf>
  WARPGRAPH_DEVICE void reduce(Lane lane, const KernelView<P, E>& view, MaskOf&& mask_of) {
    drop_useless(lane, view);
    if constexpr (kSpeculative)
      reduce_at_once(lane, view, mask_of);
    else
      reduce_in_turn(lane, view, mask_of);
  }

  WARPGRAPH_DEVICE void drop_marked(Lane lane, const View<std::uint32_t>& mask) {
    std::uint32_t word[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (target[k][lane] != kNoVertex) word[k] = atomic::load(mask[target[k][lane] / 32]);
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) keep_if(k, lane, [&](VertexId w) { return (word[k] & bit_of(w)) == 0; });
  }
  // Of all edges that lead to a target, one keeps it.
  WARPGRAPH_DEVICE void claim(Lane lane, const View<std::uint32_t>& mask) {
    std::uint32_t word[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (target[k][lane] != kNoVertex) word[k] = atomic::fetch_or(mask[target[k][lane] / 32], bit_of(target[k][lane]));
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) keep_if(k, lane, [&](VertexId w) { return (word[k] & bit_of(w)) == 0; });
  }

  // The outgoing rows of the targets.
  WARPGRAPH_DEVICE void find_rows(Lane lane, const View<const EdgeId>& row, PerLane<EdgeId> (&first)[kSteps],
                                  PerLane<EdgeId> (&degree)[kSteps]) const {
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      const VertexId w = target[k][lane];
      if (w == kNoVertex) continue;
      first[k][lane] = row[w];
      degree[k][lane] = row[std::uint64_t{w} + 1] - first[k][lane];
    }
  }

  // Nothing waits for anything else, and the edge that keeps a target may not be the one that changed it.
  template <class MaskOf>
  WARPGRAPH_DEVICE void reduce_at_once(Lane lane, const KernelView<P, E>& view, MaskOf&& mask_of) {
    std::uint32_t word[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      const VertexId w = target[k][lane];
      if (w == kNoVertex) continue;
      atomic_reduce<Op>(view.value[w], contribution[k][lane]);
      word[k] = atomic::fetch_or(mask_of(contribution[k][lane])[w / 32], bit_of(w));
    }
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) keep_if(k, lane, [&](VertexId w) { return (word[k] & bit_of(w)) == 0; });
  }
  // No atomic operation that can be known to be useless.
  template <class MaskOf>
  WARPGRAPH_DEVICE void reduce_in_turn(Lane lane, const KernelView<P, E>& view, MaskOf&& mask_of) {
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      keep_if(k, lane, [&](VertexId w) {
        const Value& value = contribution[k][lane];
        const Value before = atomic_reduce<Op>(view.value[w], value);
        return view.program.updated(before, Op{}(before, value)) && claim_bit(mask_of(value), w);
      });
    }
  }

  template <class Keeps>
  WARPGRAPH_DEVICE void keep_if(std::uint32_t k, Lane lane, Keeps&& keeps) {
    if (target[k][lane] != kNoVertex && !keeps(target[k][lane])) target[k][lane] = kNoVertex;
  }
};

// Where all rows are short, frontiers of a few thousand vertices wait longer for the search of equal slices than it
// saves. There a vertex gets a fixed number of lanes, 1, 2, 4, ..., with kShortSteps edges each at a time.
inline constexpr std::uint32_t kShortSteps = 4;
template <class P, class E>
using ShortEdges = FrontierEdges<P, E, kShortSteps>;

// body(ShortEdges&) until all edges of the queue have been through it, by all warps of the launch.
template <class P, class E, class Body>
WARPGRAPH_DEVICE void for_short_rows(Warp& warp, const KernelView<P, E>& view, const QueueView& from,
                                     std::uint64_t packed, std::uint32_t lanes, Body&& body) {
  const std::uint64_t size = packed_vertices(packed);
  const std::uint64_t per_warp = Warp::kSize / lanes;
  for (std::uint64_t begin = warp.global_index() * per_warp; begin < size; begin += warp.count() * per_warp) {
    PerLane<VertexId> source;
    PerLane<typename P::VertexValue> value;
    PerLane<EdgeId> next{};
    PerLane<EdgeId> end{};
    warp.relaxed_phase([&](Lane lane) {
      const std::uint64_t i = begin + lane / lanes;
      if (i >= size) return;
      source[lane] = from.vertex[i];
      next[lane] = from.base[i] + from.offset[i] + lane % lanes;
      end[lane] = from.base[i] + (i + 1 < size ? from.offset[i + 1] : packed_edges(packed));
      value[lane] = ShortEdges<P, E>::value_of(view, source[lane]);
    });
    PerLane<bool> more;
    do {
      ShortEdges<P, E> edges;
      warp.relaxed_phase([&](Lane lane) {
        WARPGRAPH_UNROLL
        for (std::uint32_t k = 0; k < kShortSteps; ++k) {
          const EdgeId e = next[lane] + k * lanes;
          edges.target[k][lane] = kNoVertex;
          if (e < end[lane]) edges.find(lane, k, view, source[lane], value[lane], e);
        }
        next[lane] += kShortSteps * lanes;
        more[lane] = next[lane] < end[lane];
      });
      body(edges);
    } while (warp.any(more));
  }
}

template <class P, class E>
struct Push {
  using Value = typename P::VertexValue;
  using Op = typename P::Reduction;

  KernelView<P, E> view;
  View<std::uint32_t> settled;  // of first-hit programs: vertices that were updated before
  // Whether the first of several contributions is taken. Then vertices are claimed in `settled`, and no bitmask of the
  // next frontier is written.
  bool first_hit_wins;

  // One slice of the edges of `from`, whose counts are `packed`.
  template <std::uint32_t kSteps>
  WARPGRAPH_DEVICE void run(Warp& warp, const QueueView& from, std::uint64_t packed, std::uint64_t begin,
                            const QueueView& to, const View<std::uint32_t>& mask, FrontierCounts& counts) const {
    FrontierEdges<P, E, kSteps> edges;
    edges.find(warp, view, FrontierSlice<kSteps>(warp, from, packed, begin));
    put<kSteps, false>(warp, edges, to, mask, counts);
  }

  // The same for large frontiers, for which one counter of a queue is too few: only marks the vertices that it updates.
  // on_updated(lane, target) for each.
  template <std::uint32_t kSteps, class OnUpdated>
  WARPGRAPH_DEVICE void run_marking(Warp& warp, const QueueView& from, std::uint64_t packed, std::uint64_t begin,
                                    const View<std::uint32_t>& mask, OnUpdated&& on_updated) const {
    FrontierEdges<P, E, kSteps> edges;
    edges.find(warp, view, FrontierSlice<kSteps>(warp, from, packed, begin));
    mark(warp, edges, mask, on_updated);
  }

  // All edges of a queue whose vertices have few, by all warps together.
  WARPGRAPH_DEVICE void run_short(Warp& warp, const QueueView& from, std::uint64_t packed, std::uint32_t lanes,
                                  const QueueView& to, const View<std::uint32_t>& mask, FrontierCounts& counts) const {
    for_short_rows(warp, view, from, packed, lanes,
                   [&](ShortEdges<P, E>& edges) { put<kShortSteps, true>(warp, edges, to, mask, counts); });
  }

  // The same two, but then(edges) says what becomes of them: only those that are to enter the next frontier have a
  // target.
  template <std::uint32_t kSteps, class Then>
  WARPGRAPH_DEVICE void run_then(Warp& warp, const QueueView& from, std::uint64_t packed, std::uint64_t begin,
                                 const View<std::uint32_t>& mask, Then&& then) const {
    FrontierEdges<P, E, kSteps> edges;
    edges.find(warp, view, FrontierSlice<kSteps>(warp, from, packed, begin));
    warp.relaxed_phase([&](Lane lane) { update<kSteps, false>(lane, edges, mask); });
    then(edges);
  }
  template <class Then>
  WARPGRAPH_DEVICE void run_short_then(Warp& warp, const QueueView& from, std::uint64_t packed, std::uint32_t lanes,
                                       const View<std::uint32_t>& mask, Then&& then) const {
    for_short_rows(warp, view, from, packed, lanes, [&](ShortEdges<P, E>& edges) {
      warp.relaxed_phase([&](Lane lane) { update<kShortSteps, true>(lane, edges, mask); });
      then(edges);
    });
  }

  WARPGRAPH_DEVICE void run_short_marking(Warp& warp, const QueueView& from, std::uint64_t packed, std::uint32_t lanes,
                                          const View<std::uint32_t>& mask) const {
    for_short_rows(warp, view, from, packed, lanes,
                   [&](ShortEdges<P, E>& edges) { mark(warp, edges, mask, [](Lane, VertexId) {}); });
  }

 private:
  // Updates the targets, and puts those that changed into the next queue. In stages, so that what a lane's edges wait
  // for is under way for all of them at once. kSpeculative, for small frontiers, which wait more than they work: asks
  // for things before it is known that they are needed.
  template <std::uint32_t kSteps, bool kSpeculative>
  WARPGRAPH_DEVICE void put(Warp& warp, FrontierEdges<P, E, kSteps>& edges, const QueueView& to,
                            const View<std::uint32_t>& mask, FrontierCounts& counts) const {
    PerLane<EdgeId> first[kSteps];
    PerLane<EdgeId> degree[kSteps];
    PerLane<std::uint64_t> wanted{};
    PerLane<std::uint64_t> without_out_edges{};  // updated, without outgoing edges
    PerLane<bool> has_silent{};
    warp.relaxed_phase([&](Lane lane) {
      if constexpr (kSpeculative) edges.find_rows(lane, view.graph.outgoing.row, first, degree);
      update<kSteps, kSpeculative>(lane, edges, mask);
      if constexpr (!kSpeculative) edges.find_rows(lane, view.graph.outgoing.row, first, degree);
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        if (edges.target[k][lane] == kNoVertex) continue;
        if (degree[k][lane] != 0) {
          wanted[lane] += pack_counts(1, degree[k][lane]);
          if constexpr (kSpeculative) prefetch(view.graph.outgoing.column[first[k][lane]]);
        } else {
          edges.target[k][lane] = kNoVertex;
          ++without_out_edges[lane];
          has_silent[lane] = true;
        }
      }
    });

    const auto slot = reserve(warp, wanted, counts.packed);
    warp.relaxed_phase([&](Lane lane) {
      std::uint64_t next = slot[lane];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        if (edges.target[k][lane] == kNoVertex) continue;
        to.put(next, edges.target[k][lane], first[k][lane]);
        next += pack_counts(1, degree[k][lane]);
      }
    });
    if (!warp.any(has_silent)) return;
    const std::uint64_t silent_sum = warp.reduce(without_out_edges, Plus{});
    warp.elect([&] { atomic::fetch_add(counts.vertices, silent_sum); });
  }

  template <std::uint32_t kSteps, class OnUpdated>
  WARPGRAPH_DEVICE void mark(Warp& warp, FrontierEdges<P, E, kSteps>& edges, const View<std::uint32_t>& mask,
                             OnUpdated&& on_updated) const {
    warp.relaxed_phase([&](Lane lane) {
      update<kSteps, false>(lane, edges, mask);
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
  template <std::uint32_t kSteps, bool kSpeculative>
  WARPGRAPH_DEVICE void update(Lane lane, FrontierEdges<P, E, kSteps>& edges, const View<std::uint32_t>& mask) const {
    if constexpr (first_hit_suffices<P>()) {
      if (!(kSpeculative && first_hit_wins)) edges.drop_marked(lane, settled);
      if (first_hit_wins) return take(lane, edges);
    }
    edges.template reduce<kSpeculative>(lane, view, [&](const Value&) -> const View<std::uint32_t>& { return mask; });
  }

  // A vertex that was not updated yet has its initial value, so it is not loaded.
  template <std::uint32_t kSteps>
  WARPGRAPH_DEVICE void take(Lane lane, FrontierEdges<P, E, kSteps>& edges) const {
    Value value[kSteps] = {};
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      edges.keep_if(k, lane, [&](VertexId w) {
        const Value initial = view.program.initial(view.facts.vertex(view.facts.row_of(w)));
        value[k] = Op{}(initial, edges.contribution[k][lane]);
        return view.program.updated(initial, value[k]);
      });
    }
    edges.claim(lane, settled);
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (edges.target[k][lane] != kNoVertex) atomic::store(view.value[edges.target[k][lane]], value[k]);
  }
};

// One superstep by pushing.
template <class P, class E>
struct PushAll {
  static constexpr std::uint32_t kSteps = 4;
  static constexpr std::uint32_t kSliceEdges = kSteps * Warp::kSize;

  Push<P, E> push;
  QueueView from;
  View<const FrontierCounts> from_counts;
  QueueView to;
  View<std::uint32_t> mask;
  View<FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t packed = from_counts[0].packed;
    const std::uint64_t begin = std::uint64_t{warp.global_index()} * kSliceEdges;
    if (begin < packed_edges(packed)) push.template run<kSteps>(warp, from, packed, begin, to, mask, counts[0]);
  }
};

template <class P, class E>
struct PushMarking {
  static constexpr std::uint32_t kSteps = 4;
  static constexpr std::uint32_t kSliceEdges = kSteps * Warp::kSize;

  Push<P, E> push;
  QueueView from;
  View<const FrontierCounts> from_counts;
  View<std::uint32_t> mask;  // clear before
  View<FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t packed = from_counts[0].packed;
    PerLane<std::uint64_t> vertices{};
    PerLane<std::uint64_t> edges{};
    const VertexFacts& facts = push.view.facts;
    const auto count = [&](Lane lane, VertexId w) {
      ++vertices[lane];
      edges[lane] += facts.out_degree(facts.row_of(w));
    };
    for (std::uint64_t begin = std::uint64_t{warp.global_index()} * kSliceEdges; begin < packed_edges(packed);
         begin += std::uint64_t{warp.count()} * kSliceEdges)
      push.template run_marking<kSteps>(warp, from, packed, begin, mask, count);
    add_counts(warp, vertices, edges, counts);
  }
};

}  // namespace warpgraph::detail
