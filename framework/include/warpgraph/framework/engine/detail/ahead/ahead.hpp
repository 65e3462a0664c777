// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/push/frontier_edges.hpp>
#include <warpgraph/runtime/kernel/block.hpp>

// Blocks that go ahead: in a loop of supersteps by pushing, a small frontier is dealt to the blocks, and each block
// goes on with what it finds itself, round after round in its own memory, before all blocks meet at the next barrier. A
// round costs a chain of three loads and a barrier of one block, where a superstep of the grid costs twice as many
// loads and atomic operations and a barrier ten times as dear. Wins where paths are long; loses where frontiers grow
// fast, because blocks then have unequal work (Pace).
//
// Blocks run at their own speed, so a vertex may first get a value from a long path and a better one later. Nothing is
// lost: reductions may be repeated and reordered, a value changes by atomic operations only, and each change is
// followed by the vertex entering a list or a queue, put there by the lane that made the change. A vertex whose value
// has changed since it entered a list is passed over: the lane that changed it has put it elsewhere. Lists are read
// after a barrier of their block, queues after one of the grid.
namespace warpgraph::detail {

// Vertices in a block's list. Others go to the queue of the next superstep.
inline constexpr std::uint32_t kAheadVertices = 512;
inline constexpr std::uint32_t kMaxRoundsAhead = 64;

template <class Value>
struct AheadList {
  VertexId vertex[kAheadVertices];
  std::uint32_t degree[kAheadVertices];
  EdgeId first[kAheadVertices];  // outgoing edge
  Value value[kAheadVertices];   // when it entered the list
};
template <class Value>
struct AheadShared {
  AheadList<Value> list[2];
  VertexId waiting[kAheadVertices];
  std::uint32_t size[3];  // of the lists: one is read, one is written and one is cleared
  std::uint32_t waiting_size;
  std::uint32_t pushed_vertices;
  std::uint32_t pushed_edges;
};

// How many rounds blocks may go ahead, and from frontiers of how many edges.
struct AheadLimits {
  std::uint32_t rounds;
  std::uint64_t edges;
};
// How many they go: twice as many as before while the frontier grows little from barrier to barrier.
struct Pace {
  std::uint32_t rounds = 1;
  std::uint32_t last_edges = 0;  // or the largest number

  WARPGRAPH_DEVICE std::uint32_t next(std::uint64_t edges, const AheadLimits& limits) {
    const bool is_steady = edges <= limits.edges && edges <= 2 * std::uint64_t{last_edges};
    rounds = is_steady ? Min{}(2 * rounds, limits.rounds) : 1;
    last_edges = static_cast<std::uint32_t>(edges <= kNoVertex ? edges : kNoVertex);
    return rounds;
  }
};

// A queue with the bitmask of the vertices in it, which enter it once.
struct ClaimedQueue {
  sweep::QueueView queue;
  View<std::uint32_t> mask;
  View<std::uint64_t> packed;  // one: its counts

  // A lane's vertex.
  WARPGRAPH_DEVICE void put(VertexId v, EdgeId first, EdgeId degree) const {
    if (claim_bit(mask, v)) queue.put(atomic::fetch_add(packed[0], sweep::pack_counts(1, degree)), v, first);
  }
  // vertex_of(lane, v, first, degree) leaves v as it is, kNoVertex, for lanes without one.
  template <class VertexOf>
  WARPGRAPH_DEVICE void put(kernel::Warp& warp, VertexOf&& vertex_of) const {
    kernel::PerLane<VertexId> vertex;
    kernel::PerLane<EdgeId> first;
    kernel::PerLane<EdgeId> degree;
    kernel::PerLane<std::uint64_t> wanted;
    warp.relaxed_phase([&](kernel::Lane lane) {
      vertex[lane] = kNoVertex;
      wanted[lane] = first[lane] = degree[lane] = 0;
      vertex_of(lane, vertex[lane], first[lane], degree[lane]);
      if (vertex[lane] != kNoVertex && claim_bit(mask, vertex[lane]))
        wanted[lane] = sweep::pack_counts(1, degree[lane]);
    });
    sweep::put_all(warp, wanted, queue, packed[0], [&](kernel::Lane lane, auto&& put_one) {
      if (wanted[lane] != 0) put_one(vertex[lane], first[lane], degree[lane]);
    });
  }
};

// One superstep of a block that goes ahead, from its part of a queue into another. The Rule says
//
//   is_done(value)                            whether a vertex of the queue need not push
//   waits(value)                              whether a vertex is for later than the next superstep of this launch
//   found(v, degree, before, value, round)    of each change
//   leaves_near()                             a vertex that does not wait goes into the queue
//   next()                                    the queue of the next superstep (ClaimedQueue)
//   put_waiting(v, first, degree)             puts a lane's vertex where it waits
//   give_waiting(warp, vertex)                the same of a warp's vertices, kNoVertex for lanes without one
template <class P, class E, class Rule>
struct GoAhead {
  using Value = typename P::VertexValue;
  using Shared = AheadShared<Value>;
  static constexpr std::uint32_t kThreads = 256;
  static constexpr std::uint32_t kSteps = kShortSteps;
  static constexpr std::uint32_t kMaxWidth = 5;

  const KernelView<P, E>& view;
  const Rule& rule;
  const sweep::QueueView& from;
  const View<std::uint32_t>& from_mask;  // of the vertices in `from`; it is left clear
  std::uint64_t packed;                  // counts of `from`
  std::uint32_t lanes;                   // of a vertex, at least
  std::uint32_t rounds;

  WARPGRAPH_DEVICE void operator()(kernel::Block<kThreads>& block, Shared& shared) const {
    block.elect([&] {
      shared.size[0] = shared.size[1] = shared.size[2] = shared.waiting_size = 0;
      shared.pushed_vertices = shared.pushed_edges = 0;
    });
    block.phase([&](kernel::Lane lane) { take_part(block, lane, shared); });
    std::uint32_t round = 0;
    for (; round < rounds; ++round) {
      const std::uint32_t size = size_of(shared.size[round % 3]);
      if (size == 0) break;
      block.phase([&](kernel::Lane lane) {
        if (lane == 0) shared.size[(round + 2) % 3] = 0;
        const std::uint32_t width = width_for(size);
        for (std::uint32_t i = lane >> width; i < size; i += kThreads >> width)
          push(lane & ((1u << width) - 1), width, shared, round, i);
      });
    }
    block.warps([&](kernel::Warp& warp) { give_back(warp, shared, round); });
  }

 private:
  WARPGRAPH_DEVICE static std::uint32_t size_of(std::uint32_t counted) { return Min{}(counted, kAheadVertices); }

  WARPGRAPH_DEVICE static std::uint32_t add_to(std::uint32_t& shared, std::uint32_t more) {
    return atomic::fetch_add<kernel::Order::kRelaxed, kernel::AtomicScope::kBlock>(shared, more);
  }

  // How many lanes a vertex gets, as a power of two: no fewer than `lanes`, and all that there are while vertices are
  // few, so that a lane has fewer edges to go through one after the other.
  [[nodiscard]] WARPGRAPH_DEVICE std::uint32_t width_for(std::uint32_t size) const {
    std::uint32_t width = 0;
    while (1u << width < lanes || (width < kMaxWidth && size << (width + 1) <= kThreads)) ++width;
    return width;
  }

  // The block's part of the queue.
  WARPGRAPH_DEVICE void take_part(const kernel::Block<kThreads>& block, kernel::Lane lane, Shared& shared) const {
    const std::uint64_t size = sweep::packed_vertices(packed);
    const std::uint64_t last = size * (block.index() + 1) / block.count();
    for (std::uint64_t i = size * block.index() / block.count() + lane; i < last; i += kThreads) {
      const VertexId v = from.vertex[i];
      const EdgeId first = from.base[i] + from.offset[i];
      const EdgeId end = from.base[i] + (i + 1 < size ? from.offset[i + 1] : sweep::packed_edges(packed));
      const Value value = atomic::load(view.value[v]);
      atomic::store(from_mask[v / 32], 0u);
      if (!rule.is_done(value)) add(shared, 0, v, {first, static_cast<std::uint32_t>(end - first)}, value);
    }
  }

  struct Row {
    EdgeId first;
    std::uint32_t degree;  // rows are short
  };
  // For the lane's own round.
  WARPGRAPH_DEVICE void add(Shared& shared, std::uint32_t round, VertexId v, const Row& row, const Value& value) const {
    if (rule.waits(value)) {
      const std::uint32_t i = add_to(shared.waiting_size, 1);
      if (i < kAheadVertices)
        shared.waiting[i] = v;
      else
        rule.put_waiting(v, row.first, row.degree);
      return;
    }
    const std::uint32_t i = add_to(shared.size[round % 3], 1);
    if (i >= kAheadVertices) {
      rule.leaves_near();
      return rule.next().put(v, row.first, row.degree);
    }
    AheadList<Value>& list = shared.list[round % 2];
    list.vertex[i] = v;
    list.degree[i] = row.degree;
    list.first[i] = row.first;
    list.value[i] = value;
  }

  // One in 1 << width edges of the i-th vertex of a list, from `offset` on. In stages, so that what a lane's edges wait
  // for is under way for all of them at once.
  WARPGRAPH_DEVICE void push(std::uint32_t offset, std::uint32_t width, Shared& shared, std::uint32_t round,
                             std::uint32_t i) const {
    const AheadList<Value>& list = shared.list[round % 2];
    const VertexId u = list.vertex[i];
    const EdgeId first = list.first[i];
    const std::uint32_t degree = list.degree[i];
    bool is_checked = false;
    Value value = list.value[i];
    for (std::uint32_t begin = offset; begin < degree; begin += kSteps << width) {
      VertexId target[kSteps];
      typename P::EdgeValue along[kSteps] = {};
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        target[k] = kNoVertex;
        const std::uint32_t at = begin + (k << width);
        if (at >= degree) continue;
        target[k] = view.graph.outgoing.column[first + at];
        along[k] = edge_value<P>(view.graph.outgoing, first + at);
      }
      if (!is_checked) {
        const Value now = atomic::load(view.value[u]);
        if (view.program.updated(value, now)) return;
        value = now;
        is_checked = true;
      }
      Value brought[kSteps] = {};
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k)
        if (target[k] != kNoVertex) brought[k] = visit_target(view, value, along[k], u, target[k]);
      reduce(shared, round, target, brought);
    }
    if (offset != 0) return;
    add_to(shared.pushed_vertices, 1);
    add_to(shared.pushed_edges, degree);
  }

  // Where one lane is enough for a vertex, most edges lead on, and the atomic operation does not wait to be known to be
  // useful.
  WARPGRAPH_DEVICE void reduce(Shared& shared, std::uint32_t round, VertexId (&target)[kSteps],
                               const Value (&brought)[kSteps]) const {
    const View<const EdgeId>& row = view.graph.outgoing.row;
    const bool is_at_once = !ReducesByExchange<P> && lanes == 1;
    EdgeId first[kSteps];
    std::uint32_t end[kSteps];  // modulo 2^32
    Value before[kSteps] = {};
    // Without a branch around them, or a GPU waits for each load before it asks for the next.
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      const VertexId w = target[k] == kNoVertex ? 0 : target[k];
      first[k] = row[w];
      end[k] = static_cast<std::uint32_t>(row[w + 1]);
    }
    if (!is_at_once) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k)
        if (target[k] != kNoVertex) before[k] = atomic::load(view.value[target[k]]);
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k)
        if (target[k] != kNoVertex && !updates(before[k], brought[k])) target[k] = kNoVertex;
    }
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k)
      if (target[k] != kNoVertex) before[k] = atomic_reduce(view.program, view.value[target[k]], brought[k], before[k]);
    WARPGRAPH_UNROLL
    for (std::uint32_t k = 0; k < kSteps; ++k) {
      if (target[k] == kNoVertex || !updates(before[k], brought[k])) continue;
      const Value value = reduction(view.program)(before[k], brought[k]);  // what lies there now
      const Row mine{first[k], end[k] - static_cast<std::uint32_t>(first[k])};
      rule.found(target[k], mine.degree, before[k], value, round);
      if (mine.degree == 0) continue;  // it has nothing to push
      prefetch_edges(view, mine.first);
      add(shared, round + 1, target[k], mine, value);
    }
  }
  WARPGRAPH_DEVICE bool updates(const Value& old, const Value& value) const {
    return ShortEdges<P, E>::updates(view, old, value);
  }

  // What is left of the list that the next round would read, and what waits.
  WARPGRAPH_DEVICE void give_back(kernel::Warp& warp, Shared& shared, std::uint32_t round) const {
    const std::uint32_t left = size_of(shared.size[round % 3]);
    const AheadList<Value>& list = shared.list[round % 2];
    const std::uint32_t begin = warp.index_in_block() * kernel::Warp::kSize;
    for (std::uint32_t base = begin; base < left; base += kThreads) {
      warp.elect([&] { rule.leaves_near(); });
      rule.next().put(warp, [&](kernel::Lane lane, VertexId& v, EdgeId& first, EdgeId& degree) {
        if (base + lane >= left) return;
        v = list.vertex[base + lane];
        first = list.first[base + lane];
        degree = list.degree[base + lane];
      });
    }
    const std::uint32_t waiting = size_of(shared.waiting_size);
    for (std::uint32_t base = begin; base < waiting; base += kThreads) {
      kernel::PerLane<VertexId> vertex;
      warp.relaxed_phase(
          [&](kernel::Lane lane) { vertex[lane] = base + lane < waiting ? shared.waiting[base + lane] : kNoVertex; });
      rule.give_waiting(warp, vertex);
    }
  }
};

}  // namespace warpgraph::detail
