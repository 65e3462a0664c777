// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::partitioning {

// Throws UsageError for arrays whose sizes do not fit together, InputError for what is no undirected graph.
void check_graph(ThreadPool& threads, const PartitionInput& graph);

}  // namespace warpgraph::partitioning
