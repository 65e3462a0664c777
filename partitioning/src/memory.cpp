// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>

#include <warpgraph/partitioning/partition.hpp>

#include "level/level_graph.hpp"

namespace warpgraph {
namespace {

using partitioning::PartId;
using partitioning::Weight;

// Bytes that were found by measuring, for what depends on how a graph coarsens. Each entry of the graph is merged on
// the way to the next level, and lies in the levels that follow. Random graphs take most of it: their clusters have
// long rows, and those need tables. Meshes take half.
constexpr std::size_t kCoarseBytes = 44;
constexpr std::size_t kSortedBytes = 72;   // with kTransactional, which sorts all rows, with their keys
constexpr std::size_t kBinsForPart = 256;  // of rebalancing, but not more than for all vertices
constexpr std::size_t kBinsForVertex = 4;
constexpr std::size_t kVertexBytes = 16;  // for numbers of clusters and lists of their members

}  // namespace

MemoryPlan partition_memory(const PartitionInput& graph, const PartitionOptions& options) {
  MemoryPlan plan;
  const std::size_t vertices = graph.row.empty() ? 0 : graph.row.size() - 1;
  if (options.parts == 1 || options.parts >= vertices) return plan;
  const std::size_t entries = graph.column.size();
  const std::size_t constraints = graph.constraints;
  std::size_t vertex = constraints * sizeof(Weight);
  if (constraints > 1) vertex += sizeof(Weight);
  if (!options.fixed.empty()) vertex += sizeof(PartId);
  plan.add("graph", array_bytes(vertices + 1, sizeof(EdgeId) + vertex));
  plan.add("graph", array_bytes(entries, sizeof(VertexId) + (graph.edge_weight.empty() ? 0 : sizeof(Weight))));
  const bool is_sorted = options.method == PartitionMethod::kTransactional;
  plan.add("coarser levels", array_bytes(vertices, kVertexBytes + vertex));
  plan.add("coarser levels", array_bytes(entries, is_sorted ? kSortedBytes : kCoarseBytes));
  plan.add("refinement", array_bytes(vertices, 7 * sizeof(PartId) + 3 * sizeof(Weight)));
  plan.add("parts", array_bytes(std::size_t{options.parts} * constraints, 8 * sizeof(Weight)));
  const std::size_t max_bins = std::max(kBinsForVertex * vertices, 2 * std::size_t{options.parts});
  plan.add("parts", array_bytes(std::min(kBinsForPart * options.parts, max_bins), sizeof(Weight)));
  return plan;
}

}  // namespace warpgraph
