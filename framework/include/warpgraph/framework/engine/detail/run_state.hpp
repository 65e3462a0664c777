// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include <warpgraph/framework/engine/detail/frontier.hpp>
#include <warpgraph/framework/engine/detail/gather_shares.hpp>
#include <warpgraph/framework/engine/detail/push.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>

namespace warpgraph::detail {

// The vertices that a superstep starts from, as a bitmask, as a queue, or both; and what the host knows of them.
struct Frontier {
  Buffer<std::uint32_t> mask;
  Buffer<VertexId> queue;
  Buffer<EdgeId> offset;
  Buffer<EdgeId> base;
  Buffer<FrontierCounts> counts;
  bool has_mask = false;
  bool has_queue = false;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;

  void know(const FrontierCounts& found) {
    vertices = found.vertices + packed_vertices(found.packed);
    edges = found.edges + packed_edges(found.packed);
  }
  [[nodiscard]] QueueView view() { return {queue.view(), offset.view(), base.view()}; }
};

// What comes back to the host after a superstep.
template <class P>
struct Readback {
  FrontierCounts counts;
  AggregateType<P> aggregate;
};

// The arrays of one run on one device. Those that only some plans need are made when such a plan comes up.
template <class P>
class RunState {
 public:
  using Value = typename P::VertexValue;

  RunState(StreamRef stream, VertexId vertices)
      : stream_(stream),
        vertices_(vertices),
        value(stream, vertices, "engine values"),
        published(stream, HasPublish<P> ? vertices : 0, "engine published values"),
        readback(stream.device().runtime(), 1) {
    for (Frontier& each : frontiers_) {
      each.mask = Buffer<std::uint32_t>(stream, mask_words(vertices), "engine frontier");
      each.counts = Buffer<FrontierCounts>(stream, 1, "engine counts");
    }
    fill_words(frontiers_[0].counts.view());
    if (first_hit_suffices<P>())
      settled = Buffer<std::uint32_t>(stream, mask_words(vertices), "engine settled vertices");
    if constexpr (HasAggregate<P>) {
      partial = Buffer<AggregateType<P>>(stream, sweep_warps(stream, vertices).count, "engine partial sums");
      aggregate = Buffer<AggregateType<P>>(stream, 1, "engine sum");
    }
  }

  [[nodiscard]] Frontier& now() { return frontiers_[now_]; }
  [[nodiscard]] Frontier& next() { return frontiers_[1 - now_]; }
  void swap() { now_ = 1 - now_; }

  // With nothing in it yet.
  Frontier& fresh_next() {
    fill_words(next().counts.view());
    next().has_mask = next().has_queue = false;
    return next();
  }
  void need_queues() {
    for (Frontier& each : frontiers_) {
      if (!each.queue.empty()) continue;
      each.queue = Buffer<VertexId>(stream_, vertices_, "engine queue");
      each.offset = Buffer<EdgeId>(stream_, vertices_, "engine queue");
      each.base = Buffer<EdgeId>(stream_, vertices_, "engine queue");
    }
  }
  void need_reduced() {
    if (reduced.empty()) reduced = Buffer<Contribution<P>>(stream_, vertices_, "engine sums");
  }
  void need_active(std::size_t most_hubs) {
    if (!active.empty()) return;
    active = Buffer<std::uint32_t>(stream_, mask_words(vertices_), "engine active vertices");
    hubs = Buffer<VertexId>(stream_, most_hubs, "engine active vertices");
    hub_count = Buffer<std::uint32_t>(stream_, 1, "engine active vertices");
  }
  void need_carries(std::uint64_t shares) {
    if (carry.size() >= shares) return;
    carry_row = Buffer<VertexId>(stream_, shares, "engine carries");
    carry = Buffer<Contribution<P>>(stream_, shares, "engine carries");
  }
  void need_loop() {
    if (!loop.empty()) return;
    loop = Buffer<LoopState>(stream_, 1, "engine counts");
    history = Buffer<FrontierCounts>(stream_, kMostLoopSupersteps, "engine counts");
    loop_readback = PinnedBuffer<LoopState>(stream_.device().runtime(), 1);
  }

  template <class T>
  void fill_words(View<T> view) {
    static_assert(sizeof(T) % sizeof(std::uint64_t) == 0);
    const View<std::uint64_t> words(reinterpret_cast<std::uint64_t*>(view.data()),
                                    view.size_bytes() / sizeof(std::uint64_t), view.space());
    fill(stream_, words, 0);
  }

  // After so many the host looks whether the run was cancelled.
  static constexpr std::uint32_t kMostLoopSupersteps = 4096;

 private:
  StreamRef stream_;
  VertexId vertices_;
  Frontier frontiers_[2];
  int now_ = 0;

 public:
  Buffer<Value> value;
  Buffer<Published<P>> published;
  PinnedBuffer<Readback<P>> readback;
  Buffer<std::uint32_t> settled;
  Buffer<std::uint32_t> out_degrees;
  Buffer<AggregateType<P>> partial;
  Buffer<AggregateType<P>> aggregate;
  Buffer<Contribution<P>> reduced;
  Buffer<std::uint32_t> active;
  Buffer<VertexId> hubs;
  Buffer<std::uint32_t> hub_count;
  Buffer<VertexId> carry_row;
  Buffer<Contribution<P>> carry;
  Buffer<LoopState> loop;
  Buffer<FrontierCounts> history;
  PinnedBuffer<LoopState> loop_readback;
};

}  // namespace warpgraph::detail
