// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/peers/max_peers.hpp>
#include <warpgraph/framework/shard/peer_links.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/backoff.hpp>
#include <warpgraph/runtime/view.hpp>

// Kernels of several devices that go on from round to round together. At the end of a round a device writes what the
// others are to know into their memory, then a note that it is there; then it waits for their notes.
namespace warpgraph::peers {

// Waits until another device has written what is wanted. False if the host says that it will not come.
WARPGRAPH_DEVICE inline bool await(std::uint64_t& epoch, std::uint64_t wanted, const std::uint64_t& is_stopped) {
  constexpr std::uint32_t kLooksEvery = WARPGRAPH_ON_GPU ? 512 : 1;  // for a GPU the host's memory is far away
  kernel::Backoff back_off;
  for (std::uint32_t looks = 1; atomic::load<kernel::Order::kAcquire, kernel::AtomicScope::kSystem>(epoch) != wanted;
       ++looks) {
    if (looks % kLooksEvery == 0 &&
        atomic::load<kernel::Order::kRelaxed, kernel::AtomicScope::kSystem>(is_stopped) != 0)
      return false;
    back_off();
  }
  return true;
}

// The notes of one device and its peers, those in the order of the devices. An odd and an even round have one each: no
// device can be two rounds ahead of one that still reads a note.
struct PeerNotes {
  View<StepNote> outgoing[kMaxPeers];  // in the memory of the peer
  View<StepNote> incoming[kMaxPeers];  // in the device's own
  std::uint32_t count = 0;
  std::uint64_t epoch = 0;               // of the launch's first round
  View<const std::uint64_t> is_stopped;  // by the host, because a device is lost
};

}  // namespace warpgraph::peers
