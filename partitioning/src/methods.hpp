// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include <warpgraph/partitioning/method.hpp>

#include "limits.hpp"

namespace warpgraph::partitioning {

// The method that is asked for; null: multilevel. Throws UsageError if there is none of this name.
[[nodiscard]] const Method* method_of(const PartitionOptions& options);

// Throws UsageError for options that the method does not take.
void check_method(const PartitionInput& graph, const PartitionOptions& options);

// Partitions a graph of more vertices than parts by the method that is asked for. Only multilevel uses more than the
// first stream.
[[nodiscard]] Partition run_method(std::span<const StreamRef> streams, const PartitionInput& graph,
                                   const PartitionOptions& options, const Limits& limits);

}  // namespace warpgraph::partitioning
