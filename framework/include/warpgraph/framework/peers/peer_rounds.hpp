// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <warpgraph/framework/peers/peer_arrays.hpp>
#include <warpgraph/framework/peers/peer_notes.hpp>
#include <warpgraph/framework/run/options.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::peers {

// Launches kernels that go on from round to round together (peer_notes.hpp).
class PeerRounds {
 public:
  // The peers must stay until the last launch is over.
  explicit PeerRounds(const PeerGraph& peers);

  // Whether kernels of these devices reach each other's memory and run at the same time, and the host need not look at
  // every round.
  [[nodiscard]] static bool are_possible(const PeerGraph& peers, const EngineOptions& options);

  // launch(device, notes) queues the kernel of one device, which takes at most `max_rounds` rounds. What it does before
  // its kernel runs may wait for no device (prepare). Waits for all of them. Throws what has failed on a device, after
  // which the kernels of the others end.
  void operator()(std::uint64_t rounds, const std::function<void(int, const PeerNotes&)>& launch);

 private:
  [[nodiscard]] PeerNotes notes(int device, std::uint64_t epoch) const;

  const PeerGraph& peers_;
  PinnedBuffer<std::uint64_t> is_stopped_;
};

}  // namespace warpgraph::peers
