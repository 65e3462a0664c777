// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <unordered_set>
#include <utility>
#include <vector>

#include <warpgraph/framework/sweep/bitmask.hpp>
#include <warpgraph/partitioning/partition.hpp>

#include "coarsen/clusters.hpp"
#include "effort.hpp"
#include "initial/bisect_on_device.hpp"
#include "initial/groups.hpp"
#include "level/level_graph.hpp"
#include "memory_of_level.hpp"
#include "methods.hpp"
#include "peers/spread.hpp"

namespace warpgraph::partitioning {
namespace {

// Bytes that were found by measuring, for what depends on how a graph coarsens. Each entry of the graph is merged on
// the way to the next level, and lies in the levels that follow. Random graphs take most of it: their clusters have
// long rows, and those need tables. Where they are sparse, they need most levels. Meshes take half.
constexpr std::size_t kCoarseBytes = 46;
constexpr std::size_t kSparseRandomBytes = 60;
constexpr std::size_t kGroupBytes = 54;  // more with groups of parts, on levels of few vertices but most of the entries
constexpr std::size_t kBinsForPart = 256;  // of rebalancing, but not more than for all vertices
constexpr std::size_t kBinsForVertex = 4;
constexpr std::size_t kChunkBytes = 1024 * sizeof(Weight);  // of rebalancing (kChunks), for graphs of any size
constexpr std::size_t kVertexBytes = 16;                    // for numbers of clusters and lists of their members
constexpr std::size_t kPeerBytes = 48;  // more for a vertex, where few entries leave no room for what clustering needs

struct LevelSize {
  std::size_t vertices;
  std::size_t entries;  // on one device
  bool is_sparse_random;
  std::uint32_t constraints;
  bool has_edge_weights;
  bool has_peers;
};

// The vertices around `start` grow step by step, along the edges. By how much once there are many of them; 0 if there
// are few.
double growth_around(const PartitionInput& graph, VertexId start) {
  constexpr std::size_t kMany = 1000;
  constexpr std::size_t kMost = 4 * kMany;
  const std::size_t vertices = graph.row.size() - 1;
  std::unordered_set<VertexId> seen{start};
  std::vector<VertexId> last{start};
  while (!last.empty()) {
    const std::size_t before = seen.size();
    std::vector<VertexId> next;
    for (const VertexId v : last) {
      const EdgeId end = std::min<EdgeId>(graph.row[v + 1], graph.column.size());
      for (EdgeId edge = graph.row[v]; edge < end && seen.size() < kMost; ++edge)
        if (const VertexId to = graph.column[edge]; to < vertices && seen.insert(to).second) next.push_back(to);
    }
    if (seen.size() >= kMany) return static_cast<double>(seen.size()) / static_cast<double>(before);
    last = std::move(next);
  }
  return 0;
}

// In a random graph a step finds as many vertices as all before, or more; in a mesh it finds few. The edges need not
// have been checked yet.
bool is_sparse_random(const PartitionInput& graph) {
  constexpr VertexId kSamples = 15;
  constexpr double kRandomGrowth = 1.8;
  const auto vertices = static_cast<VertexId>(graph.row.size() - 1);
  if (!is_sparse(graph.column.size(), vertices)) return false;
  VertexId random = 0;
  for (VertexId i = 0; i < kSamples; ++i)
    if (growth_around(graph, static_cast<VertexId>(std::uint64_t{vertices} * i / kSamples)) > kRandomGrowth) ++random;
  return random > kSamples / 3;
}

MemoryPlan memory_of(const LevelSize& level, const PartitionOptions& options) {
  MemoryPlan plan;
  const auto [vertices, entries, is_sparse_random, constraints, has_edge_weights, has_peers] = level;
  std::size_t vertex = constraints * sizeof(Weight);
  if (constraints > 1) vertex += sizeof(Weight);
  if (!options.fixed.empty()) vertex += sizeof(PartId);
  plan.add("graph", support::array_bytes(vertices + 1, sizeof(EdgeId) + vertex));
  plan.add("graph", support::array_bytes(entries, sizeof(VertexId) + (has_edge_weights ? sizeof(Weight) : 0)));
  const Method* const method = method_of(options);
  plan.add("coarser levels", support::array_bytes(vertices, kVertexBytes + vertex + (has_peers ? kPeerBytes : 0)));
  const bool has_groups = method == nullptr && options.parts > kMaxStartParts;
  const std::size_t coarse = is_sparse_random ? kSparseRandomBytes : kCoarseBytes;
  const std::size_t of_method = method == nullptr ? 0 : method->entry_bytes();
  const std::size_t entry = (of_method == 0 ? coarse : of_method) + (has_groups ? kGroupBytes : 0);
  plan.add("coarser levels", support::array_bytes(entries, entry));
  plan.add("refinement", support::array_bytes(vertices, 7 * sizeof(PartId) + 3 * sizeof(Weight)));
  plan.add("refinement", support::array_bytes(sweep::mask_words(vertices), 2 * sizeof(std::uint32_t)));
  plan.add("parts", support::array_bytes(std::size_t{options.parts} * constraints, 8 * sizeof(Weight)));
  // The entries of the graphs that are bisected are fewer than those of coarser levels that are no longer there.
  if (method == nullptr)
    plan_bisections(plan, options.parts, vertices, effort_of(options.preset).attempts, constraints);
  const std::size_t max_bins = std::max(kBinsForVertex * vertices, 2 * std::size_t{options.parts});
  plan.add("parts", kChunkBytes);
  if (options.trace)
    plan.add("trace of refinement", support::array_bytes(kMaxRounds, trace_row_size(options.parts) * sizeof(Weight)));
  plan.add("parts", support::array_bytes(std::min(kBinsForPart * options.parts, max_bins), sizeof(Weight)));
  return plan;
}

}  // namespace

MemoryPlan memory_of_level(const LevelGraph& level, const PartitionOptions& options) {
  return memory_of({level.vertices, level.entries, false, level.constraints, true, false}, options);
}

MemoryPlan partition_memory(const PartitionInput& graph, const PartitionOptions& options, int devices) {
  const std::size_t vertices = graph.row.empty() ? 0 : graph.row.size() - 1;
  if (options.parts == 1 || options.parts >= vertices) return {};
  std::size_t entries = graph.column.size();
  if (devices > 1) {
    entries = 0;
    for (const VertexRange& each : equal_ranges(graph.row, static_cast<std::size_t>(devices)))
      entries = std::max<std::size_t>(entries, graph.row[each.last] - graph.row[each.first]);
  }
  return memory_of(
      {vertices, entries, is_sparse_random(graph), graph.constraints, !graph.edge_weight.empty(), devices > 1},
      options);
}

}  // namespace warpgraph::partitioning
