// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/detail/fused/peer_loop.hpp>
#include <warpgraph/framework/engine/detail/fused/peer_search.hpp>
#include <warpgraph/framework/engine/detail/pull/gather_all.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_active.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_first.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_fused.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_unsettled.hpp>
#include <warpgraph/framework/engine/detail/run/run_state.hpp>
#include <warpgraph/framework/engine/options.hpp>

namespace warpgraph::detail {

// Queues the kernels of one superstep, for each plan; of plans that the program rules out there are none. The next
// frontier's counts are in device memory when they have run; the host knows nothing yet.
template <class P, class E>
class Supersteps {
 public:
  Supersteps(StreamRef stream, RunState<P>& state, const KernelView<P, E>& view, const EngineOptions& options)
      : stream_(stream), state_(state), view_(view), options_(options) {}

  KernelView<P, E>& view() { return view_; }

  void initialise() {
    Frontier& first = state_.now();
    launch(stream_, sweep(), Initialise<P, E>{view_, state_.own_words(first.mask), first.counts, state_.partial});
    first.has_mask = true;
    if constexpr (first_hit_suffices<P>())
      copy(stream_, state_.own_words(state_.settled), state_.own_words(first.mask));
    sum_aggregates();
  }

  // What other devices own begins in the same way; with or without its values.
  void initialise_copies([[maybe_unused]] const LocalIds& local_ids, [[maybe_unused]] bool with_values) {
    if constexpr (InitialisesById<P>) {
      const VertexId first = state_.own.first - state_.first_vertex;
      View<typename P::VertexValue> values;
      if (with_values) values = state_.value;
      launch(
          stream_, sweep_warps(stream_, local_ids.count),
          InitialiseCopies<P>{view_.program, local_ids, first, first + state_.own.size(), values, state_.now().mask});
    }
  }

  void pull_all(GatherShape shape, const GraphPlan& plan) {
    if constexpr (!first_hit_suffices<P>()) {
      if constexpr (kPullsFused<P>) {
        const std::uint32_t width = width_of(shape);
        if (!state_.has_peers && plan.has_locality && width != 0 && width <= kWidestFused &&
            (!kHasValue<E> || plan.incoming.mean <= kShortFused))
          return pull_fused(width);
      }
      const bool is_long = plan.incoming.longest >= GatherBySegments<P, E>::kTooLong;
      if (is_long && shape == GatherShape::kSegments) shape = GatherShape::kVirtual32;
      state_.ensure_reduced();
      gather_all(stream_, gather_arguments(), shape, plan.incoming.empty != 0, state_.carries);
      apply_to({});
    }
  }

  void pull_active() {
    if constexpr (!first_hit_suffices<P>() && !evaluates_all<P>()) {
      state_.ensure_reduced();
      const std::uint64_t max_heavy = view_.graph.edge_count / kHeavyEdges;
      state_.ensure_active(max_heavy);
      fill(stream_, state_.active, 0);
      if (state_.groups != nullptr && view_.graph.outgoing.row.empty())
        activate_groups(state_.groups->view());
      else
        activate();
      const HeavyList heavy{state_.heavy, state_.heavy_count};
      fill(stream_, state_.heavy_count, 0);
      launch(stream_, sweep(), GatherActive<P, E>{gather_arguments(), state_.own_words(state_.active), heavy});
      if (max_heavy != 0) {
        const auto blocks = std::min<std::uint64_t>(max_heavy, sweep_warps(stream_, rows()).count);
        launch(stream_, Blocks{std::min<std::uint64_t>(blocks, 1024)}, GatherHeavy<P, E>{gather_arguments(), heavy});
      }
      apply_to(state_.own_words(state_.active));
    }
  }

  void pull_first() {
    if constexpr (first_hit_suffices<P>()) {
      mark(state_.now());
      Frontier& next = state_.reset_next();
      launch(stream_, sweep(),
             PullFirst<P, E>{view_, state_.now().mask, state_.own_words(state_.settled), state_.own_words(next.mask),
                             next.counts, options_.deterministic});
      next.has_mask = true;
    }
  }

  // The edges of the vertices that may still change, into the readback's counts.
  void count_unsettled() {
    if constexpr (PrioritisedProgram<P>) {
      state_.ensure_unsettled();
      mark(state_.now());
      find_least(state_.value, state_.now().mask);
      state_.clear(state_.unsettled.view());
      launch(stream_, sweep(), CountUnsettled<P, E>{{view_, state_.least}, state_.unsettled});
      copy(stream_, View<FrontierCounts>(&state_.readback->counts, 1), state_.unsettled);
    }
  }
  // The least priority of those in the mask, into state_.least.
  void find_least([[maybe_unused]] View<const typename P::VertexValue> value,
                  [[maybe_unused]] View<const std::uint32_t> mask) {
    if constexpr (PrioritisedProgram<P>) {
      fill(stream_, state_.least, kNoLimit<PriorityOf<P>>);
      launch(stream_, sweep_warps(stream_, static_cast<VertexId>(value.size())),
             FindLeast<P>{view_.program, value, mask, state_.least});
    }
  }

  // After count_unsettled.
  void pull_unsettled([[maybe_unused]] std::uint64_t edges) {
    if constexpr (PrioritisedProgram<P>) {
      using Unsettled = IsUnsettled<P, E>;
      Frontier& next = state_.reset_next(/*marks=*/true);
      const QueueView queue = next.queue;
      state_.clear(state_.unsettled.view());
      launch(stream_, warps_for(rows(), Enqueue<Unsettled>::kTile),
             Enqueue<Unsettled>{view_.graph.incoming.row, rows(), {view_, state_.least}, queue, state_.unsettled});
      launch(stream_, warps_for(edges, PullUnsettled<P, E>::kSliceEdges),
             PullUnsettled<P, E>{view_, queue, state_.unsettled, state_.own_words(next.mask), next.counts});
      next.has_mask = true;
    }
  }

  void push() {
    if constexpr (PushableProgram<P>) {
      enqueue(state_.now());
      Frontier& now = state_.now();
      // Other devices' vertices have no place in a queue that this one fills.
      const bool marks = state_.has_peers || now.edges >= options_.thresholds.marking_edges;
      Frontier& next = state_.reset_next(marks || !first_hit_wins());
      if (marks) {
        const std::uint64_t max = sweep_warps(stream_, ~VertexId{0}).count;
        launch(stream_, Warps{std::min(warps_for(now.edges, PushMarking<P, E>::kSliceEdges).count, max)},
               PushMarking<P, E>{push_arguments(), now.queue, now.counts, next.mask, next.counts});
      } else {
        launch(stream_, warps_for(now.edges, PushAll<P, E>::kSliceEdges),
               PushAll<P, E>{push_arguments(), now.queue, now.counts, next.queue, next.mask, next.counts});
      }
      next.has_queue = !marks;
      next.has_mask = marks || !first_hit_wins();
      if (first_hit_suffices<P>() && !first_hit_wins())
        for_each(stream_, mask_words(rows()), Settle{state_.own_words(next.mask), state_.own_words(state_.settled)});
    }
  }

  // As many supersteps as go into one launch, at most `most`; waits for them. The frontier that they leave is now().
  // Returns the frontiers that they started from.
  std::vector<FrontierCounts> push_loop(std::uint32_t max, std::uint32_t lanes) {
    std::vector<FrontierCounts> history;
    if constexpr (PushableProgram<P>) {
      state_.ensure_loop();
      enqueue(state_.now());
      if (!first_hit_wins()) fill(stream_, state_.next().mask, 0);
      const std::uint64_t supersteps = run_loop(std::min(max, RunState<P>::kMaxLoopSupersteps), lanes);
      history = to_host(stream_, View<const FrontierCounts>(state_.history.view().subview(0, supersteps)));
      if (!history.empty()) history.front().vertices = state_.now().vertices;
      leave_loop(supersteps);
    }
    return history;
  }

  // The same of several devices. Before launch_peer_loop: what it needs of this device alone.
  void prepare_peer_loop() {
    if constexpr (PushableProgram<P>) {
      state_.ensure_peer_loop();
      enqueue(state_.now());
      fill(stream_, state_.own_words(state_.next().mask), 0);
      prepare<PeerLoop<P, E>>(stream_, WholeDevice{});
    }
  }
  // All devices must come to do it; waits for none.
  void launch_peer_loop(const PeerLaunchArguments<P>& with, const NearFarOrder<P>& order, std::uint32_t lanes) {
    if constexpr (PushableProgram<P>) {
      Frontier& now = state_.now();
      Frontier& next = state_.next();
      const View<PeerLoopState<PriorityOf<P>>> state = state_.peer_loop;
      launch(stream_, WholeDevice{priority_blocks(lanes) * multiprocessors()},
             PeerLoop<P, E>{push_arguments(),
                            {now.queue, next.queue},
                            next.mask,
                            state_.own_words(next.mask),
                            {now.counts, next.counts},
                            state,
                            {&state.data()->updated, 1, state.space()},
                            with,
                            order,
                            lanes});
    }
  }
  // The same two of a search.
  void prepare_peer_search([[maybe_unused]] std::uint32_t lanes) {
    if constexpr (SearchProgram<P>) {
      state_.ensure_search();
      if (lanes != 0)
        prepare<PeerSearch<P, E, true>>(stream_, WholeDevice{});
      else
        prepare<PeerSearch<P, E, false>>(stream_, WholeDevice{});
    }
  }
  void launch_peer_search(const PeerLaunchArguments<P>& with, const DirectionRule& rule, bool is_first,
                          std::uint32_t lanes) {
    if constexpr (SearchProgram<P>) {
      Frontier& now = state_.now();
      Frontier& next = state_.next();
      const View<SearchState<P>> state = state_.search;
      // Where vertices have few edges so have frontiers, and fewer blocks meet sooner.
      const WholeDevice blocks{lanes == 1 ? loop_blocks() : 0};
      const auto launch_it = [&](auto is_short) {
        launch(
            stream_, blocks,
            PeerSearch<P, E, decltype(is_short)::value>{view_,
                                                        state_.value,
                                                        state_.settled,
                                                        state_.own_words(state_.settled),
                                                        {now.queue, next.queue},
                                                        {now.mask, next.mask},
                                                        {state_.own_words(now.mask), state_.own_words(next.mask)},
                                                        {now.counts, next.counts},
                                                        state,
                                                        {&state.data()->updated, 1, state.space()},
                                                        with,
                                                        rule,
                                                        std::min(options_.thresholds.peer_list_edges, with.max_edges),
                                                        is_first,
                                                        now.has_mask,
                                                        lanes});
      };
      if (lanes != 0)
        launch_it(std::true_type{});
      else
        launch_it(std::false_type{});
    }
  }
  // When either is over.
  void leave_peer_loop(std::uint64_t supersteps, bool is_mask) {
    if (supersteps % 2 == 1) state_.swap();
    state_.now().has_queue = !is_mask;
    state_.now().has_mask = is_mask;
  }

  // The same in the order of a distance; the next call goes on where this one stopped. The run is over when nobody is
  // left in now().
  std::vector<FrontierCounts> priority_loop(std::uint32_t max, [[maybe_unused]] double step,
                                            [[maybe_unused]] std::uint32_t lanes) {
    std::vector<FrontierCounts> history;
    if constexpr (PrioritisedProgram<P>) {
      if (state_.priority.empty()) begin_priority_loop();
      const std::uint64_t before = state_.priority_readback->supersteps;
      launch(stream_, WholeDevice{priority_blocks(lanes) * multiprocessors()},
             PriorityLoop<P, E>{view_,
                                {state_.now().queue, state_.next().queue},
                                {state_.now().mask, state_.next().mask},
                                {{state_.far[0], state_.far[1]}, state_.far_mask},
                                state_.priority,
                                state_.history.view().subview(0, std::min(max, RunState<P>::kMaxLoopSupersteps)),
                                to_step<PriorityOf<P>>(step),
                                lanes});
      auto& left = *state_.priority_readback;
      copy(stream_, View<PriorityState<PriorityOf<P>>>(&left, 1), state_.priority);
      stream_.synchronize();
      history =
          to_host(stream_, View<const FrontierCounts>(state_.history.view().subview(0, left.supersteps - before)));
      FrontierCounts waiting = left.counts[left.supersteps % 3];
      waiting.vertices += left.far_size[left.splits % 2];
      if (waiting.vertices != 0) waiting.edges = 1;  // of those on the pile nobody has counted them
      state_.now().know(waiting);
    }
    return history;
  }

 private:
  void activate() {
    enqueue(state_.now());
    launch(stream_, warps_for(state_.now().edges, Activate::kSliceEdges),
           Activate{view_.graph.outgoing.column, state_.now().queue, state_.now().counts, state_.active});
  }
  void activate_groups(const VertexGroupsView& groups) {
    state_.ensure_queues();
    const std::uint64_t count = groups.row.size() - 1;
    const QueueView queue = state_.now().queue;
    state_.clear(state_.group_counts.view());
    launch(stream_, warps_for(count, Enqueue<GroupInMask>::kTile),
           Enqueue<GroupInMask>{groups.row, count, {state_.now().mask, groups.shift}, queue, state_.group_counts});
    launch(stream_, sweep_warps(stream_, ~VertexId{0}),
           Activate{groups.column, queue, state_.group_counts, state_.active, groups.shift});
  }

  void begin_priority_loop() {
    using T = PriorityOf<P>;
    state_.ensure_loop();
    state_.ensure_far();
    enqueue(state_.now());
    fill(stream_, state_.next().mask, 0);
    *state_.priority_readback = {0, {}, {}, 0, {kNoLimit<T>, kNoLimit<T>}, Max::identity<T>()};
    copy(stream_, state_.priority, View<const PriorityState<T>>(state_.priority_readback, 1));
    copy(stream_, View<FrontierCounts>(&state_.priority.data()->counts[0], 1, state_.priority.view().space()),
         state_.now().counts);
  }
  // Where vertices have few edges so have frontiers, and fewer blocks meet sooner.
  [[nodiscard]] unsigned priority_blocks(std::uint32_t lanes) const {
    return lanes == 1 ? options_.thresholds.loop_blocks : options_.thresholds.priority_blocks;
  }
  [[nodiscard]] unsigned multiprocessors() const {
    return static_cast<unsigned>(std::max(1, stream_.device().info().multiprocessors));
  }
  [[nodiscard]] VertexId rows() const { return view_.graph.vertex_count; }  // the vertices that are evaluated
  [[nodiscard]] Warps sweep() const { return sweep_warps(stream_, rows()); }
  // Deterministic runs reduce over all contributions of a superstep.
  [[nodiscard]] bool first_hit_wins() const { return first_hit_suffices<P>() && !options_.deterministic; }
  [[nodiscard]] Gather<P, E> gather_arguments() { return {view_, state_.reduced}; }
  [[nodiscard]] Push<P, E> push_arguments() {
    KernelView<P, E> by_id = view_;
    by_id.value = state_.value;
    return {by_id, state_.settled, first_hit_wins()};
  }

  void enqueue(Frontier& frontier) {
    state_.ensure_queues();
    if (frontier.has_queue) return;
    launch(
        stream_, warps_for(state_.vertices, Enqueue<InMask>::kTile),
        Enqueue<InMask>{view_.graph.outgoing.row, state_.vertices, {frontier.mask}, frontier.queue, frontier.counts});
    frontier.has_queue = true;
  }
  void mark(Frontier& frontier) {
    if (frontier.has_mask) return;
    fill(stream_, frontier.mask, 0);
    for_each(stream_, frontier.vertices, MarkQueue{frontier.queue.vertex, frontier.counts, frontier.mask});
    frontier.has_mask = true;
  }

  void pull_fused(std::uint32_t width) {
    state_.ensure_next_seen();
    Frontier& next = state_.reset_next();
    with_width<kWidestFused>(width, [&](auto constant) {
      launch(stream_, sweep(),
             PullFused<P, E, decltype(constant)::value>{view_, state_.next_seen, next.counts, state_.partial});
    });
    if constexpr (HasPublish<P>) {
      std::swap(state_.published, state_.next_seen);
      view_.published = view_.all_seen = state_.published;
    } else {
      std::swap(state_.value, state_.next_seen);
      view_.value = view_.all_seen = state_.value;
    }
    sum_aggregates();
  }

  void apply_to(View<const std::uint32_t> active) {
    Frontier& next = state_.reset_next();
    launch(stream_, sweep(),
           Apply<P, E>{view_, state_.reduced, active, state_.own_words(next.mask), next.counts, state_.partial});
    next.has_mask = true;
    sum_aggregates();
  }
  void sum_aggregates() {
    if constexpr (HasAggregate<P>) {
      const View<AggregateType<P>> partial = state_.partial.view().subview(0, sweep().count);
      launch(stream_, Blocks{1}, SumAggregates<P>{partial, state_.aggregate});
    }
  }

  std::uint64_t run_loop(std::uint32_t max, std::uint32_t lanes) {
    Frontier& now = state_.now();
    Frontier& next = state_.next();
    state_.clear(state_.loop.view());
    copy(stream_, first_counts(), now.counts);
    launch(stream_, WholeDevice{loop_blocks()},
           PushLoop<P, E>{push_arguments(),
                          {now.queue, next.queue},
                          {now.mask, next.mask},
                          state_.loop,
                          state_.history.view().subview(0, max),
                          options_.thresholds.loop_edges,
                          lanes});
    copy(stream_, View<LoopState>(state_.loop_readback, 1), state_.loop);
    stream_.synchronize();
    return state_.loop_readback->supersteps;
  }
  [[nodiscard]] unsigned loop_blocks() const { return options_.thresholds.loop_blocks * multiprocessors(); }
  void leave_loop(std::uint64_t supersteps) {
    const std::uint64_t at = supersteps % 3;
    if (supersteps % 2 == 1) state_.swap();
    Frontier& now = state_.now();
    copy(stream_, now.counts,
         View<const FrontierCounts>(&state_.loop.data()->counts[at], 1, state_.loop.view().space()));
    now.know(state_.loop_readback->counts[at]);
    now.has_queue = true;
    now.has_mask = !first_hit_wins();
  }
  [[nodiscard]] View<FrontierCounts> first_counts() {
    return {&state_.loop.data()->counts[0], 1, state_.loop.view().space()};
  }

  StreamRef stream_;
  RunState<P>& state_;
  KernelView<P, E> view_;
  const EngineOptions& options_;
};

}  // namespace warpgraph::detail
