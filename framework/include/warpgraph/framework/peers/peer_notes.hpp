// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include <warpgraph/framework/peers/max_peers.hpp>
#include <warpgraph/framework/shard/peer_links.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/kernel/backoff.hpp>
#include <warpgraph/runtime/kernel/lane.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
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

// The notes of one device and its peers, those in the order of the devices.
struct PeerNotes {
  View<StepNote> outgoing[kMaxPeers];  // two in the memory of the peer
  View<StepNote> incoming[kMaxPeers];  // two in the device's own
  std::uint32_t count = 0;
  std::uint64_t epoch = 0;               // of the launch's first round
  View<const std::uint64_t> is_stopped;  // by the host, because a device is lost
};

// What a note says.
template <class What>
[[nodiscard]] WARPGRAPH_DEVICE What& content_of(StepNote& note) {
  static_assert(std::is_trivially_copyable_v<What> && sizeof(What) <= sizeof note.content && alignof(What) <= 8);
  return reinterpret_cast<What&>(note.content);
}

// By one warp. what(lane): what the peer of the lane is told of the round. The peer that reads it sees all that the
// device has written before.
template <class What>
WARPGRAPH_DEVICE void write_notes(kernel::Warp& warp, const PeerNotes& notes, std::uint64_t round, What&& what) {
  warp.phase([&](kernel::Lane lane) {
    if (lane >= notes.count) return;
    StepNote& note = notes.outgoing[lane][round % 2];
    const auto content = what(lane);
    content_of<std::remove_const_t<decltype(content)>>(note) = content;
    atomic::store<kernel::Order::kRelease, kernel::AtomicScope::kSystem>(note.epoch, notes.epoch + round);
  });
}

// By one warp. Waits for all peers' notes of the round; read(lane, content) for each. False if a device will not come.
template <class What, class Read>
WARPGRAPH_DEVICE bool read_notes(kernel::Warp& warp, const PeerNotes& notes, std::uint64_t round, Read&& read) {
  kernel::PerLane<bool> is_missing{};
  warp.phase([&](kernel::Lane lane) {
    if (lane >= notes.count) return;
    StepNote& note = notes.incoming[lane][round % 2];
    is_missing[lane] = !await(note.epoch, notes.epoch + round, notes.is_stopped[0]);
    if (!is_missing[lane]) read(lane, std::as_const(content_of<What>(note)));
  });
  return !warp.any(is_missing);
}

}  // namespace warpgraph::peers
