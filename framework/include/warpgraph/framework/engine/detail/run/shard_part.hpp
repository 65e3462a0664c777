// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include <warpgraph/framework/engine/detail/exchange/exchange_kernels.hpp>
#include <warpgraph/framework/engine/detail/fused/peer_loop.hpp>
#include <warpgraph/framework/engine/detail/run/supersteps.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>

namespace warpgraph::detail {

// What a device's streams bring back to the host after a superstep.
struct PeerReadback {
  static constexpr std::size_t kMaxChannels = 64;
  ChannelCounts channel[kMaxChannels];
  FrontierCounts counts[2];       // of both frontiers
  std::uint64_t active_edges;     // of pull-active
  alignas(8) std::byte least[8];  // priority: a number of the program's type
  PeerHistory loop;
  std::uint64_t stops_loop;  // written by the host
};

// One device's part of a run.
template <class P, class E>
struct ShardPart {
  template <class EdgeValue>
  ShardPart(const ShardedGraph<EdgeValue>& graph, int index, const AdjacencyView<E>& edges, const P& program,
            const EngineOptions& options)
      : stream(graph.stream(index)),
        held(graph.shard(index).held),
        local_ids(graph.shard(index).local_ids.view()),
        plan(&graph.shard(index).plan),
        incoming(edges),
        outgoing(as_edges<E>(graph.shard(index).outgoing.view())),
        out_row(graph.shard(index).out_row),
        out_degrees(graph.shard(index).out_degrees),
        state(stream, graph.shard(index).local_ids.count, graph.shard(index).local_ids.first, held,
              &graph.scratch(index)),
        supersteps(stream, state, KernelView<P, E>{program, {}, {}, {}, {}, {}, graph.shard(index).local_ids.id},
                   options),
        host(graph.scratch(index).template part<PeerReadback>(1)) {
    state.has_peers = true;
    if (graph.has_groups()) state.groups = &*graph.shard(index).groups;
    own(graph.shard(index).own);
  }

  // From now on the device evaluates these vertices, which it holds.
  void own(VertexRange range) {
    if (range.empty()) range = {held.first, held.first};
    state.own = range;
    const std::uint64_t first = range.first - held.first;
    KernelView<P, E>& view = supersteps.view();
    view.graph = {range.size(), incoming.column.size(), incoming, outgoing};
    view.graph.incoming.row = incoming.row.subview(first, std::uint64_t{range.size()} + 1);
    view.facts = {view.graph.incoming.row, {}, {}, range.first, range.first - state.first_vertex};
    if (!out_degrees.empty())
      view.facts.out_degrees = out_degrees.subview(first, range.size());
    else
      view.facts.out_row = (out_row.empty() ? incoming.row : out_row).subview(first, std::uint64_t{range.size()} + 1);
    view.value = state.own_part(state.value);
    view.published = state.own_part(state.published);
    view.all_seen = seen();
  }
  void ensure_far() {
    if (!far.empty()) return;
    far = Buffer<std::uint32_t>(stream, state.next().mask.size(), "engine pile");
    fill(stream, far, 0);
  }
  [[nodiscard]] View<Published<P>> seen() {
    if constexpr (HasPublish<P>)
      return state.published;
    else
      return state.value;
  }

  StreamRef stream;
  VertexRange held;
  LocalIds local_ids;
  const GraphPlan* plan;
  AdjacencyView<E> incoming;
  AdjacencyView<E> outgoing;
  View<const EdgeId> out_row;
  View<const std::uint32_t> out_degrees;
  RunState<P> state;
  Supersteps<P, E> supersteps;
  PeerReadback* host;  // in the place of what loops read back
  Buffer<std::uint64_t> active_edges;
  std::uint64_t updated = 0;   // of the own vertices, in the superstep
  Buffer<std::uint32_t> far;   // of those that wait for their priority: a bitmask
  std::optional<Event> begin;  // of a superstep, if it is timed
  std::optional<Event> computed;
  std::optional<Event> telling;
  std::optional<Event> sent;
};

}  // namespace warpgraph::detail
