// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../limits.hpp"

namespace warpgraph::partitioning::gp_metis {

// PartitionMethod::kGpMetis.
[[nodiscard]] Partition run(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options,
                            const Limits& limits);

}  // namespace warpgraph::partitioning::gp_metis
