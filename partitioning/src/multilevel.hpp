// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "limits.hpp"

namespace warpgraph::partitioning {

// The multilevel scheme: coarsens the graph level by level, partitions the coarsest one, and refines on the way back.
// With several streams the rows of the finest levels are spread over their devices, and the first one has the others;
// rows must ascend then.
[[nodiscard]] Partition multilevel(std::span<const StreamRef> streams, const PartitionInput& graph,
                                   const PartitionOptions& options, const Limits& limits);

}  // namespace warpgraph::partitioning
