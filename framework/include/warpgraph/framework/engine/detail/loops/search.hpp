// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <warpgraph/framework/engine/detail/choices/choose_plan.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_first.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/framework/engine/detail/steps/steps.hpp>
#include <warpgraph/runtime/kernel/grid.hpp>

// A whole search on one device or on several, in one launch on each: as all that a superstep finds has one value,
// devices tell each other which vertices were found and nothing else. They choose each superstep's direction by the
// sums of what they told each other. Three kinds of supersteps:
//
//   small frontiers   push; a found vertex goes into the own queue, and as a message to the peers that read it
//   larger ones       push; a found vertex is marked in a bitmask, and each device writes its part of it to all others
//   the largest       pull, with an early exit; the same bitmask
//
// On several devices a superstep costs one to five barriers over the grid and a flag there and back; on one device one
// to four barriers and no flag.
namespace warpgraph::detail {

enum class SearchStep : std::uint32_t { kOver, kPush, kPushWide, kPull };

// State that all threads of one device see, and that the next launch goes on from.
template <class P, class State>
struct SearchState : State {
  std::uint64_t settled_edges;  // of all that were found by any device
  std::uint32_t step;           // the next SearchStep
  bool was_pulling;
  typename P::VertexValue uniform;  // the value of the frontier
};

// kShort: vertices have a fixed number of lanes, for graphs where all rows are short.
// With: LaunchArguments, or PeerLaunchArguments<P> where there are other devices.
template <class P, class E, bool kShort, class With>
struct Search {
  static constexpr bool kAlone = With::kAlone;
  using Value = typename P::VertexValue;
  static constexpr std::uint32_t kWords = 4;  // of a bitmask, for a lane at a time

  KernelView<P, E> view;
  View<Value> value;                // by local id, which is the id
  View<std::uint32_t> settled;      // the same
  View<std::uint32_t> own_settled;  // of the own vertices
  sweep::QueueView queue[2];
  View<std::uint32_t> mask[2];
  View<std::uint32_t> own_mask[2];
  View<sweep::FrontierCounts> counts[2];  // of the queues, and of what a search begins with
  View<SearchState<P, typename With::State>> state;
  View<sweep::FrontierCounts> updated;  // the state's
  With with;
  DirectionRule rule;
  std::uint64_t max_listed;  // edges of a frontier, for messages
  bool is_first;             // launch of the search
  bool is_mask;              // what the frontier to begin with is; else a queue
  std::uint32_t lanes;       // of a vertex; of kShort

  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    if (is_first) grid.warps([&](kernel::Warp& warp) { find_value(warp); });
    grid.elect([&] { begin(); });
    bool in_mask = is_mask;
    std::uint32_t superstep = 0;
    while (true) {
      const auto step = static_cast<SearchStep>(atomic::load(state[0].step));
      typename With::Inputs now(state[0], superstep % 2);
      const std::uint32_t parity = superstep % 2;
      if constexpr (!kAlone) {
        if (now.is_given_up) break;
        if (now.received != 0) {
          grid.warps([&](kernel::Warp& warp) {
            take_found(warp, with, parity, view.graph.outgoing.row, queue[parity], state[0].packed[parity]);
          });
          now.packed = atomic::load(state[0].packed[parity]);
        }
      }
      if (step == SearchStep::kOver || superstep == with.max_supersteps) break;

      if (in_mask && step != SearchStep::kPull) {
        grid.warps([&](kernel::Warp& warp) { enqueue(warp, parity); });
        now.packed = atomic::load(state[0].packed[parity]);
      }
      const auto to_agree = [&](kernel::Warp& warp) { agree(warp, superstep, step, now.packed); };
      if (step == SearchStep::kPush) {
        push_small(grid, parity, now.packed, to_agree);
      } else {
        if (step == SearchStep::kPull)
          pull(grid, parity, in_mask, now.packed, to_agree);
        else
          push_wide(grid, parity, now.packed, to_agree);
        if constexpr (!kAlone)
          grid.warps([&](kernel::Warp& warp) { tell_mask(warp, with, parity, own_mask[1 - parity]); }, to_agree);
      }
      in_mask = step != SearchStep::kPush;
      ++superstep;
    }
    grid.elect([&] { end_steps(state[0], with.history[0], superstep, in_mask, counts[superstep % 2][0]); });
  }

 private:
  // The value of those that the search starts from.
  WARPGRAPH_DEVICE void find_value(kernel::Warp& warp) const {
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, mask[0].size(), [&](std::uint64_t i) {
        const std::uint32_t word = mask[0][i];
        if (word == 0) return;
        atomic::store(state[0].uniform, view.program.initial(static_cast<VertexId>(i * 32 + lowest_bit(word))));
      });
    });
  }
  WARPGRAPH_DEVICE void begin() const {
    auto& s = state[0];
    sweep::FrontierCounts frontier = counts[0][0];
    if (!(kAlone && is_first)) {
      frontier.vertices = with.vertices;
      frontier.edges = with.edges;
    }
    if (is_mask) frontier.packed = 0;
    begin_steps(s, with, frontier);
    if (is_first) {
      s.settled_edges = frontier.edges;
      s.was_pulling = false;
      choose();
    }
  }

  // The next step, chosen by what all devices know.
  WARPGRAPH_DEVICE void choose() const {
    auto& s = state[0];
    const std::uint64_t edges = atomic::load(s.edges);
    SearchStep step = edges <= max_listed ? SearchStep::kPush : SearchStep::kPushWide;
    if (rule.pulls(s.was_pulling, s.vertices, edges, s.settled_edges)) step = SearchStep::kPull;
    if (edges == 0) step = SearchStep::kOver;
    s.was_pulling = step == SearchStep::kPull;
    atomic::store(s.step, static_cast<std::uint32_t>(step));
  }
  WARPGRAPH_DEVICE void agree(kernel::Warp& warp, std::uint32_t superstep, SearchStep step,
                              std::uint64_t packed) const {
    auto& s = state[0];
    StepRecord record{Plan::kPullFirst, true, 0, superstep % 2};
    if (step != SearchStep::kPull) {
      record.plan = step == SearchStep::kPush ? Plan::kPushLoop : Plan::kPush;
      record.is_dense = step == SearchStep::kPushWide;
      record.walked = sweep::packed_edges(packed);
    }
    if (!finish_step(warp, s, with, superstep, record)) return;
    warp.elect([&] {
      s.settled_edges += atomic::load(s.edges);
      atomic::store(s.uniform, visit(view.program, atomic::load(s.uniform), NoValue{}, kNoVertex, kNoVertex));
      choose();
    });
  }

  // Kernels of one device see the frontier's value, and not what is stored of other devices' vertices.
  WARPGRAPH_DEVICE KernelView<P, E> with_value() const {
    KernelView<P, E> with_it = view;
    with_it.uniform = atomic::load(state[0].uniform);
    with_it.knows_uniform = true;
    return with_it;
  }

  // What marks the next frontier: without peers the end of a superstep; else they are told first.
  template <class Body, class Then>
  WARPGRAPH_DEVICE void mark(kernel::Grid<256>& grid, Body&& body, [[maybe_unused]] Then&& then) const {
    if constexpr (kAlone)
      grid.warps(body, then);
    else
      grid.warps(body);
  }

  template <class Then>
  WARPGRAPH_DEVICE void pull(kernel::Grid<256>& grid, std::uint32_t parity, bool in_mask, std::uint64_t packed,
                             Then&& then) const {
    if (!in_mask) {
      grid.for_each(mask[parity].size(), [&](std::uint64_t i) { mask[parity][i] = 0; });
      grid.for_each(sweep::packed_vertices(packed), [&](std::uint64_t i) {
        const VertexId v = queue[parity].vertex[i];
        atomic::fetch_or(mask[parity][v / 32], bit_of(v));
      });
    }
    const PullFirst<P, E, /*kSettlesEdgeless=*/kAlone> pulling{with_value(),         mask[parity], own_settled,
                                                               own_mask[1 - parity], updated,      /*take_all=*/false};
    mark(
        grid, [&](kernel::Warp& warp) { pulling(warp); }, then);
  }

  WARPGRAPH_DEVICE Push<P, E> pushing() const {
    Push<P, E> push{with_value(), settled, /*first_hit_wins=*/true};
    push.view.value = value;
    return push;
  }
  template <class Then>
  WARPGRAPH_DEVICE void push_wide(kernel::Grid<256>& grid, std::uint32_t parity, std::uint64_t packed,
                                  Then&& then) const {
    grid.warps([&](kernel::Warp& warp) { clear_next(warp, parity); });
    const Push<P, E> push = pushing();
    mark(
        grid, [&](kernel::Warp& warp) { push_and_mark(warp, push, parity, packed); }, then);
  }
  template <class Then>
  WARPGRAPH_DEVICE void push_small(kernel::Grid<256>& grid, std::uint32_t parity, std::uint64_t packed,
                                   Then&& then) const {
    const Push<P, E> push = pushing();
    grid.warps([&](kernel::Warp& warp) { push_and_tell(warp, push, parity, packed); }, then);
  }
  WARPGRAPH_DEVICE void clear_next(kernel::Warp& warp, std::uint32_t parity) const {
    const View<std::uint32_t>& next = own_mask[1 - parity];
    warp.relaxed_phase([&](kernel::Lane lane) {
      sweep::for_each_in_sweep(warp, lane, next.size(), [&](std::uint64_t i) { next[i] = 0; });
    });
  }
  WARPGRAPH_DEVICE void enqueue(kernel::Warp& warp, std::uint32_t parity) const {
    using EnqueueMask = sweep::Enqueue<sweep::InMask>;
    const EnqueueMask all{view.graph.outgoing.row, value.size(), {mask[parity]}, queue[parity], {}};
    sweep::for_each_tile(warp, value.size(), EnqueueMask::kTile,
                         [&](std::uint64_t base) { all.put_tile(warp, base, state[0].packed[parity]); });
  }

  WARPGRAPH_DEVICE void push_and_mark(kernel::Warp& warp, const Push<P, E>& push, std::uint32_t parity,
                                      std::uint64_t packed) const {
    constexpr std::uint32_t kSteps = 2;  // more want registers that pulling needs for warps
    WarpCounts counted;
    sweep::for_each_slice<kSteps>(warp, queue[parity], packed, [&](const auto& slice) {
      auto found = find_edges(warp, push.view, slice);
      push.mark(warp, found, mask[1 - parity],
                [&](kernel::Lane lane, VertexId w) { counted.add(lane, view.facts.out_degree(view.facts.row_of(w))); });
    });
    counted.add_to(warp, updated);
  }

  WARPGRAPH_DEVICE void push_and_tell(kernel::Warp& warp, const Push<P, E>& push, std::uint32_t parity,
                                      std::uint64_t packed) const {
    WarpCounts counted;
    const auto update = [&](auto& found, auto is_short) {
      warp.relaxed_phase([&](kernel::Lane lane) { push.template update<decltype(is_short)::value>(lane, found, {}); });
      put_and_tell(warp, parity, found, counted);
    };
    if constexpr (kShort) {
      for_short_rows(warp, push.view, queue[parity], packed, lanes,
                     [&](auto& found) { update(found, std::true_type{}); });
    } else {
      sweep::for_each_slice<1>(warp, queue[parity], packed, [&](const auto& slice) {
        auto found = find_edges(warp, push.view, slice);
        update(found, std::false_type{});
      });
    }
    counted.add_to(warp, updated);
  }
  // The vertices that the edges have found: into the own next queue, and to the peers that read them.
  template <std::uint32_t kSteps>
  WARPGRAPH_DEVICE void put_and_tell(kernel::Warp& warp, std::uint32_t parity, FrontierEdges<P, E, kSteps>& found,
                                     WarpCounts& counted) const {
    const View<const EdgeId>& row = view.graph.outgoing.row;
    kernel::PerLane<std::uint64_t> wanted{};
    [[maybe_unused]] kernel::PerLane<std::uint32_t> asked{};  // byte k: the peers that want to know of the k-th
    warp.relaxed_phase([&](kernel::Lane lane) {
      WARPGRAPH_UNROLL
      for (std::uint32_t k = 0; k < kSteps; ++k) {
        const VertexId w = found.target[k][lane];
        if (w == kNoVertex) continue;
        wanted[lane] += sweep::RowRange(row, w).packed();
        counted.add(lane, view.facts.out_degree(view.facts.row_of(w)));
        if constexpr (!kAlone) asked[lane] |= wanting_peers(with, view.facts.row_of(w)) << (8 * k);
      }
    });
    sweep::put_all(warp, wanted, queue[1 - parity], state[0].packed[1 - parity],
                   [&](kernel::Lane lane, auto&& put_one) {
                     WARPGRAPH_UNROLL
                     for (std::uint32_t k = 0; k < kSteps; ++k) {
                       const VertexId w = found.target[k][lane];
                       if (w == kNoVertex) continue;
                       const sweep::RowRange range(row, w);  // again: it is near, and registers are few
                       if (range.degree != 0) put_one(w, range.first, range.degree);
                     }
                   });
    if constexpr (!kAlone) tell_found(warp, state[0], with, parity, asked, found.target);
  }
};

}  // namespace warpgraph::detail
