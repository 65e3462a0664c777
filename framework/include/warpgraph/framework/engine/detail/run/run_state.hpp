// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

#include <warpgraph/framework/engine/detail/core/array_layout.hpp>
#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/framework/engine/detail/fused/peer_loop.hpp>
#include <warpgraph/framework/engine/detail/fused/peer_search.hpp>
#include <warpgraph/framework/engine/detail/fused/priority_loop.hpp>
#include <warpgraph/framework/engine/detail/fused/push_loop.hpp>
#include <warpgraph/framework/engine/detail/pull/gather_all.hpp>
#include <warpgraph/framework/engine/scratch.hpp>
#include <warpgraph/framework/engine/vertex_groups.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::detail {

// The vertices that a superstep starts from, as a bitmask, as a queue, or both; and what the host knows of them.
struct Frontier {
  View<std::uint32_t> mask;
  QueueView queue;              // with places when some plan needs it
  View<FrontierCounts> counts;  // one
  bool has_mask = false;
  bool has_queue = false;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;

  void know(const FrontierCounts& found) {
    vertices = found.vertices + packed_vertices(found.packed);
    edges = found.edges + packed_edges(found.packed);
  }
};

// What comes back to the host after a superstep.
template <class P>
struct Readback {
  FrontierCounts counts;
  AggregateType<P> aggregate;
};

// The arrays of one run on one device. Those that only some plans need are made when such a plan comes up.
template <class P>
struct RunState {
  // After so many supersteps of one launch the host looks whether the run was cancelled.
  static constexpr std::uint32_t kMaxLoopSupersteps = 4096;

  // With places for so many vertices, the first of which is `first`. Of these the device evaluates a range, or holds it
  // and may come to evaluate it.
  RunState(StreamRef on, VertexId locals, VertexId first, VertexRange range, EngineScratch* scratch)
      : stream(on), vertices(locals), first_vertex(first), max_rows(range.size()), own(range) {
    if (scratch == nullptr) scratch = &own_scratch.emplace(stream.device().runtime());
    readback = scratch->part<Readback<P>>(0);
    loop_readback = scratch->part<LoopState>(1);
    priority_readback = scratch->part<PriorityState<PriorityOf<P>>>(1);
    value = Buffer<typename P::VertexValue>(stream, vertices, "engine values");
    if (HasPublish<P>) published = Buffer<Published<P>>(stream, vertices, "engine published values");
    make_frontiers();
    if constexpr (HasAggregate<P>) {
      partial = Buffer<AggregateType<P>>(stream, sweep_warps(stream, max_rows).count, "engine partial sums");
      aggregate = Buffer<AggregateType<P>>(stream, 1, "engine partial sums");
    }
  }

  [[nodiscard]] Frontier& now() { return frontiers[parity]; }
  [[nodiscard]] Frontier& next() { return frontiers[1 - parity]; }
  void swap() { parity = 1 - parity; }

  // With nothing in it yet. `marks`: the superstep sets bits of the mask one by one, as the exchange between devices
  // does after every superstep.
  Frontier& reset_next(bool marks = false) {
    clear(next().counts);
    next().has_mask = next().has_queue = false;
    if (marks || has_peers) fill(stream, next().mask, 0);
    return next();
  }
  // What an array over places, or a bitmask, has of a range of the vertices that the device holds.
  template <class T>
  [[nodiscard]] View<T> part(Buffer<T>& all, VertexRange range) const {
    return all.empty() ? View<T>() : all.view().subview(range.first - first_vertex, range.size());
  }
  [[nodiscard]] View<std::uint32_t> words(View<std::uint32_t> mask, VertexRange range) const {
    return mask.subview((range.first - first_vertex) / 32, mask_words(range.size()));
  }
  template <class T>
  [[nodiscard]] View<T> own_part(Buffer<T>& all) const {
    return part(all, own);
  }
  [[nodiscard]] View<std::uint32_t> own_words(View<std::uint32_t> mask) const { return words(mask, own); }
  void ensure_queues() {
    if (!queues.empty()) return;
    ArrayLayout layout;
    std::size_t at[2][3];
    for (auto& queue : at) {
      queue[0] = layout.add<VertexId>(vertices);
      queue[1] = layout.add<EdgeId>(vertices);
      queue[2] = layout.add<EdgeId>(vertices);
    }
    queues = Buffer<std::byte>(stream, layout.bytes(), "engine queue");
    for (std::size_t i = 0; i < 2; ++i)
      frontiers[i].queue = {array_at<VertexId>(queues, at[i][0], vertices),
                            array_at<EdgeId>(queues, at[i][1], vertices), array_at<EdgeId>(queues, at[i][2], vertices)};
  }
  void ensure_reduced() {
    if (reduced.empty()) reduced = Buffer<Contribution<P>>(stream, max_rows, "engine sums");
  }
  void ensure_next_seen() {
    if (next_seen.empty()) next_seen = Buffer<Published<P>>(stream, vertices, "engine next values");
  }
  void ensure_active(std::size_t max_heavy) {
    if (!active.empty()) return;
    active = Buffer<std::uint32_t>(stream, mask_words(vertices), "engine active vertices");
    heavy = Buffer<VertexId>(stream, max_heavy, "engine active vertices");
    heavy_count = Buffer<std::uint32_t>(stream, 1, "engine active vertices");
    group_counts = Buffer<FrontierCounts>(stream, 1, "engine counts");
  }
  void ensure_unsettled() {
    ensure_queues();
    if (!least.empty()) return;
    least = Buffer<PriorityOf<P>>(stream, 1, "engine least priority");
    unsettled = Buffer<FrontierCounts>(stream, 1, "engine counts");
  }
  void ensure_loop() {
    if (!loop.empty()) return;
    loop = Buffer<LoopState>(stream, 1, "engine counts");
    history = Buffer<FrontierCounts>(stream, kMaxLoopSupersteps, "engine counts");
  }
  void ensure_peer_loop() {
    if (peer_loop.empty()) peer_loop = Buffer<PeerLoopState<PriorityOf<P>>>(stream, 1, "engine counts");
  }
  void ensure_search() {
    ensure_queues();
    if (search.empty()) search = Buffer<SearchState<P>>(stream, 1, "engine counts");
  }

  void ensure_far() {
    if (!far_mask.empty()) return;
    for (Buffer<VertexId>& each : far) each = Buffer<VertexId>(stream, vertices, "engine pile");
    far_mask = Buffer<std::uint32_t>(stream, mask_words(vertices), "engine pile");
    fill(stream, far_mask, 0);
    priority = Buffer<PriorityState<PriorityOf<P>>>(stream, 1, "engine counts");
  }

  template <class T>
  void clear(View<T> view) {
    static_assert(sizeof(T) % sizeof(std::uint64_t) == 0);
    const View<std::uint64_t> words(reinterpret_cast<std::uint64_t*>(view.data()),
                                    view.size_bytes() / sizeof(std::uint64_t), view.space());
    fill(stream, words, 0);
  }

  // The frontiers' bitmasks, and that of who is settled.
  void make_frontiers() {
    const std::uint64_t words = mask_words(vertices);
    ArrayLayout layout;
    const std::size_t counts_at = layout.add<FrontierCounts>(2);
    const std::size_t mask_at[2] = {layout.add<std::uint32_t>(words), layout.add<std::uint32_t>(words)};
    const std::uint64_t settled_words = first_hit_suffices<P>() ? words : 0;
    const std::size_t settled_at = layout.add<std::uint32_t>(settled_words);
    masks = Buffer<std::byte>(stream, layout.bytes(), "engine frontier");
    counts = array_at<FrontierCounts>(masks, counts_at, 2);
    clear(counts);
    for (std::size_t i = 0; i < 2; ++i) {
      frontiers[i].mask = array_at<std::uint32_t>(masks, mask_at[i], words);
      frontiers[i].counts = counts.subview(i, 1);
    }
    settled = array_at<std::uint32_t>(masks, settled_at, settled_words);
  }

  StreamRef stream;
  VertexId vertices;                     // of which there are values: all, or those that are held or read (Places)
  VertexId first_vertex;                 // the one whose place is 0
  VertexId max_rows;                     // that the own vertices may come to be
  VertexRange own;                       // begins at a multiple of 32
  const VertexGroups* groups = nullptr;  // what activates, if the graph has no outgoing edges
  bool has_peers = false;                // the run, with other devices
  std::optional<EngineScratch> own_scratch;
  Readback<P>* readback = nullptr;
  LoopState* loop_readback = nullptr;
  PriorityState<PriorityOf<P>>* priority_readback = nullptr;  // in the same place: a run has one loop or the other

  Buffer<typename P::VertexValue> value;
  Buffer<Published<P>> published;
  Buffer<std::byte> masks;
  Buffer<std::byte> queues;
  View<FrontierCounts> counts;  // of both frontiers
  Frontier frontiers[2];
  int parity = 0;
  Buffer<VertexId> far[2];
  Buffer<std::uint32_t> far_mask;
  Buffer<PriorityState<PriorityOf<P>>> priority;
  Buffer<PriorityOf<P>> least;  // of pull-unsettled
  Buffer<FrontierCounts> unsettled;
  View<std::uint32_t> settled;        // of first-hit programs
  Buffer<std::uint32_t> out_degrees;  // counted
  Buffer<AggregateType<P>> partial;
  Buffer<AggregateType<P>> aggregate;
  Buffer<Contribution<P>> reduced;  // of pull-all and pull-active
  Buffer<Published<P>> next_seen;   // of pull-all in one kernel
  Carries<Contribution<P>> carries;
  Buffer<std::uint32_t> active;  // of pull-active
  Buffer<VertexId> heavy;
  Buffer<std::uint32_t> heavy_count;
  Buffer<FrontierCounts> group_counts;
  Buffer<LoopState> loop;  // of push-loop
  Buffer<FrontierCounts> history;
  Buffer<PeerLoopState<PriorityOf<P>>> peer_loop;  // the same of several devices
  Buffer<SearchState<P>> search;
};

}  // namespace warpgraph::detail
