// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include "peel.hpp"
#include "peel_together.hpp"

// Peeling on one device, or one of several.
namespace warpgraph::algorithms::k_core {

struct SumUp {
  Peel peel;
  View<Peel::Sums> sums;
  WARPGRAPH_DEVICE void operator()(kernel::Grid<256>& grid) const {
    const Peel::Sums all = peel.sum_up(grid);
    grid.elect([&] { sums[0] = all; });
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
  static MemoryPlan memory(const shards::RunSize& size) {
    MemoryPlan plan = rows::RowPieces::memory(size.vertices, size.own_edges);
    plan.add_array<std::int32_t>("cores", size.vertices);
    for (int i = 0; i < 2; ++i) plan += sweep::FrontierQueue::memory(size.vertices, "cores queue");
    plan.add_array<VertexId>("cores left", 2 * std::size_t{size.vertices});
    plan.add("cores state", sizeof(PeelState));
    plan += peers::OwnRows::memory(size);
    if (size.devices == 1) return plan;
    plan.add_array<VertexId>("cores inbox", 2 * std::size_t{size.vertices});
    return plan.add("cores state", sizeof(PeelTogetherState));
  }

  // Counts the neighbours of the own vertices.
  PeelPart(const peers::PeerGraph& peers, const peers::PeerGraph::Part& part)
      : stream_(part.stream),
        degree_(stream_, peers.vertices, "cores"),
        queue_{{stream_, peers.vertices, "cores queue"}, {stream_, peers.vertices, "cores queue"}},
        list_{{stream_, peers.vertices, "cores left"}, {stream_, peers.vertices, "cores left"}},
        peel_state_(to_device(stream_, std::vector<PeelState>{first_state()}, "cores state")),
        kernel_{part.outgoing, degree_, {queue_[0].view(), queue_[1].view()}, {list_[0], list_[1]}, peel_state_},
        scan_(kernel_.first_scan()) {
    const peers::OwnRows rows(peers, part);
    own_edges_ = rows.view().column.size();
    rows::sum_rows(stream_, rows::RowPieces(stream_, rows.view().row), degree_, CountsNeighbour{rows.view()});
  }

  // All rounds of a device that is alone.
  void launch_alone() { launch(stream_, kernel::WholeDevice{blocks()}, kernel_); }

  void begin_sums() {
    sums_ = Buffer<Peel::Sums>(stream_, 1, "cores sums");
    launch(stream_, kernel::WholeDevice{blocks()}, SumUp{kernel_, sums_});
  }
  // Waits for the stream. Returns how many vertices are left.
  std::uint64_t end_sums() {
    const Peel::Sums sums = to_host(stream_, sums_).front();
    is_simple_ = sums.neighbours == own_edges_;
    left_ = sums.left;
    return left_;
  }

  // ---- Rounds of the host

  void prepare_rounds(bool is_alone) {
    inbox_[0] = Buffer<VertexId>(stream_, is_alone ? 0 : degree_.size(), "cores inbox");
    host_ = PinnedBuffer<PeelState>(stream_.device().runtime(), 1);
  }
  // Lists the own vertices with k neighbours left, where round r has its queue.
  void collect(std::int32_t k, std::uint64_t round) {
    scan_.k = k;
    scan_.begin(left_);
    launch(stream_, warps(), Collect{kernel_, scan_, round});
    read_back();
  }
  // When that is done: returns the fewest neighbours that one of the vertices that stay has.
  std::int32_t know_collected(std::uint64_t round) {
    const std::int32_t least = host_[0].least[scan_.number % 3];
    scan_.end(left_ - listed(round));
    return least;
  }
  // The listed ones go, and so do others' `received` ones, which are in the inbox. Lists those that go next, two rounds
  // further.
  void take_away(std::int32_t k, std::uint64_t round, std::uint64_t received) {
    left_ -= listed(round);
    launch(stream_, warps(), QueueUp{kernel_, inbox_[0].view().subview(0, received), round});
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

  // ---- Launches of many rounds (peel_together.hpp)

  // Before the first launch of any device.
  void prepare_launches() {
    for (Buffer<VertexId>& each : inbox_) each = Buffer<VertexId>(stream_, degree_.size(), "cores inbox");
    PeelTogetherState state = {};
    state.left = left_;
    state.least = max_neighbours();
    state.scan = scan_;
    state.next_k = 1;
    state.lists_next = 1;
    state_ = to_device(stream_, std::vector<PeelTogetherState>{state}, "cores state");
    history_ = PinnedBuffer<PeelHistory>(stream_.device().runtime(), 1);
    warpgraph::kernel::prepare<PeelTogether>(stream_, kernel::WholeDevice{});
  }
  // kernel.outbox and kernel.first are set.
  void launch_rounds(PeelTogether kernel, const peers::PeerNotes& notes, std::uint32_t max_rounds) {
    kernel.peel = kernel_;
    kernel.state = state_;
    kernel.notes = notes;
    for (const int parity : {0, 1}) kernel.inbox[parity] = inbox_[parity];
    kernel.history = history_;
    kernel.max_rounds = max_rounds;
    kernel.is_simple = is_simple_;
    launch(stream_, warpgraph::kernel::WholeDevice{blocks()}, kernel);
  }
  [[nodiscard]] const PeelHistory& history() const { return history_[0]; }

  // From all others; the second one for launches.
  [[nodiscard]] View<VertexId> inbox(int parity) { return inbox_[parity]; }
  [[nodiscard]] Buffer<std::int32_t> take_degrees() { return std::move(degree_); }

 private:
  static PeelState first_state() { return {{0, 0, 0}, {max_neighbours(), max_neighbours(), max_neighbours()}, {0, 0}}; }
  [[nodiscard]] kernel::Warps warps() const { return sweep::sweep_warps(stream_, degree_.size()); }
  [[nodiscard]] unsigned blocks() const {
    constexpr unsigned kBlocksPerMultiprocessor = 3;
    return kBlocksPerMultiprocessor * static_cast<unsigned>(std::max(1, stream_.device().info().multiprocessors));
  }
  void read_back() { copy(stream_, host_, kernel_.state); }

  StreamRef stream_;
  Buffer<std::int32_t> degree_;
  sweep::FrontierQueue queue_[2];
  Buffer<VertexId> list_[2];
  Buffer<PeelState> peel_state_;
  Peel kernel_;
  Peel::Scan scan_;
  Buffer<Peel::Sums> sums_;
  EdgeId own_edges_ = 0;
  bool is_simple_ = false;
  std::uint64_t left_ = 0;
  Buffer<VertexId> inbox_[2];
  PinnedBuffer<PeelState> host_;
  Buffer<PeelTogetherState> state_;
  PinnedBuffer<PeelHistory> history_;
};

}  // namespace warpgraph::algorithms::k_core
