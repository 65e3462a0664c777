// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/peers/peer.hpp>
#include <warpgraph/framework/engine/detail/steps/steps.hpp>
#include <warpgraph/framework/peers/peer_notes.hpp>
#include <warpgraph/runtime/kernel/clock.hpp>

// How launches of several devices go on from superstep to superstep (steps/steps.hpp): what a device tells the others
// is in their memory when its note is; then it waits for their notes. The sums in the notes tell all devices the same
// how to go on.
namespace warpgraph::detail {

struct PeerState : StepState {
  std::uint64_t received;  // messages
  std::uint32_t sent[peers::kMaxPeers];
  std::uint32_t is_given_up;
};

// What all threads want to know before a superstep, asked for at once.
struct PeerInputs {
  std::uint64_t packed;  // of the queue
  std::uint64_t edges;   // of the frontier of all devices
  std::uint64_t received;
  bool is_given_up;

  WARPGRAPH_DEVICE PeerInputs(const PeerState& s, std::uint32_t queue)
      : packed(atomic::load(s.packed[queue])),
        edges(atomic::load(s.edges)),
        received(atomic::load(s.received)),
        is_given_up(atomic::load(s.is_given_up) != 0) {}
};

// What a device needs beside its own part of the run.
template <class P>
struct PeerLaunchArguments {
  using State = PeerState;
  using Inputs = PeerInputs;
  static constexpr bool kAlone = false;

  Peers<typename P::VertexValue> others;
  std::uint64_t vertices;  // of the frontier of all devices to begin with
  std::uint64_t edges;
  std::uint32_t max_supersteps;
  std::uint64_t max_edges;  // updates no more vertices than fit an inbox
  View<LoopHistory> history;
};

// By one thread, before the first superstep. `frontier`: of all devices; its packed counts are those of the own queue.
template <class P>
WARPGRAPH_DEVICE void begin_steps(PeerState& s, const PeerLaunchArguments<P>& with,
                                  const sweep::FrontierCounts& frontier) {
  begin_counts(s, frontier);
  atomic::store(s.received, std::uint64_t{0});
  atomic::store(s.is_given_up, 0u);
  for (std::uint32_t p = 0; p < with.others.count; ++p) atomic::store(s.sent[p], 0u);
}

// What a device tells the others of a superstep.
struct LoopNote {
  std::uint64_t messages;  // in the inbox
  std::uint64_t vertices;  // that the sender has updated
  std::uint64_t edges;     // and their outgoing edges, in the whole graph
  std::uint64_t waiting;   // for their priority: vertices of the sender
  std::uint64_t nearest;   // of these, a priority
};

// What their notes say together.
struct NoteSums {
  StepSums updated;
  std::uint64_t messages;
  bool is_given_up;  // a note is missing
};

// Waits for the notes.
template <class P>
WARPGRAPH_DEVICE NoteSums read_notes(kernel::Warp& warp, const PeerLaunchArguments<P>& with, std::uint32_t round) {
  kernel::PerLane<std::uint64_t> vertices{};
  kernel::PerLane<std::uint64_t> edges{};
  kernel::PerLane<std::uint64_t> messages{};
  const bool are_there =
      peers::read_notes<LoopNote>(warp, with.others.notes, round, [&](kernel::Lane lane, const LoopNote& note) {
        vertices[lane] = note.vertices;
        edges[lane] = note.edges;
        messages[lane] = note.messages;
      });
  return {{warp.reduce(vertices, Plus{}), warp.reduce(edges, Plus{})}, warp.reduce(messages, Plus{}), !are_there};
}

// By one warp, when everything that the device had to say of the superstep has been written. Leaves the counters as the
// next superstep wants them; false if a device will not come.
template <class P>
WARPGRAPH_DEVICE bool finish_step(kernel::Warp& warp, PeerState& s, const PeerLaunchArguments<P>& with,
                                  std::uint32_t round, const StepRecord& record) {
  const StepSums own = own_sums(s);
  const StepSums from{s.vertices, atomic::load(s.edges)};  // with those above, not when others have come
  const std::uint64_t computed = kernel::clock_nanoseconds();
  kernel::PerLane<std::uint32_t> sent{};
  peers::write_notes(warp, with.others.notes, round, [&](kernel::Lane lane) {
    sent[lane] = atomic::load(s.sent[lane]);
    return LoopNote{sent[lane], own.vertices, own.edges, record.waiting, record.nearest};
  });
  // The history is far away: it is only written, and nothing that others wait for waits for that.
  warp.relaxed_phase([&](kernel::Lane lane) {
    if (lane >= with.others.count) return;
    with.history[0].step[round].sent[lane] = sent[lane];
    atomic::store(s.sent[lane], 0u);
  });
  const NoteSums others = read_notes(warp, with, round);
  warp.elect([&] {
    const std::uint64_t now = kernel::clock_nanoseconds();
    record_step(s, with.history[0], round, record, from, own, computed, now);
    begin_next(s, record, {own.vertices + others.updated.vertices, own.edges + others.updated.edges}, now);
    atomic::store(s.received, others.messages);
    if (others.is_given_up) atomic::store(s.is_given_up, 1u);
  });
  return !others.is_given_up;
}

}  // namespace warpgraph::detail
