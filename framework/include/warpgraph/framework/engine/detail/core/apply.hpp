// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/detail/core/kernel_view.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/runtime/kernel/bits.hpp>

// Pull, the other half: the new values, which vertices were updated, and how much work that makes for the next
// superstep. Gathering and applying are two kernels, so that a superstep reads only what the one before it left, in
// every shape, and so that a shape need not know what becomes of its sums.
namespace warpgraph::detail {

struct NoAggregate {};

template <class P>
struct AggregateOf {
  using type = NoAggregate;
};
template <HasAggregate P>
struct AggregateOf<P> {
  using type = typename P::Aggregate;
};
template <class P>
using AggregateType = typename AggregateOf<P>::type;

struct AddAggregates {
  template <class T>
  WARPGRAPH_DEVICE T operator()(const T& a, const T& b) const {
    return a + b;
  }
};

// What a warp counts of updated vertices.
struct WarpCounts {
  kernel::PerLane<std::uint64_t> vertices{};
  kernel::PerLane<std::uint64_t> edges{};

  // `degree`: the vertex's edges.
  WARPGRAPH_DEVICE void add(kernel::Lane lane, EdgeId degree) {
    ++vertices[lane];
    edges[lane] += degree;
  }
  // To memory: once a warp.
  WARPGRAPH_DEVICE void add_to(kernel::Warp& warp, const View<sweep::FrontierCounts>& counts) const {
    const std::uint64_t vertex_sum = warp.reduce(vertices, Plus{});
    const std::uint64_t edge_sum = warp.reduce(edges, Plus{});
    if (vertex_sum == 0) return;
    warp.elect([&] {
      atomic::fetch_add(counts[0].vertices, vertex_sum);
      atomic::fetch_add(counts[0].edges, edge_sum);
    });
  }
};

// What a warp adds up of aggregates, to memory.
template <class P>
WARPGRAPH_DEVICE void keep_aggregate([[maybe_unused]] kernel::Warp& warp,
                                     [[maybe_unused]] const kernel::PerLane<AggregateType<P>>& aggregate,
                                     [[maybe_unused]] const View<AggregateType<P>>& partial) {
  if constexpr (HasAggregate<P>) {
    const auto sum = warp.reduce(aggregate, AddAggregates{});
    warp.elect([&] { partial[warp.global_index()] = sum; });
  }
}

// Writes the bits of 32 vertices, from `base` on, into the mask.
WARPGRAPH_DEVICE inline void store_bits(kernel::Warp& warp, const View<std::uint32_t>& mask, std::uint64_t base,
                                        const kernel::PerLane<bool>& is_set) {
  const std::uint32_t word = warp.ballot(is_set);
  warp.elect([&] { mask[base / 32] = word; });
}

// The values before the first superstep.
template <class P, class E>
struct Initialise {
  KernelView<P, E> view;
  View<std::uint32_t> frontier;
  View<sweep::FrontierCounts> counts;
  View<AggregateType<P>> partial;  // one a warp; empty without an aggregate

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    WarpCounts counted;
    kernel::PerLane<AggregateType<P>> aggregate{};
    const std::uint64_t n = view.graph.vertex_count;
    sweep::for_each_word(warp, n, [&](std::uint64_t base) {
      kernel::PerLane<bool> active;
      warp.relaxed_phase([&](kernel::Lane lane) {
        active[lane] = false;
        if (base + lane >= n) return;
        const Vertex v = view.facts.vertex(base + lane);
        const typename P::VertexValue value = view.program.initial(v);
        view.value[base + lane] = value;
        if constexpr (HasPublish<P>) view.published[base + lane] = publish(view.program, value, v);
        if constexpr (HasAggregate<P>) aggregate[lane] = aggregate[lane] + view.program.aggregate(value, value, v);
        active[lane] = active_initially(view.program, v);
        if (!active[lane]) return;
        counted.add(lane, view.facts.out_degree(base + lane));  // asked for here, as few need it
      });
      store_bits(warp, frontier, base, active);
    });
    counted.add_to(warp, counts);
    keep_aggregate<P>(warp, aggregate, partial);
  }
};

// Whether a vertex's id says how it begins, so that a device knows it of vertices that others own.
template <class P>
concept InitialisesById = !HasPublish<P> && requires(const P& p, VertexId v) {
  p.initial(v);
}
&&(!HasActiveInitially<P> || requires(const P& p, VertexId v) { p.active_initially(v); });

// Runs of such a program may be one search (loops/search.hpp): the value of what a superstep finds follows from the
// value of what it starts from, so it need not be sent.
template <class P>
concept SearchProgram = PushableProgram<P> && InitialisesById<P> && HasActiveInitially<P> && first_hit_suffices<P>() &&
                        has_uniform_updates<P>() && std::same_as<typename P::EdgeValue, NoValue> &&
                        !VisitsNeighbour<P> &&
                        (std::same_as<typename P::Reduction, Min> || std::same_as<typename P::Reduction, Max>);

template <class P>
struct Evaluated {
  typename P::VertexValue value;  // the old one if it is not updated
  bool is_updated;
};

// What becomes of a vertex.
template <class P>
WARPGRAPH_DEVICE Evaluated<P> evaluate(const P& program, const typename P::VertexValue& old,
                                       const Contribution<P>& reduced, const Vertex& v,
                                       [[maybe_unused]] AggregateType<P>& aggregate) {
  const typename P::VertexValue value = apply(program, old, reduced, v);
  const bool is_updated = program.updated(old, value);
  if constexpr (HasAggregate<P>) aggregate = aggregate + program.aggregate(old, is_updated ? value : old, v);
  return {is_updated ? value : old, is_updated};
}

// The vertex as far as applying asks for it.
template <class P, class E>
WARPGRAPH_DEVICE Vertex vertex_for(const KernelView<P, E>& view, std::uint64_t i) {
  if constexpr (AppliesToVertex<P> || HasPublish<P> || HasAggregate<P>)
    return view.facts.vertex(i);
  else
    return {view.facts.vertex_at(i), 0, 0};
}

// new = apply(old, reduced) for all vertices, or for those in `active`; into `frontier` go those that were updated.
template <class P, class E>
struct Apply {
  KernelView<P, E> view;
  View<const Contribution<P>> reduced;
  View<const std::uint32_t> active;  // empty: all
  View<std::uint32_t> frontier;
  View<sweep::FrontierCounts> counts;
  View<AggregateType<P>> partial;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    WarpCounts counted;
    kernel::PerLane<AggregateType<P>> aggregate{};
    const std::uint64_t n = view.graph.vertex_count;
    sweep::for_each_word(warp, n, [&](std::uint64_t base) {
      const std::uint32_t wanted = active.empty() ? 0xffffffffu : active[base / 32];
      kernel::PerLane<bool> updated;
      warp.relaxed_phase([&](kernel::Lane lane) {
        updated[lane] = false;
        if (base + lane >= n || (wanted & bit_of(lane)) == 0) return;
        updated[lane] = apply_to(base + lane, aggregate[lane]);
        if (!updated[lane]) return;
        counted.add(lane, view.facts.out_degree(base + lane));
      });
      store_bits(warp, frontier, base, updated);
    });
    counted.add_to(warp, counts);
    keep_aggregate<P>(warp, aggregate, partial);
  }

 private:
  WARPGRAPH_DEVICE bool apply_to(std::uint64_t i, AggregateType<P>& aggregate) const {
    const Vertex v = vertex_for(view, i);
    const auto now = evaluate(view.program, view.value[i], reduced[i], v, aggregate);
    if (now.is_updated) {
      view.value[i] = now.value;
      if constexpr (HasPublish<P> && !PublishesAnew<P>) view.published[i] = publish(view.program, now.value, v);
    }
    return now.is_updated;
  }
};

// What neighbours see of each vertex in the superstep that follows, with the members that the program has then.
template <class P, class E>
struct PublishAnew {
  KernelView<P, E> view;

  WARPGRAPH_DEVICE void operator()(std::uint64_t row) const {
    view.published[row] = publish(view.program, view.value[row], view.facts.vertex(row));
  }
};

// One sum out of one a warp, always in the same order, to the host with the counts of both frontiers.
template <class P>
struct TellAggregate {
  static constexpr int kThreads = 1024;
  View<const AggregateType<P>> partial;
  View<const sweep::FrontierCounts> counts;
  View<AggregateType<P>> sum;  // in the host's memory, as are
  View<sweep::FrontierCounts> told_counts;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block) const {
    kernel::PerLane<AggregateType<P>, kThreads> mine{};
    block.phase([&](kernel::Lane lane) {
      for (std::uint64_t i = lane; i < partial.size(); i += kThreads) mine[lane] = mine[lane] + partial[i];
    });
    const auto total = block.reduce(mine, AddAggregates{});
    block.elect([&] {
      sum[0] = total;
      for (std::size_t i = 0; i < counts.size(); ++i) told_counts[i] = counts[i];
    });
  }
};

}  // namespace warpgraph::detail
