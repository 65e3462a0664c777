// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/core/apply.hpp>

// Pull with an early exit (Beamer 2012, bottom-up): every vertex that was not updated yet looks among its incoming
// neighbours for one that was updated in the last superstep, and takes the first it finds. It asks the frontier's
// bitmask, an eighth of a byte a vertex, and not the values. Wins while the frontier is large, because most vertices
// find somebody after a few edges.
namespace warpgraph::detail {

// kSettlesEdgeless: the first pull that sees a vertex without an edge settles it, so that later ones pass it over. The
// launches of several devices do without: their other steps need the registers.
template <class P, class E, bool kSettlesEdgeless = true>
struct PullFirst {
  // Edges that a lane looks at before the warp helps it. On the host one lane runs after the other: help would only
  // look further than the first hit.
  static constexpr EdgeId kAlone = WARPGRAPH_ON_GPU ? 16 : 1024;
  // Edges that a lane looks at together, so that it waits for them once. With four it looks at too many for nothing.
  static constexpr std::uint32_t kAtOnce = WARPGRAPH_ON_GPU ? 2 : 1;

  KernelView<P, E> view;
  View<const std::uint32_t> frontier;
  View<std::uint32_t> settled;
  View<std::uint32_t> next;
  View<sweep::FrontierCounts> counts;
  bool take_all;  // no early exit: reduce over all neighbours in the frontier
  View<AggregateType<P>> partial = {};

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    WarpCounts counted;
    kernel::PerLane<AggregateType<P>> aggregate{};
    const std::uint64_t n = view.graph.vertex_count;
    sweep::for_each_word(warp, n, [&](std::uint64_t base) {
      const std::uint32_t inside = bits_inside(base, n);
      const std::uint32_t before = settled[base / 32];
      Words words{};
      if ((~before & inside) != 0) words = search_group(warp, base, ~before & inside, counted, aggregate);
      if constexpr (HasAggregate<P>) add_kept(warp, base, inside & ~words.found, aggregate);
      warp.elect([&] {
        next[base / 32] = words.found;
        if (words.over() != 0) settled[base / 32] = before | words.over();
      });
    });
    counted.add_to(warp, counts);
    keep_aggregate<P>(warp, aggregate, partial);
  }

 private:
  // A bit for each of 32 vertices.
  struct Words {
    std::uint32_t found;     // the vertex found a neighbour in the frontier
    std::uint32_t edgeless;  // the vertex has no edge: no superstep can update it, and no vertex reads it
    // No later pull looks at these.
    [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t over() const { return found | edgeless; }
  };
  WARPGRAPH_DEVICE Words search_group(kernel::Warp& warp, std::uint64_t base, std::uint32_t wanted, WarpCounts& counted,
                                      [[maybe_unused]] kernel::PerLane<AggregateType<P>>& aggregate) const {
    const auto& row = view.graph.incoming.row;
    kernel::PerLane<EdgeId> first{};
    kernel::PerLane<EdgeId> last{};
    kernel::PerLane<Contribution<P>> sum;
    kernel::PerLane<bool> hit{};
    kernel::PerLane<bool> more{};
    kernel::PerLane<bool> is_edgeless{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      if ((wanted & bit_of(lane)) == 0) return;
      first[lane] = row[base + lane];
      last[lane] = row[base + lane + 1];
      if (kSettlesEdgeless) is_edgeless[lane] = first[lane] == last[lane] && view.facts.has_no_outgoing(base + lane);
      EdgeId e = first[lane];
      const EdgeId alone = last[lane] - e < kAlone ? last[lane] : e + kAlone;
      bool found = false;
      Contribution<P> part = identity(view.program);
      for (; e < alone && !done(found); e += kAtOnce) look_at_some(base + lane, e, alone, found, part);
      first[lane] = alone;
      hit[lane] = found;
      sum[lane] = part;
      more[lane] = alone < last[lane] && !done(found);
    });
    const std::uint32_t helped = warp.ballot(more);
    const std::uint32_t edgeless = warp.ballot(is_edgeless);
    for (std::uint32_t i = 0; i < kernel::Warp::kSize && helped >> i != 0; ++i)
      if ((helped & bit_of(i)) != 0) help(warp, base, i, warp.broadcast(first, i), warp.broadcast(last, i), hit, sum);

    warp.relaxed_phase([&](kernel::Lane lane) {
      if (!hit[lane]) return;
      const std::uint64_t v = base + lane;
      const Vertex vertex = view.facts.vertex(v);
      const typename P::VertexValue old = initial(v, vertex);
      const typename P::VertexValue value = apply(view.program, old, sum[lane], vertex);
      hit[lane] = view.program.updated(old, value);
      if (!hit[lane]) return;
      view.value[v] = value;
      if constexpr (HasAggregate<P>) aggregate[lane] = aggregate[lane] + view.program.aggregate(old, value, vertex);
      counted.add(lane, view.facts.out_degree(v));
    });
    return {warp.ballot(hit), edgeless};
  }

  // The value of a vertex that was not updated yet: not read, unless `next` may have changed what the program says.
  WARPGRAPH_DEVICE typename P::VertexValue initial(std::uint64_t row, const Vertex& v) const {
    if constexpr (HasAggregate<P>)
      return view.value[row];
    else
      return view.program.initial(v);
  }
  // Adds what the vertices in `kept`, whose values stay, bring to the aggregate.
  WARPGRAPH_DEVICE void add_kept(kernel::Warp& warp, std::uint64_t base, std::uint32_t kept,
                                 kernel::PerLane<AggregateType<P>>& aggregate) const {
    warp.relaxed_phase([&](kernel::Lane lane) {
      if ((kept & bit_of(lane)) == 0) return;
      const typename P::VertexValue& value = view.value[base + lane];
      aggregate[lane] = aggregate[lane] + view.program.aggregate(value, value, view.facts.vertex(base + lane));
    });
  }

  // The whole warp on the remaining edges of row base + helped, until a step has a hit.
  WARPGRAPH_DEVICE void help(kernel::Warp& warp, std::uint64_t base, std::uint32_t helped, EdgeId begin, EdgeId end,
                             kernel::PerLane<bool>& hit, kernel::PerLane<Contribution<P>>& sum) const {
    kernel::PerLane<bool> found;
    kernel::PerLane<Contribution<P>> part;
    warp.relaxed_phase([&](kernel::Lane lane) {
      found[lane] = false;
      part[lane] = identity(view.program);
    });
    bool any = false;
    for (EdgeId e = begin; e < end && !done(any); e += kStep * kernel::Warp::kSize) {
      warp.relaxed_phase([&](kernel::Lane lane) {
        for (EdgeId k = 0; k < kStep; ++k)
          if (e + k * kernel::Warp::kSize + lane < end)
            look(base + helped, e + k * kernel::Warp::kSize + lane, found[lane], part[lane]);
      });
      any = warp.any(found);
    }
    const Contribution<P> total = warp.reduce(part, reduction(view.program));
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (lane != helped) return;
      hit[lane] = hit[lane] || any;
      sum[lane] = reduction(view.program)(sum[lane], total);
    });
  }

  WARPGRAPH_DEVICE bool done(bool hit) const { return hit && !take_all; }

  // kAtOnce edges of the row from e on.
  WARPGRAPH_DEVICE void look_at_some(std::uint64_t row, EdgeId e, EdgeId end, bool& hit, Contribution<P>& sum) const {
    VertexId u[kAtOnce];
    bool is_in[kAtOnce];
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kAtOnce; ++k) u[k] = view.graph.incoming.column[e + k < end ? e + k : e];
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kAtOnce; ++k) is_in[k] = test_bit(frontier, u[k]);
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kAtOnce; ++k)
      if (is_in[k] && e + k < end && !done(hit)) take(row, e + k, u[k], hit, sum);
  }
  WARPGRAPH_DEVICE void look(std::uint64_t row, EdgeId e, bool& hit, Contribution<P>& sum) const {
    const VertexId u = view.graph.incoming.column[e];
    if (test_bit(frontier, u)) take(row, e, u, hit, sum);
  }
  WARPGRAPH_DEVICE void take(std::uint64_t row, EdgeId e, VertexId u, bool& hit, Contribution<P>& sum) const {
    hit = true;
    sum = reduction(view.program)(
        sum, view.visit(view.seen_in_frontier(u), edge_value<P>(view.graph.incoming, e), u, view.facts.vertex_at(row)));
  }

  static constexpr EdgeId kStep = 4;
};

}  // namespace warpgraph::detail
