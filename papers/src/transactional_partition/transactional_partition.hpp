// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::partitioning::transactional {

// Matching and moves by transactions (Manoochehri 2017). Its facts are what papers::partition_transactions reads.
[[nodiscard]] Partition run(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options);

}  // namespace warpgraph::partitioning::transactional
