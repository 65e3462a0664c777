// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/partition.hpp>

#include <algorithm>
#include <atomic>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "check_graph.hpp"
#include "finish/connect.hpp"
#include "finish/fit.hpp"
#include "finish/pieces.hpp"
#include "finish/repair.hpp"
#include "finish/search_connected.hpp"
#include "finish/volume.hpp"
#include "limits.hpp"
#include "methods.hpp"

namespace warpgraph::partitioning {
namespace {

Weight cut_of(ThreadPool& threads, const PartitionInput& graph, const std::vector<PartId>& part) {
  constexpr std::size_t kGrain = 16384;
  std::atomic<Weight> cut{0};
  threads.for_chunks(part.size(), kGrain, [&](std::size_t first, std::size_t last) {
    Weight sum = 0;
    for (std::size_t v = first; v < last; ++v)
      for (EdgeId edge = graph.row[v]; edge < graph.row[v + 1]; ++edge)
        if (graph.column[edge] < v && part[graph.column[edge]] != part[v])
          sum += graph.edge_weight.empty() ? 1 : graph.edge_weight[edge];
    cut.fetch_add(sum, std::memory_order_relaxed);
  });
  return cut.load();
}

std::size_t vertices_of(const PartitionInput& graph) { return graph.row.size() - 1; }

// As many parts as vertices or more: the heaviest free vertices go to the parts with most room that no vertex is fixed
// in.
std::vector<PartId> one_each(const PartitionInput& graph, const PartitionOptions& options, const Limits& limits) {
  std::vector<PartId> part(vertices_of(graph), kFreePart);
  std::vector<bool> is_taken(options.parts, false);
  if (!options.fixed.empty()) part = options.fixed;
  for (const PartId each : part)
    if (each != kFreePart) is_taken[each] = true;
  std::vector<VertexId> free;
  for (VertexId v = 0; v < part.size(); ++v)
    if (part[v] == kFreePart) free.push_back(v);
  const auto weight_of = [&](VertexId v) {
    return graph.vertex_weight.empty() ? 1 : graph.vertex_weight[std::size_t{v} * limits.constraints];
  };
  std::ranges::stable_sort(free, [&](VertexId a, VertexId b) { return weight_of(a) > weight_of(b); });
  std::vector<PartId> open;
  for (PartId p = 0; p < options.parts; ++p)
    if (!is_taken[p]) open.push_back(p);
  std::ranges::stable_sort(
      open, [&](PartId a, PartId b) { return limits.max[limits.at(a, 0)] > limits.max[limits.at(b, 0)]; });
  for (std::size_t i = 0; i < free.size(); ++i) part[free[i]] = open[i];
  return part;
}

std::uint32_t count_torn(const HostParts& parts) {
  const std::vector<VertexId> component = find_components(parts, false);
  std::set<std::pair<PartId, VertexId>> seen;  // the parts and the components of the pieces
  std::set<PartId> torn;
  for (const Piece& piece : find_pieces(parts, find_components(parts, true))) {
    const VertexId v = piece.vertices.front();
    if (!seen.emplace(parts.part_of(v), component[v]).second) torn.insert(parts.part_of(v));
  }
  return static_cast<std::uint32_t>(torn.size());
}

PartitionMisses misses_of(const HostParts& parts, const PartitionOptions& options) {
  PartitionMisses missed;
  for (PartId p = 0; p < parts.parts(); ++p) {
    missed.too_heavy += parts.beyond(p) > 0 ? 1 : 0;
    missed.too_light += parts.weight(p, 0) < parts.limits().min[p] ? 1 : 0;
  }
  if (options.connected) missed.torn = count_torn(parts);
  return missed;
}

// Mends a partition on the host and measures it; a cut of less than 0 is not known. Returns how far the parts are from
// what they may weigh.
double finish(ThreadPool& threads, const PartitionInput& graph, const PartitionOptions& options, const Limits& limits,
              Partition& result) {
  HostParts parts(threads, graph, options, limits, result.part);
  repair(parts);
  fit(parts);
  if (options.objective == PartitionObjective::kVolume) refine_volume(parts, options.seed);
  if (options.connected) connect(parts);
  if (options.connected && misses_of(parts, options).any()) search_connected(parts);
  if (parts.has_moved() || result.cut < 0) result.cut = cut_of(threads, graph, result.part);
#if WARPGRAPH_CHECKED
  expects(result.cut == cut_of(threads, graph, result.part), "partition: the cut that refinement kept is not the cut");
#endif
  result.imbalance = imbalance_of(limits, parts.weights());
  result.missed = misses_of(parts, options);
  double trouble = 0;
  for (PartId p = 0; p < parts.parts(); ++p) trouble += trouble_of(parts, p);
  return trouble;
}

bool rows_ascend(ThreadPool& threads, std::span<const EdgeId> row) {
  constexpr std::size_t kGrain = 1 << 16;
  std::atomic<bool> ascend{true};
  threads.for_chunks(row.size() - 1, kGrain, [&](std::size_t first, std::size_t last) {
    if (!std::ranges::is_sorted(row.subspan(first, last - first + 1))) ascend = false;
  });
  return ascend;
}

// The streams whose devices take part.
std::span<const StreamRef> choose(std::span<const StreamRef> streams, const PartitionInput& graph,
                                  const PartitionOptions& options) {
  if (streams.size() == 1 || method_of(options) != nullptr) return streams.first(1);
  if (!rows_ascend(streams.front().device().runtime().threads(), graph.row)) return streams.first(1);
  const bool is_large = graph.column.size() / streams.size() > options.spread_entries;
  const std::size_t need = partition_memory(graph, options).total();  // 0: no device has work
  return need > 0 && (is_large || need > streams.front().device().memory().free) ? streams : streams.first(1);
}

Partition partition_on(std::span<const StreamRef> streams, const PartitionInput& graph,
                       const PartitionOptions& options) {
  Runtime& runtime = streams.front().device().runtime();
  const double begin = runtime.now();
  check_arrays(graph);
  check_options(graph, options);
  check_method(graph, options);
  const bool needs_device = options.parts > 1 && options.parts < vertices_of(graph);
  if (!needs_device) check_edges(runtime.threads(), graph);  // otherwise the device does
  const Limits limits = find_limits(graph, options);
  streams = choose(streams, graph, options);
  const MemoryPlan memory = partition_memory(graph, options, static_cast<int>(streams.size()));
  for (const StreamRef each : streams) each.device().require(memory, "a partition");
  const double checked = runtime.now();
  Partition result;
  if (vertices_of(graph) > 0) {
    result.cut = -1;
    if (options.parts == 1)
      result.part.assign(vertices_of(graph), 0);
    else if (options.parts < vertices_of(graph))
      result = run_method(streams, graph, options, limits);
    else if (options.start.empty())
      result.part = one_each(graph, options, limits);
    else
      result.part = start_of(options);
    const double partitioned = runtime.now();
    const double trouble = finish(runtime.threads(), graph, options, limits, result);
    if (options.connected && options.parts > 1 && options.parts < vertices_of(graph)) {
      // What connecting has cost can mostly be won back from there.
      PartitionOptions again = options;
      again.start = result.part;
      Partition other = run_method(streams, graph, again, limits);
      const double other_trouble = finish(runtime.threads(), graph, options, limits, other);
      if (std::pair(other_trouble, other.cut) < std::pair(trouble, result.cut)) result = std::move(other);
    }
    result.times.finish += (runtime.now() - partitioned) * 1e-6;
  }
  result.times.check = (checked - begin) * 1e-6;
  result.max_weight = limits.max;
  result.devices = static_cast<int>(streams.size());
  result.seconds = (runtime.now() - begin) * 1e-6;
  return result;
}

}  // namespace

Partition partition(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options) {
  return partition_on({&stream, 1}, graph, options);
}

Partition partition(Runtime& runtime, const PartitionInput& graph, const PartitionOptions& options) {
  std::vector<Stream> owners;
  for (int i = 0; i < runtime.device_count(); ++i) owners.emplace_back(runtime.device(i), "partition");
  const std::vector<StreamRef> streams(owners.begin(), owners.end());
  return partition_on(streams, graph, options);
}

}  // namespace warpgraph::partitioning
