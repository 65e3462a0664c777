// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/partitioning/partition.hpp>

#include "../command.hpp"

// The options of `warpgraph partition` that are the partitioner's.
namespace warpgraph::cli {

void add_partition_options(Declaration& declaration);

// All that the command line says by itself. Throws UsageError for what cannot be, before any file is read.
partitioning::PartitionOptions partition_options(const po::variables_map& options);

// What depends on the graph: lists as long as they must be, and the files that are named.
void complete_for_graph(const po::variables_map& options, const IdMap& ids, VertexId vertices,
                        std::uint32_t constraints, partitioning::PartitionOptions& partition);

}  // namespace warpgraph::cli
