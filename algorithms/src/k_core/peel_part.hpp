// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include "peel.hpp"
#include "peel_together.hpp"

// Peeling on one of several devices.
namespace warpgraph::algorithms::k_core {

// Neighbours of all vertices, and vertices that have any.
struct SumDegrees {
  View<const std::int32_t> degree;
  View<std::uint64_t> sums;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<std::uint64_t> neighbours{};
    kernel::PerLane<std::uint64_t> vertices{};
    warp.relaxed_phase([&](kernel::Lane lane) {
      for (std::uint64_t v = sweep::first_in_sweep(warp, lane); v < degree.size(); v += sweep::sweep_stride(warp)) {
        neighbours[lane] += static_cast<std::uint64_t>(degree[v]);
        vertices[lane] += degree[v] > 0 ? 1u : 0u;
      }
    });
    const std::uint64_t all_neighbours = warp.reduce(neighbours, Plus{});
    const std::uint64_t all_vertices = warp.reduce(vertices, Plus{});
    warp.elect([&] {
      atomic::fetch_add(sums[0], all_neighbours);
      atomic::fetch_add(sums[1], all_vertices);
    });
  }
};

struct Collect {
  Peel peel;
  Peel::Scan scan;
  std::uint64_t round;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const { peel.collect(warp, scan, round); }
};

// Those that go, the device's own of the round's list and those of others, become the queue of the next round, if they
// have edges here.
struct QueueUp {
  Peel peel;
  View<const VertexId> others;
  std::uint64_t round;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    PeelState& now = peel.state[0];
    const std::uint64_t mine = sweep::packed_vertices(now.packed[round % 3]);
    const std::uint64_t all = mine + others.size();
    for (std::uint64_t base = sweep::first_in_sweep(warp, 0); base < all; base += sweep::sweep_stride(warp)) {
      kernel::PerLane<VertexId> vertex[1];
      warp.relaxed_phase([&](kernel::Lane lane) {
        vertex[0][lane] = kNoVertex;
        const std::uint64_t i = base + lane;
        if (i >= all) return;
        const VertexId v = i < mine ? peel.queue[round % 2].vertex[i] : others[i - mine];
        if (peel.edges.degree(v) != 0) vertex[0][lane] = v;
      });
      peel.enqueue(warp, vertex, peel.queue[(round + 1) % 2], now.packed[(round + 1) % 3]);
    }
    if (warp.global_index() == 0) warp.elect([&] { now.packed[(round + 2) % 3] = 0; });
  }
};

struct TakeAway {
  Peel peel;
  std::int32_t k;
  std::uint64_t round;
  bool is_simple;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    peel.take_away(warp, {k, round, peel.state[0].packed[round % 3], is_simple});
  }
};

// What one device peels: its own vertices, along the edges from all vertices to these.
class PeelPart {
 public:
  PeelPart(const peers::PeerGraph& peers, const peers::PeerGraph::Part& part)
      : stream_(part.stream),
        vertices_(peers.vertices),
        buffers_(part.stream, peers.vertices),
        kernel_(buffers_.kernel(part.outgoing)) {
    const peers::OwnRows rows(peers, part);
    buffers_.count(stream_, rows.view());
    own_edges_ = rows.view().column.size();
    sums_ = Buffer<std::uint64_t>(stream_, 2, "cores sums");
    fill(stream_, sums_, 0);
    launch(stream_, warps(), SumDegrees{kernel_.degree, sums_});
  }

  // Waits for the stream. Returns how many are left.
  std::uint64_t begin() {
    const std::vector<std::uint64_t> sums = to_host(stream_, sums_);
    is_simple_ = sums[0] == own_edges_;
    left_ = sums[1];
    return left_;
  }
  [[nodiscard]] Buffer<std::int32_t> take_degrees() { return buffers_.take_degrees(); }

 protected:
  [[nodiscard]] kernel::Warps warps() const { return sweep::sweep_warps(stream_, vertices_); }

  StreamRef stream_;
  VertexId vertices_;
  PeelBuffers buffers_;
  Peel kernel_;
  Buffer<std::uint64_t> sums_;
  EdgeId own_edges_ = 0;
  bool is_simple_ = false;
  std::uint64_t left_ = 0;
};

// For a loop of the host, step by step.
class PartByHost : public PeelPart {
 public:
  PartByHost(const peers::PeerGraph& peers, const peers::PeerGraph::Part& part)
      : PeelPart(peers, part),
        inbox_(part.stream, peers.vertices, "cores inbox"),
        host_(part.stream.device().runtime(), 1),
        scan_{1, 0, peers.vertices, 0, false} {}

  // Lists the own vertices with k neighbours left, where round r has its queue.
  void collect(std::int32_t k, std::uint64_t round) {
    scan_.k = k;
    scan_.lists_anew = 2 * left_ < scan_.size;
    launch(stream_, warps(), Collect{kernel_, scan_, round});
    read_back();
  }
  // When that is done: returns the fewest neighbours that one of the vertices that stay has.
  std::int32_t know_collected(std::uint64_t round) {
    const std::int32_t least = host_[0].least[scan_.number % 3];
    if (scan_.lists_anew) {
      scan_.size = left_ - listed(round);
      ++scan_.lists;
    }
    ++scan_.number;
    return least;
  }

  // The listed ones go, and so do others' `received` ones, which are in the inbox. Lists those that go next, two rounds
  // further.
  void take_away(std::int32_t k, std::uint64_t round, std::uint64_t received) {
    left_ -= listed(round);
    launch(stream_, warps(), QueueUp{kernel_, inbox_.view().subview(0, received), round});
    launch(stream_, warps(), TakeAway{kernel_, k, round + 1, is_simple_});
    read_back();
  }

  // What is known when the stream has been waited for.
  [[nodiscard]] std::uint64_t listed(std::uint64_t round) const {
    return sweep::packed_vertices(host_[0].packed[round % 3]);
  }
  [[nodiscard]] std::uint64_t walked(std::uint64_t round) const {
    return sweep::packed_edges(host_[0].packed[round % 3]);
  }

  [[nodiscard]] View<const VertexId> list(std::uint64_t round) const {
    return kernel_.queue[round % 2].vertex.subview(0, listed(round));
  }
  [[nodiscard]] View<VertexId> inbox() { return inbox_; }

 private:
  void read_back() { copy(stream_, host_, kernel_.state); }

  Buffer<VertexId> inbox_;
  PinnedBuffer<PeelState> host_;
  Peel::Scan scan_;
};

// For launches of all devices (peel_together.hpp).
class PartByLaunches : public PeelPart {
 public:
  static MemoryPlan memory(VertexId vertices) {
    MemoryPlan plan;
    plan.add_array<VertexId>("cores inbox", 2 * std::size_t{vertices});
    return plan.add("cores state", sizeof(PeelTogetherState));
  }
  PartByLaunches(const peers::PeerGraph& peers, const peers::PeerGraph::Part& part)
      : PeelPart(peers, part),
        inbox_{{part.stream, peers.vertices, "cores inbox"}, {part.stream, peers.vertices, "cores inbox"}},
        history_(part.stream.device().runtime(), 1) {}

  // After begin(), before the first launch of any device.
  void prepare() {
    PeelTogetherState state = {};
    state.left = left_;
    state.least = max_neighbours();
    state.scan = {1, 0, vertices_, 0, false};
    state.next_k = 1;
    state.lists_next = 1;
    state_ = to_device(stream_, std::vector<PeelTogetherState>{state}, "cores state");
    warpgraph::kernel::prepare<PeelTogether>(stream_, kernel::WholeDevice{});
  }
  [[nodiscard]] View<VertexId> inbox(int parity) { return inbox_[parity]; }

  // kernel.outbox and kernel.first are set.
  void launch(PeelTogether kernel, const peers::PeerNotes& notes, std::uint32_t max_rounds, unsigned blocks) {
    kernel.peel = kernel_;
    kernel.state = state_;
    kernel.notes = notes;
    for (const int parity : {0, 1}) kernel.inbox[parity] = inbox_[parity];
    kernel.history = history_;
    kernel.max_rounds = max_rounds;
    kernel.is_simple = is_simple_;
    warpgraph::kernel::launch(stream_, kernel::WholeDevice{blocks}, kernel);
  }
  [[nodiscard]] const PeelHistory& history() const { return history_[0]; }

 private:
  Buffer<VertexId> inbox_[2];
  Buffer<PeelTogetherState> state_;
  PinnedBuffer<PeelHistory> history_;
};

}  // namespace warpgraph::algorithms::k_core
