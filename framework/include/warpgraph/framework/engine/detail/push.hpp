// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>

#include <warpgraph/framework/engine/detail/frontier.hpp>

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

// Reduces the contribution into the value of w. Whether that changed it, and into what.
template <class P, class E>
WARPGRAPH_DEVICE bool reduce_into(const Setting<P, E>& setting, VertexId w, const typename P::VertexValue& contribution,
                                  typename P::VertexValue& value) {
  using Op = typename P::Reduction;
  // Most contributions change nothing; to see that, a load is cheaper than an atomic operation.
  const auto seen = atomic::load(setting.value[w]);
  if (!setting.program.updated(seen, Op{}(seen, contribution))) return false;
  const auto before = atomic_reduce<Op>(setting.value[w], contribution);
  value = Op{}(before, contribution);
  return setting.program.updated(before, value);
}

template <class P, class E>
struct Push {
  using Value = typename P::VertexValue;

  Setting<P, E> setting;
  View<std::uint32_t> settled;  // of first-hit programs: who was updated before
  // Whether the first of several contributions is taken. Then vertices are claimed in `settled`, and no bitmask of the
  // next frontier is written.
  bool take_first;

  // One share of the edges of `from`, whose counts are `packed`.
  template <std::uint32_t kSteps>
  WARPGRAPH_DEVICE void run(Warp& warp, const QueueView& from, std::uint64_t packed, std::uint64_t begin,
                            const QueueView& to, const View<std::uint32_t>& mask, FrontierCounts& counts) const {
    const FrontierShare<kSteps> share(warp, from, packed, begin);
    PerLane<VertexId> target[kSteps];
    PerLane<Value> contribution[kSteps];
    warp.relaxed_phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        target[k][lane] = kNoVertex;
        const VertexId u = share.source[k][lane];
        if (u == kNoVertex) continue;
        const EdgeId e = share.edge[k][lane];
        target[k][lane] = setting.graph.outgoing.column[e];
        contribution[k][lane] =
            visit(setting.program, atomic::load(setting.value[u]), edge_value<P>(setting.graph.outgoing, e), u);
      }
    });

    PerLane<EdgeId> first[kSteps];
    PerLane<EdgeId> degree[kSteps];
    PerLane<std::uint64_t> wanted{};
    PerLane<std::uint32_t> silent{};  // updated, without outgoing edges
    const View<const EdgeId>& out_row = setting.graph.outgoing.row;
    warp.relaxed_phase([&](Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        const VertexId w = target[k][lane];
        target[k][lane] = kNoVertex;
        if (w == kNoVertex || !update(w, contribution[k][lane], mask)) continue;
        first[k][lane] = out_row[w];
        degree[k][lane] = out_row[std::uint64_t{w} + 1] - first[k][lane];
        if (degree[k][lane] == 0) {
          ++silent[lane];
          continue;
        }
        target[k][lane] = w;
        wanted[lane] += pack_counts(1, degree[k][lane]);
      }
    });

    const auto place = reserve(warp, wanted, counts.packed);
    warp.relaxed_phase([&](Lane lane) {
      std::uint64_t next = place[lane];
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        if (target[k][lane] == kNoVertex) continue;
        to.put(next, target[k][lane], first[k][lane]);
        next += pack_counts(1, degree[k][lane]);
      }
      if (silent[lane] != 0) atomic::fetch_add(counts.vertices, silent[lane]);
    });
  }

 private:
  // Whether w is to enter the next frontier.
  WARPGRAPH_DEVICE bool update(VertexId w, const Value& contribution, const View<std::uint32_t>& mask) const {
    if constexpr (first_hit_suffices<P>()) {
      if ((atomic::load(settled[w / 32]) & bit_of(w)) != 0) return false;
      if (take_first) return take(w, contribution);
    }
    Value value;
    return reduce_into(setting, w, contribution, value) && claim_bit(mask, w);
  }
  WARPGRAPH_DEVICE bool take(VertexId w, const Value& contribution) const {
    const Value old = atomic::load(setting.value[w]);
    const Value value = typename P::Reduction{}(old, contribution);
    if (!setting.program.updated(old, value) || !claim_bit(settled, w)) return false;
    atomic::store(setting.value[w], value);
    return true;
  }
};

// One superstep by pushing.
template <class P, class E>
struct PushAll {
  static constexpr std::uint32_t kSteps = 4;
  static constexpr std::uint32_t kShare = kSteps * Warp::kSize;

  Push<P, E> push;
  QueueView from;
  View<const FrontierCounts> from_counts;
  QueueView to;
  View<std::uint32_t> mask;
  View<FrontierCounts> counts;

  WARPGRAPH_DEVICE void operator()(Warp& warp) const {
    const std::uint64_t packed = from_counts[0].packed;
    const std::uint64_t begin = std::uint64_t{warp.global_index()} * kShare;
    if (begin < packed_edges(packed)) push.template run<kSteps>(warp, from, packed, begin, to, mask, counts[0]);
  }
};

// What a loop of supersteps leaves: how many there were, and the frontier they left, in counts[supersteps % 3].
struct LoopState {
  std::uint64_t supersteps;
  FrontierCounts counts[3];
};

// Supersteps by pushing inside one launch, as long as frontiers are small: a barrier over the grid costs a little more
// than a microsecond, a launch with a read-back seventeen. Three sets of counts take turns: one is read, one is written
// and one is cleared, so that one barrier a superstep is enough.
template <class P, class E>
struct PushLoop {
  Push<P, E> push;
  QueueView queue[2];
  View<std::uint32_t> mask[2];
  View<LoopState> state;         // counts[0] is the frontier to begin with, counts[1] is zero
  View<FrontierCounts> history;  // the frontier of each superstep
  std::uint64_t most_edges;

  WARPGRAPH_DEVICE void operator()(Grid<256>& grid) const {
    std::uint32_t superstep = 0;
    while (superstep < history.size()) {
      FrontierCounts& now = state[0].counts[superstep % 3];
      const std::uint64_t packed = atomic::load(now.packed);
      if (packed_edges(packed) == 0 || packed_edges(packed) > most_edges) break;
      grid.warps([&](Warp& warp) { run(warp, superstep, packed); });
      ++superstep;
    }
    grid.elect([&] { state[0].supersteps = superstep; });
  }

 private:
  WARPGRAPH_DEVICE void run(Warp& warp, std::uint32_t superstep, std::uint64_t packed) const {
    const std::uint32_t from = superstep % 2;
    const std::uint32_t to = 1 - from;
    FrontierCounts& counts = state[0].counts[(superstep + 1) % 3];
    const std::uint64_t total = packed_edges(packed);
    for (std::uint64_t begin = std::uint64_t{warp.global_index()} * Warp::kSize; begin < total;
         begin += std::uint64_t{warp.count()} * Warp::kSize) {
      push.template run<1>(warp, queue[from], packed, begin, queue[to], mask[to], counts);
    }
    // The mask of this frontier is that of the next superstep's targets: it must be clear by then.
    if (!push.take_first) clear_mask(warp, queue[from], packed_vertices(packed), mask[from]);
    if (warp.global_index() == 0) {
      warp.elect([&] {
        const FrontierCounts& now = state[0].counts[superstep % 3];
        history[superstep] = {now.vertices + packed_vertices(packed), total, packed};
        state[0].counts[(superstep + 2) % 3] = {0, 0, 0};
      });
    }
  }

  WARPGRAPH_DEVICE static void clear_mask(Warp& warp, const QueueView& from, std::uint64_t size,
                                          const View<std::uint32_t>& mask) {
    warp.relaxed_phase([&](Lane lane) {
      for (std::uint64_t i = first_in_sweep(warp, lane); i < size; i += sweep_stride(warp))
        atomic::store(mask[from.vertex[i] / 32], 0u);
    });
  }
};

}  // namespace warpgraph::detail
