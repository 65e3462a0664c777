// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "limits.hpp"

namespace warpgraph::partitioning {

// Mends what refinement leaves in rare cases, one vertex at a time on the host: empty parts, parts below their least
// weight, and parts that are too heavy.
void repair(const PartitionInput& graph, const PartitionOptions& options, const Limits& limits,
            std::vector<PartId>& part);

}  // namespace warpgraph::partitioning
