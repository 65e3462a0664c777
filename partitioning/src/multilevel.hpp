// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "limits.hpp"

namespace warpgraph::partitioning {

// The multilevel scheme: coarsens the graph level by level, partitions the coarsest one, and refines on the way back.
[[nodiscard]] Partition multilevel(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options,
                                   const Limits& limits);

}  // namespace warpgraph::partitioning
