// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include <warpgraph/framework/engine/detail/exchange/take_sums.hpp>
#include <warpgraph/framework/engine/detail/peers/initialise_copies.hpp>
#include <warpgraph/framework/engine/detail/plans/group_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/peer_loop_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/peer_priority_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/plan_set.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_active_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_all_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_first_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_unsettled_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/push_plan.hpp>
#include <warpgraph/framework/engine/detail/program_part/peer_part_calls.hpp>
#include <warpgraph/framework/engine/detail/program_part/program_part.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph::detail {

template <class P, class E>
using PlansOfPeer = PlanSet<PullAllPlan<P, E>, PullActivePlan<P, E>, PullFirstPlan<P, E>, PullUnsettledPlan<P, E>,
                            PushPlan<P, E>, PeerLoopPlan<P, E>, PeerPriorityPlan<P, E>>;

// One device's part of a run on several.
template <class P, class E>
class PeerPart final : public ProgramPart<P, E, PlansOfPeer<P, E>, PeerPartCalls> {
 public:
  template <class EdgeValue>
  PeerPart(const ShardedGraph<EdgeValue>& sharded, int device, const AdjacencyView<E>& edges, const P& program,
           const EngineOptions& run_options)
      : PeerPart(sharded, sharded.shard(device), device, edges, program, run_options) {}

  void take(VertexRange range) override {
    if (range.empty() && !this->has_grid) range = {this->held.first, this->held.first};
    this->own = range;
    const std::uint64_t first = range.first - this->held.first;
    const auto rows_of = [&](View<const EdgeId> row) { return row.subview(first, std::uint64_t{range.size()} + 1); };
    AdjacencyView<E> own_edges = incoming_;
    own_edges.row = rows_of(incoming_.row);
    this->look_at({range.size(), incoming_.column.size(), own_edges, outgoing_});
    KernelView<P, E>& mine = this->view;
    mine.facts = {own_edges.row, {}, {}, range.first, range.first - this->first_vertex};
    if (this->has_grid) {
      mine.facts.in_row = in_row_;
      mine.facts.out_degrees = held_degrees_;
      if (held_degrees_.empty()) mine.facts.out_row = in_row_;
      this->graph_of_rows = {this->held.size(), incoming_.column.size(), incoming_, outgoing_};
    } else if (!held_degrees_.empty()) {
      mine.facts.out_degrees = held_degrees_.subview(first, range.size());
    } else {
      mine.facts.out_row = rows_of(out_row_.empty() ? incoming_.row : out_row_);
    }
    mine.value = this->part_of(this->value, range);
    mine.published = this->part_of(this->published, range);
    mine.all_seen = this->seen();
  }
  void initialise_copies([[maybe_unused]] bool with_values) override {
    if constexpr (InitialisesById<P>) {
      const VertexId first = this->own.first - this->first_vertex;
      View<typename P::VertexValue> values;
      if (with_values) values = this->value;
      kernel::launch(this->stream, sweep::sweep_warps(this->stream, this->local_ids.count),
                     InitialiseCopies<P>{this->view.program, this->local_ids, first, first + this->own.size(), values,
                                         this->now().mask});
    }
  }
  [[nodiscard]] View<std::byte> seen_bytes() override { return hubs::bytes_of(this->seen()); }
  [[nodiscard]] View<std::byte> hidden_bytes(VertexRange range) override {
    return HasPublish<P> ? hubs::bytes_of(this->part_of(this->value, range)) : View<std::byte>();
  }
  View<std::uint32_t> count_active() override {
    ActiveVertices& active = this->template plan_of<PullActivePlan<P, E>>().active();
    active.count_edges(*this);
    return active.mask();
  }
  [[nodiscard]] std::uint64_t edges_walked(Plan plan) override {
    return this->plans_.edges_walked(plan, this->typed());
  }
  [[nodiscard]] View<std::byte> gathered() override { return hubs::bytes_of(this->held_sums()); }
  [[nodiscard]] View<std::byte> pushed() override { return hubs::bytes_of(this->part_of(this->value, this->held)); }
  void apply_sums(View<const shards::PeerNumbers> places, View<const std::byte> brought) override {
    kernel::for_each(this->stream, this->own.size(),
                     SumPartials<P>{this->view.program, places, values_in<Contribution<P>>(brought), this->own_sums()});
    this->apply({});
  }
  void take_pushed([[maybe_unused]] std::span<const RowMessage> messages) override {
    if constexpr (PushableProgram<P>) {
      Frontier& next = this->next();
      TakePushed<P> take{this->view.program, this->view.value, this->own_words(next.mask), {}};
      if constexpr (first_hit_suffices<P>()) take.settled = this->own_words(this->settled);
      for (const RowMessage& each : messages) {
        if (each.listed != 0)
          kernel::for_each(this->stream, each.listed, TakeListed<P>{take, values_in<std::uint32_t>(each.bytes)});
        else
          kernel::for_each(this->stream, this->own.size(),
                           TakeAll<P>{take, each.place, values_in<typename P::VertexValue>(each.bytes)});
      }
      count_own(*this, this->view.facts, next);
    }
  }

  void set_step(double step) override { priority_plan().set_step(step); }
  void find_nearest() override { priority_plan().find_nearest(*this); }
  [[nodiscard]] std::span<std::byte> nearest() override {
    return std::as_writable_bytes(std::span(&this->readback[0].least, 1));
  }
  void take_nearer(std::span<const std::byte> other) override {
    auto& least = this->readback[0].least;
    least = std::min(least, value_in<std::remove_cvref_t<decltype(least)>>(other));
  }
  bool move_limit(std::span<const std::byte> nearest) override {
    return priority_plan().move_limit(value_in<PriorityOf<P>>(nearest));
  }
  void set_limit(std::uint64_t limit) override { priority_plan().set_limit(from_word<PriorityOf<P>>(limit)); }
  void split_far() override { priority_plan().split_far(*this); }

  void prepare_launch(const LaunchTask& task) override {
    if (task.search)
      loop().prepare_search(*this);
    else
      loop().prepare_loop(*this);
    if (task.in_order) priority_plan().prepare_launch(*this);
  }
  void queue_launch([[maybe_unused]] const LaunchTask& task, [[maybe_unused]] const PeerLaunch& with) override {
    if constexpr (PushableProgram<P>) {
      const PeerLaunchArguments<P> arguments{.others = peers(with),
                                             .vertices = with.frontier.vertices,
                                             .edges = with.frontier.edges,
                                             .max_supersteps = with.max_supersteps,
                                             .max_edges = with.max_edges,
                                             .history = {&this->host[0].loop, 1}};
      if (task.search) return loop().launch_search(*this, arguments, *task.search, with.is_first);
      NearFarOrder<P> order;
      if (task.in_order) order = priority_plan().order(*this, task, arguments.others.borders);
      loop().launch_loop(*this, arguments, order);
    }
  }

 protected:
  void find_pending(View<PriorityOf<P>> least) override { priority_plan().find_pending(*this, least); }

 private:
  template <class EdgeValue>
  PeerPart(const ShardedGraph<EdgeValue>& sharded, const shards::Shard<EdgeValue>& shard, int device,
           const AdjacencyView<E>& edges, const P& program, const EngineOptions& run_options)
      : ProgramPart<P, E, PlansOfPeer<P, E>, PeerPartCalls>(sharded.stream(device), program, run_options,
                                                            shard.local_ids.count, shard.local_ids.first, shard.held,
                                                            device, shard.local_ids.view()),
        incoming_(edges),
        outgoing_(as_edges<E>(shard.outgoing.view())),
        out_row_(shard.out_row),
        held_degrees_(shard.out_degrees) {
    this->has_peers = true;
    this->has_grid = shard.grid.has_value();
    if (shard.grid) in_row_ = shard.grid->in_row;
    this->known_rows = &shard.rows;
    this->graph_facts = &shard.facts->held;
    this->view.global_id = shard.local_ids.id;
    take(shard.own);
    if (this->own == this->held) this->template plan_of<PullAllPlan<P, E>>().find_blocks(*this);
  }

  [[nodiscard]] PeerLoopPlan<P, E>& loop() { return this->template plan_of<PeerLoopPlan<P, E>>(); }
  [[nodiscard]] PeerPriorityPlan<P, E>& priority_plan() { return this->template plan_of<PeerPriorityPlan<P, E>>(); }
  [[nodiscard]] Peers<typename P::VertexValue> peers(const PeerLaunch& with) {
    const std::size_t number = with.first_device + static_cast<std::size_t>(this->index);
    auto others = with.exchange.template peers_of<Published<P>>(number, this->own);
    others.notes.epoch = with.epoch;
    others.notes.is_stopped = {&this->host[0].stops_loop, 1};
    for (std::uint32_t p = 0; p < others.count && this->local_ids.are_ids(); ++p)
      for (const int later : {0, 1})
        others.peer[p].mask[later] = this->words(with.masks[others.peer[p].device].mask[later], this->own);
    return others;
  }

  template <class T>
  [[nodiscard]] static View<const T> values_in(View<const std::byte> bytes) {
    return {reinterpret_cast<const T*>(bytes.data()), bytes.size() / sizeof(T), bytes.space()};
  }

  AdjacencyView<E> incoming_;  // of the vertices that are held
  AdjacencyView<E> outgoing_;
  View<const EdgeId> in_row_;  // of the own vertices, on a grid
  View<const EdgeId> out_row_;
  View<const std::uint32_t> held_degrees_;
};

}  // namespace warpgraph::detail
