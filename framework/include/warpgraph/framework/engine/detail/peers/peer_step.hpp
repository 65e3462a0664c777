// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/framework/engine/detail/peers/peer.hpp>
#include <warpgraph/framework/peers/peer_notes.hpp>
#include <warpgraph/framework/run/plan.hpp>
#include <warpgraph/runtime/kernel/clock.hpp>

// What launches of several devices have in common that go on from superstep to superstep: what a device tells the
// others is in their memory when its note is; then it waits for their notes. The sums in the notes tell all devices the
// same how to go on.
namespace warpgraph::detail {

// One superstep of such a launch, of one device.
struct PeerStep {
  std::uint64_t vertices;  // in the frontier of all devices that it starts from
  std::uint64_t edges;
  std::uint64_t walked;   // edges, by this device
  std::uint64_t updated;  // vertices, of this device's
  float computed;         // nanoseconds, until its note was written, and
  float waited;           // until all others' were read
  Plan plan;
  bool is_split;  // no superstep: vertices no longer wait, which the one before it left
  bool is_dense;  // the messages were a bitmask; else, to each peer:
  std::uint32_t sent[peers::kMaxPeers];
};

// As a float, which no length of time is too long for.
WARPGRAPH_DEVICE inline float nanoseconds_between(std::uint64_t begin, std::uint64_t end) {
  return static_cast<float>(end - begin);
}

// What such a launch leaves, in the host's memory.
struct PeerHistory {
  static constexpr std::uint32_t kMaxSteps = 256;
  std::uint64_t rounds;    // in which the devices exchanged messages: supersteps, and splits of the far set; counted up
                           // for the host, which looks whether the launch goes on
  std::uint64_t vertices;  // in the frontier of all devices
  std::uint64_t edges;
  std::uint64_t is_mask;  // whether the frontier is left as a bitmask, and not as a queue
  std::uint64_t waiting;  // for their priority: vertices of the device that has most
  std::uint64_t limit;    // of the priority of those that do not
  PeerStep step[kMaxSteps];
};

// State that all threads of one device see.
struct PeerState {
  std::uint64_t vertices;  // in the frontier of all devices
  std::uint64_t edges;
  std::uint64_t packed[2];        // of the queues
  sweep::FrontierCounts updated;  // of the own vertices, in this superstep
  std::uint64_t received;         // messages
  std::uint64_t noted_at;         // when the notes of the last superstep had arrived
  std::uint32_t sent[peers::kMaxPeers];
  std::uint32_t is_given_up;
};

// What a device needs beside its own part of the run.
template <class P>
struct PeerLaunchArguments {
  Peers<typename P::VertexValue> others;
  std::uint64_t vertices;  // of the frontier of all devices to begin with
  std::uint64_t edges;
  std::uint32_t max_supersteps;
  std::uint64_t max_edges;  // updates no more vertices than fit an inbox
  std::uint64_t epoch;      // of the first superstep
  View<PeerHistory> history;
  View<const std::uint64_t> is_stopped;  // in the host's memory: whether the other devices will not come
};

// What all threads want to know before a superstep, asked for at once.
struct StepInputs {
  std::uint64_t packed;  // of the queue
  std::uint64_t edges;   // of the frontier of all devices
  std::uint64_t received;
  bool is_given_up;

  WARPGRAPH_DEVICE StepInputs(const PeerState& s, std::uint32_t queue)
      : packed(atomic::load(s.packed[queue])),
        edges(atomic::load(s.edges)),
        received(atomic::load(s.received)),
        is_given_up(atomic::load(s.is_given_up) != 0) {}
};

// By one thread, before the first superstep. `frontier`: of all devices; its packed counts are those of the own queue.
template <class P>
WARPGRAPH_DEVICE void begin_peer_steps(PeerState& s, const PeerLaunchArguments<P>& with,
                                       const sweep::FrontierCounts& frontier) {
  s.vertices = frontier.vertices;
  atomic::store(s.edges, frontier.edges);
  atomic::store(s.packed[0], frontier.packed);
  atomic::store(s.packed[1], std::uint64_t{0});
  s.updated = {0, 0, 0};
  atomic::store(s.received, std::uint64_t{0});
  atomic::store(s.is_given_up, 0u);
  for (std::uint32_t p = 0; p < with.others.count; ++p) atomic::store(s.sent[p], 0u);
  s.noted_at = kernel::clock_nanoseconds();
}

// By one thread, behind the last round. `counts`: of the queue that it leaves.
template <class P>
WARPGRAPH_DEVICE void end_peer_steps(const PeerState& s, const PeerLaunchArguments<P>& with, std::uint32_t rounds,
                                     bool is_mask, sweep::FrontierCounts& counts) {
  PeerHistory& left = with.history[0];
  atomic::store<kernel::Order::kRelaxed, kernel::AtomicScope::kSystem>(left.rounds, std::uint64_t{rounds});
  left.vertices = s.vertices;
  left.edges = atomic::load(s.edges);
  left.is_mask = is_mask ? 1 : 0;
  left.waiting = 0;
  counts = {0, 0, is_mask ? 0 : atomic::load(s.packed[rounds % 2])};
}

// What a device does in a superstep, for the history.
struct StepRecord {
  Plan plan;
  bool is_dense;
  std::uint64_t walked;
  std::uint32_t pushed = 0;  // queue, which is empty now
  bool is_split = false;
  std::uint64_t waiting = 0;
  std::uint64_t nearest = 0;
};

// What a superstep has updated, on this device or on its peers.
struct NoteSums {
  std::uint64_t vertices;
  std::uint64_t edges;
  std::uint64_t messages = 0;
  bool is_given_up = false;  // a peer's note is missing
};

WARPGRAPH_DEVICE inline NoteSums own_sums(const PeerState& s) {
  const std::uint64_t packed = atomic::load(s.updated.packed);
  return {atomic::load(s.updated.vertices) + sweep::packed_vertices(packed),
          atomic::load(s.updated.edges) + sweep::packed_edges(packed)};
}

// A lane for each peer. Leaves how many messages each one was sent.
template <class P>
WARPGRAPH_DEVICE void write_notes(kernel::Warp& warp, const PeerState& s, const PeerLaunchArguments<P>& with,
                                  std::uint32_t round, const NoteSums& own, const StepRecord& record,
                                  kernel::PerLane<std::uint32_t>& sent) {
  warp.phase([&](kernel::Lane lane) {
    if (lane >= with.others.count) return;
    sent[lane] = atomic::load(s.sent[lane]);
    peers::StepNote& note = with.others.peer[lane].outgoing[round % 2];
    note.messages = sent[lane];
    note.vertices = own.vertices;
    note.edges = own.edges;
    note.waiting = record.waiting;
    note.nearest = record.nearest;
    atomic::store<kernel::Order::kRelease, kernel::AtomicScope::kSystem>(note.epoch, with.epoch + round);
  });
}

// Waits for the peers' notes and adds them up.
template <class P>
WARPGRAPH_DEVICE NoteSums read_notes(kernel::Warp& warp, PeerState& s, const PeerLaunchArguments<P>& with,
                                     std::uint32_t round, const kernel::PerLane<std::uint32_t>& sent) {
  kernel::PerLane<bool> is_late{};
  kernel::PerLane<std::uint64_t> vertices{};
  kernel::PerLane<std::uint64_t> edges{};
  kernel::PerLane<std::uint64_t> received{};
  warp.phase([&](kernel::Lane lane) {
    if (lane >= with.others.count) return;
    // The history is far away: it is only written, and nothing that others wait for waits for that.
    with.history[0].step[round].sent[lane] = sent[lane];
    atomic::store(s.sent[lane], 0u);
    peers::StepNote& note = with.others.peer[lane].incoming[round % 2];
    is_late[lane] = !peers::await(note.epoch, with.epoch + round, with.is_stopped[0]);
    if (is_late[lane]) return;
    vertices[lane] = note.vertices;
    edges[lane] = note.edges;
    received[lane] = note.messages;
  });
  return {warp.reduce(vertices, Plus{}), warp.reduce(edges, Plus{}), warp.reduce(received, Plus{}), warp.any(is_late)};
}

// By one warp, when everything that the device had to say of the superstep has been written. Leaves the counters as the
// next superstep wants them; false if a device will not come.
template <class P>
WARPGRAPH_DEVICE bool exchange_notes(kernel::Warp& warp, PeerState& s, const PeerLaunchArguments<P>& with,
                                     std::uint32_t round, const StepRecord& record) {
  const NoteSums own = own_sums(s);
  const std::uint64_t from_vertices = s.vertices;  // with those above, not when others have come
  const std::uint64_t from_edges = atomic::load(s.edges);
  const std::uint64_t noted_at = s.noted_at;
  const std::uint64_t begin = kernel::clock_nanoseconds();
  kernel::PerLane<std::uint32_t> sent{};
  write_notes(warp, s, with, round, own, record, sent);
  const NoteSums others = read_notes(warp, s, with, round, sent);
  warp.elect([&] {
    const std::uint64_t now = kernel::clock_nanoseconds();
    PeerStep& step = with.history[0].step[round];
    step.vertices = from_vertices;
    step.edges = from_edges;
    step.walked = record.walked;
    step.updated = own.vertices;
    step.computed = nanoseconds_between(noted_at, begin);
    step.waited = nanoseconds_between(begin, now);
    step.plan = record.plan;
    step.is_dense = record.is_dense;
    step.is_split = record.is_split;
    atomic::store<kernel::Order::kRelaxed, kernel::AtomicScope::kSystem>(with.history[0].rounds,
                                                                         std::uint64_t{round} + 1);
    s.noted_at = now;
    s.vertices = own.vertices + others.vertices;
    atomic::store(s.edges, own.edges + others.edges);
    atomic::store(s.received, others.messages);
    atomic::store(s.packed[record.pushed], std::uint64_t{0});  // the next superstep fills it again
    atomic::store(s.updated.vertices, std::uint64_t{0});
    atomic::store(s.updated.edges, std::uint64_t{0});
    atomic::store(s.updated.packed, std::uint64_t{0});
    if (others.is_given_up) atomic::store(s.is_given_up, 1u);
  });
  return !others.is_given_up;
}

}  // namespace warpgraph::detail
