// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "../limits.hpp"

namespace warpgraph::partitioning::transactional {

// PartitionMethod::kTransactional.
[[nodiscard]] Partition run(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options,
                            const Limits& limits);

}  // namespace warpgraph::partitioning::transactional
