// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/ahead/ahead.hpp>
#include <warpgraph/framework/engine/detail/loops/search.hpp>

// Searches whose blocks go ahead (ahead.hpp): several levels for each barrier of the grid, and the levels stay exact. A
// vertex that was reached too late by one block is reached again, with the better value, by the block that should have
// been first: that block pushes whatever values others have stored, and all have gone through the same levels before
// the barrier. Each change of a value adds one to its new level and takes one from its old level, so that the levels'
// counts are exact, too, once all have come to the barrier.
//
// Only where values say the order of the levels, from the run's first superstep on: each must be an update of the next
// level's value, and not the reverse. Otherwise a vertex might change that was reached before.
namespace warpgraph::detail {

template <class Value>
struct LevelsShared {
  AheadShared<Value> ahead;
  Value value[kMaxRoundsAhead + 1];  // of each level, from that of the frontier on
  std::uint32_t vertices[kMaxRoundsAhead + 1];
  std::uint32_t edges[kMaxRoundsAhead + 1];  // both modulo 2^32
};

// The value of a frontier on the way from level to level.
template <class P>
struct LevelValue {
  typename P::VertexValue value;
  bool is_ordered;  // all values so far say the order of their levels

  WARPGRAPH_DEVICE void pass(const P& program, std::uint64_t levels) {
    const auto updates = [&](const auto& old, const auto& by) {
      return program.updated(old, reduction(program)(old, by));
    };
    for (std::uint64_t k = 0; k < levels; ++k) {
      const typename P::VertexValue next = visit(program, value, NoValue{}, kNoVertex, kNoVertex);
      is_ordered = is_ordered && updates(next, value) && !updates(value, next);
      value = next;
    }
  }
};

// The Rule of GoAhead for a search.
template <class P, class E>
struct LevelsRule {
  using Value = typename P::VertexValue;

  const Push<P, E>& push;
  ClaimedQueue next_queue;
  View<sweep::FrontierCounts> next_counts;  // .edges: whether a vertex of a lower level than the last is in the queue
  LevelsShared<Value>& shared;
  std::uint32_t levels;

  [[nodiscard]] WARPGRAPH_DEVICE const ClaimedQueue& next() const { return next_queue; }
  // Vertices of the queue whose values have become better since have pushed.
  WARPGRAPH_DEVICE bool is_done(const Value& value) const { return level_of(value, 0) > levels; }
  WARPGRAPH_DEVICE bool waits(const Value& value) const { return value == shared.value[levels]; }
  WARPGRAPH_DEVICE void found(VertexId v, EdgeId degree, const Value& before, const Value& value,
                              std::uint32_t round) const {
    const std::uint32_t level = level_of(value, round + 1 <= levels ? round + 1 : 0);
    count(level, 1, static_cast<std::uint32_t>(degree));
    atomic::fetch_or(push.settled[v / 32], bit_of(v));
    if (before == push.view.program.initial(v)) return;
    const std::uint32_t old = level_of(before, level);
    if (old <= levels) count(old, ~std::uint32_t{0}, 0 - static_cast<std::uint32_t>(degree));
  }
  WARPGRAPH_DEVICE void leaves_near() const { atomic::store(next_counts[0].edges, std::uint64_t{1}); }
  WARPGRAPH_DEVICE void put_waiting(VertexId v, EdgeId first, EdgeId degree) const { next_queue.put(v, first, degree); }
  WARPGRAPH_DEVICE void give_waiting(kernel::Warp& warp, const kernel::PerLane<VertexId>& vertex) const {
    next_queue.put(warp, [&](kernel::Lane lane, VertexId& v, EdgeId& first, EdgeId& degree) {
      v = vertex[lane];
      if (v == kNoVertex) return;
      const sweep::RowRange range(push.view.graph.outgoing.row, v);
      first = range.first;
      degree = range.degree;
    });
  }

 private:
  // From `guess` on; levels + 1 if it is none of them.
  WARPGRAPH_DEVICE std::uint32_t level_of(const Value& value, std::uint32_t guess) const {
    for (std::uint32_t k = guess; k <= levels; ++k)
      if (shared.value[k] == value) return k;
    for (std::uint32_t k = 0; k < guess; ++k)
      if (shared.value[k] == value) return k;
    return levels + 1;
  }
  WARPGRAPH_DEVICE void count(std::uint32_t level, std::uint32_t vertices, std::uint32_t edges) const {
    atomic::fetch_add<kernel::Order::kRelaxed, kernel::AtomicScope::kBlock>(shared.vertices[level], vertices);
    atomic::fetch_add<kernel::Order::kRelaxed, kernel::AtomicScope::kBlock>(shared.edges[level], edges);
  }
};

// A block's part of several supersteps of a search.
template <class P, class E>
struct LevelsAhead {
  using Value = typename P::VertexValue;
  using Shared = LevelsShared<Value>;

  const Push<P, E>& push;
  const sweep::QueueView& from;
  const View<std::uint32_t>& from_mask;
  std::uint64_t packed;
  ClaimedQueue next;
  View<sweep::FrontierCounts> next_counts;
  View<sweep::FrontierCounts> history;  // from the frontier's superstep on
  Value first;                          // of the frontier
  std::uint32_t levels;
  std::uint32_t lanes;

  WARPGRAPH_DEVICE void operator()(kernel::Block<256>& block, Shared& shared) const {
    block.phase([&](kernel::Lane lane) {
      if (lane > levels) return;
      Value value = first;
      for (std::uint32_t k = 0; k < lane; ++k) value = visit(push.view.program, value, NoValue{}, kNoVertex, kNoVertex);
      shared.value[lane] = value;
      shared.vertices[lane] = shared.edges[lane] = 0;
    });
    const LevelsRule<P, E> rule{push, next, next_counts, shared, levels};
    GoAhead<P, E, LevelsRule<P, E>>{push.view, rule, from, from_mask, packed, lanes, levels}(block, shared.ahead);
    block.phase([&](kernel::Lane lane) {
      if (lane == 0 || lane > levels) return;
      const std::uint64_t counted =
          sweep::pack_counts(as_signed(shared.vertices[lane]), 0) + as_signed(shared.edges[lane]);
      if (counted != 0) atomic::fetch_add(history[lane].packed, counted);
    });
  }

 private:
  WARPGRAPH_DEVICE static std::uint64_t as_signed(std::uint32_t difference) {
    return static_cast<std::uint64_t>(std::int64_t{static_cast<std::int32_t>(difference)});
  }
};

}  // namespace warpgraph::detail
