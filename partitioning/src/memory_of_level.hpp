// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/runtime/memory.hpp>

#include "level/level_graph.hpp"

namespace warpgraph::partitioning {

// What one device needs to take over from a level.
[[nodiscard]] MemoryPlan memory_of_level(const LevelGraph& level, const PartitionOptions& options);

}  // namespace warpgraph::partitioning
