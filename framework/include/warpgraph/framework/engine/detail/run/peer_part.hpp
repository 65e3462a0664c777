// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>
#include <warpgraph/framework/engine/detail/fused/peer_step.hpp>
#include <warpgraph/framework/engine/detail/plans/peer_loop_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/peer_priority_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/plan_set.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_active_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_all_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_first_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/pull_unsettled_plan.hpp>
#include <warpgraph/framework/engine/detail/plans/push_plan.hpp>
#include <warpgraph/framework/engine/detail/run/part.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph::detail {

template <class P, class E>
using PlansOfPeer = PlanSet<PullAllPlan<P, E>, PullActivePlan<P, E>, PullFirstPlan<P, E>, PullUnsettledPlan<P, E>,
                            PushPlan<P, E>, PeerLoopPlan<P, E>, PeerPriorityPlan<P, E>>;

// What a device brings back to the host beside Readback.
struct PeerReadback {
  static constexpr std::size_t kMaxChannels = 64;
  ChannelCounts channel[kMaxChannels];
  PeerHistory loop;
  std::uint64_t stops_loop;  // written by the host
};

// One device's part of a run on several.
template <class P, class E>
struct PeerPart : Part<P, E> {
  template <class EdgeValue>
  PeerPart(const ShardedGraph<EdgeValue>& graph, int device, const AdjacencyView<E>& edges, const P& program,
           const EngineOptions& run_options)
      : PeerPart(graph, graph.shard(device), device, edges, program, run_options) {}

  // From now on the device evaluates these vertices, which it holds.
  void take(VertexRange range) {
    if (range.empty()) range = {this->held.first, this->held.first};
    this->own = range;
    const std::uint64_t first = range.first - this->held.first;
    const auto rows_of = [&](View<const EdgeId> row) { return row.subview(first, std::uint64_t{range.size()} + 1); };
    KernelView<P, E>& mine = this->view;
    mine.graph = {range.size(), incoming.column.size(), incoming, outgoing};
    mine.graph.incoming.row = rows_of(incoming.row);
    mine.facts = {mine.graph.incoming.row, {}, {}, range.first, range.first - this->first_vertex};
    if (!held_degrees.empty())
      mine.facts.out_degrees = held_degrees.subview(first, range.size());
    else
      mine.facts.out_row = rows_of(out_row.empty() ? incoming.row : out_row);
    mine.value = this->part_of(this->value, range);
    mine.published = this->part_of(this->published, range);
    mine.all_seen = this->seen();
  }
  // The vertices of its peers begin in the same way; with or without their values.
  void initialise_copies([[maybe_unused]] bool with_values) {
    if constexpr (InitialisesById<P>) {
      const VertexId first = this->own.first - this->first_vertex;
      View<typename P::VertexValue> values;
      if (with_values) values = this->value;
      launch(this->stream, sweep_warps(this->stream, local_ids.count),
             InitialiseCopies<P>{this->view.program, local_ids, first, first + this->own.size(), values,
                                 this->now().mask});
    }
  }

  int index;  // of the device, among those of the graph
  LocalIds local_ids;
  AdjacencyView<E> incoming;  // of the vertices that are held
  AdjacencyView<E> outgoing;
  View<const EdgeId> out_row;
  View<const std::uint32_t> held_degrees;
  PlansOfPeer<P, E> plans;
  PinnedBuffer<PeerReadback> host;  // one
  std::uint64_t updated = 0;        // of the own vertices, in the superstep
  std::optional<Event> begin;       // of a superstep, if it is timed
  std::optional<Event> computed;
  std::optional<Event> sending;
  std::optional<Event> sent;

 private:
  template <class EdgeValue>
  PeerPart(const ShardedGraph<EdgeValue>& graph, const Shard<EdgeValue>& shard, int device,
           const AdjacencyView<E>& edges, const P& program, const EngineOptions& run_options)
      : Part<P, E>(graph.stream(device), program, run_options, shard.local_ids.count, shard.local_ids.first,
                   shard.held),
        index(device),
        local_ids(shard.local_ids.view()),
        incoming(edges),
        outgoing(as_edges<E>(shard.outgoing.view())),
        out_row(shard.out_row),
        held_degrees(shard.out_degrees),
        host(graph.stream(device).device().runtime(), 1) {
    this->has_peers = true;
    this->known_rows = &shard.rows;
    if (graph.has_groups()) this->groups = &*shard.groups;
    this->view.global_id = shard.local_ids.id;
    take(shard.own);
  }
};

}  // namespace warpgraph::detail
