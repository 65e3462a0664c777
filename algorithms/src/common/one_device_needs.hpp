// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>

#include <warpgraph/framework/shard/spread.hpp>

namespace warpgraph::algorithms {

// What a run wants that works on one device, which has the whole graph; `memory` as in SpreadNeeds.
inline shards::SpreadNeeds one_device_needs(std::function<MemoryPlan(StreamRef, const shards::RunSize&)> memory) {
  shards::SpreadNeeds needs;
  needs.outgoing = false;
  needs.whole_graph = true;
  needs.max_devices = 1;
  needs.memory = std::move(memory);
  return needs;
}

}  // namespace warpgraph::algorithms
