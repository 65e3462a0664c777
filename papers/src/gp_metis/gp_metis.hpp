// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/stream.hpp>

namespace warpgraph::partitioning::gp_metis {

// How one row is made of the rows of two vertices.
enum class Merge { kHash, kSort };

// Lock-free matching and request buffers (Goodarzi, Burtscher and Goswami 2016).
[[nodiscard]] Partition run(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options,
                            Merge merge);

}  // namespace warpgraph::partitioning::gp_metis
