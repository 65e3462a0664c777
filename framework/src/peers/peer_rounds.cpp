// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/peers/peer_rounds.hpp>

#include <atomic>
#include <cstddef>

#include <warpgraph/framework/peers/launch_together.hpp>
#include <warpgraph/runtime/runtime.hpp>

namespace warpgraph::peers {

namespace {

Runtime& runtime_of(const PeerGraph& peers) { return peers.parts.front().stream.device().runtime(); }

}  // namespace

PeerRounds::PeerRounds(const PeerGraph& peers) : peers_(peers), is_stopped_(runtime_of(peers), 1) {}

bool PeerRounds::are_possible(const PeerGraph& peers, const EngineOptions& options) {
  if (peers.devices() < 2 || peers.parts.size() > kMaxPeers + 1 || !peers.hub->takes_writes()) return false;
  if (options.after_superstep || options.exchange.superstep_timeout.count() != 0) return false;
  return runtime_of(peers).supports_concurrent_kernels();
}

void PeerRounds::operator()(std::uint64_t rounds, const std::function<void(int, const PeerNotes&)>& launch) {
  std::vector<StreamRef> streams;
  for (const PeerGraph::Part& each : peers_.parts) streams.push_back(each.stream);
  is_stopped_[0] = 0;
  launch_together(
      streams,
      [&] {
        const std::uint64_t epoch = peers_.links->take_epochs(rounds);
        for (int i = 0; i < peers_.devices(); ++i) launch(i, notes(i, epoch));
      },
      [&] { std::atomic_ref(is_stopped_[0]).store(1); });
}

PeerNotes PeerRounds::notes(int device, std::uint64_t epoch) const {
  PeerNotes notes;
  for (int i = 0; i < peers_.devices(); ++i) {
    if (i == device) continue;
    const auto notes_of = [&](int to, int from) {
      return peers_.links->notes(static_cast<std::size_t>(to)).subview(2 * static_cast<std::size_t>(from), 2);
    };
    notes.outgoing[notes.count] = notes_of(i, device);
    notes.incoming[notes.count] = notes_of(device, i);
    ++notes.count;
  }
  notes.epoch = epoch;
  notes.is_stopped = is_stopped_;
  return notes;
}

}  // namespace warpgraph::peers
