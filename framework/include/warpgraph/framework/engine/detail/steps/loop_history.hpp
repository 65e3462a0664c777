// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/peers/max_peers.hpp>
#include <warpgraph/framework/run/plan.hpp>

// What launches of a whole search, and those of several devices, leave in the host's memory.
namespace warpgraph::detail {

// One superstep of such a launch, of one device.
struct LoopStep {
  std::uint64_t vertices;  // in the frontier of all devices that it starts from
  std::uint64_t edges;
  std::uint64_t walked;   // edges, by this device
  std::uint64_t updated;  // vertices, of this device's
  float computed;         // nanoseconds, until its note for the others was written, and
  float waited;           // until all others' were read
  Plan plan;
  bool is_split;  // no superstep: vertices no longer wait, which the one before it left
  bool is_dense;  // the messages were a bitmask; else, to each peer:
  std::uint32_t sent[peers::kMaxPeers];
};

struct LoopHistory {
  static constexpr std::uint32_t kMaxSteps = 256;
  std::uint64_t rounds;    // supersteps, and splits of the far set; counted up for the host, which looks whether the
                           // launch goes on
  std::uint64_t vertices;  // in the frontier of all devices
  std::uint64_t edges;
  std::uint64_t is_mask;  // whether the frontier is left as a bitmask, and not as a queue
  std::uint64_t waiting;  // for their priority: vertices of the device that has most
  std::uint64_t limit;    // of the priority of those that do not
  LoopStep step[kMaxSteps];
};

}  // namespace warpgraph::detail
