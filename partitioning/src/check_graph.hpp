// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::partitioning {

// Throws UsageError for arrays whose sizes do not fit together, InputError for sizes of vertices that are none.
void check_arrays(const PartitionInput& graph);
// Throws InputError for what is no undirected graph.
void check_edges(ThreadPool& threads, const PartitionInput& graph);

}  // namespace warpgraph::partitioning
