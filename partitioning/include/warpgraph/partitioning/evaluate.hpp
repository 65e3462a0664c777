// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <warpgraph/partitioning/partition.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::partitioning {

// How good a partition is, whatever made it.
struct PartitionQuality {
  std::int64_t cut = 0;     // weight of the edges between parts, each once
  std::int64_t volume = 0;  // communication: over all vertices, the number of other parts among its neighbours,
                            // times its size
  std::vector<std::int64_t> weights;  // [part * constraints + constraint]
  // The largest weight / (share * total) - 1 of all parts and constraints; infinite where a part without a share has
  // weight.
  double imbalance = 0;
  std::uint32_t empty_parts = 0;         // without a vertex
  std::uint32_t disconnected_parts = 0;  // of more than one component
  std::uint32_t torn_parts = 0;          // of more than one component in a single component of the graph
  std::uint64_t components = 0;          // of all parts: connected once the edges between parts are gone
  std::uint64_t boundary_vertices = 0;   // with a neighbour in another part
};

// Looks at the graph and the partition alone: it shares no code with the partitioner, so that a test may trust it.
// `targets`: the share of each part [part * constraints + constraint]; empty: equal shares. The work is a few passes
// over the edges, in parallel, and 4 bytes a vertex, or 8 where a part has several components; the result does not
// depend on the number of threads.
//
// Throws UsageError if the arrays do not fit together or a vertex is in no part, InputError if a weight is negative or
// a sum of weights overflows 64 bits.
[[nodiscard]] PartitionQuality evaluate_partition(ThreadPool& threads, const PartitionInput& graph,
                                                  std::span<const std::uint32_t> part, std::uint32_t parts,
                                                  std::span<const double> targets = {});

}  // namespace warpgraph::partitioning
