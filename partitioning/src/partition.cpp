// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/partition.hpp>

#include <warpgraph/runtime/runtime.hpp>

#include "check_graph.hpp"
#include "limits.hpp"
#include "methods.hpp"
#include "repair.hpp"

namespace warpgraph {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace): its parts

void measure(const PartitionInput& graph, const Limits& limits, Partition& result) {
  result.cut = 0;
  std::vector<Weight> weights(limits.max.size(), 0);
  for (VertexId v = 0; v < result.part.size(); ++v) {
    const PartId mine = result.part[v];
    for (std::uint32_t j = 0; j < limits.constraints; ++j)
      weights[limits.at(mine, j)] +=
          graph.vertex_weight.empty() ? 1 : graph.vertex_weight[std::size_t{v} * limits.constraints + j];
    for (EdgeId edge = graph.row[v]; edge < graph.row[v + 1]; ++edge)
      if (graph.column[edge] < v && result.part[graph.column[edge]] != mine)
        result.cut += graph.edge_weight.empty() ? 1 : graph.edge_weight[edge];
  }
  result.imbalance = imbalance_of(limits, weights);
}

std::size_t vertices_of(const PartitionInput& graph) { return graph.row.size() - 1; }

// With a part for each vertex: free ones take the parts that no vertex is fixed in.
Partition one_each(const PartitionInput& graph, const PartitionOptions& options) {
  Partition result;
  result.part.assign(vertices_of(graph), kFreePart);
  std::vector<bool> is_taken(options.parts, false);
  for (const PartId part : options.fixed)
    if (part != kFreePart) is_taken[part] = true;
  PartId next = 0;
  for (std::size_t v = 0; v < result.part.size(); ++v) {
    if (!options.fixed.empty() && options.fixed[v] != kFreePart) {
      result.part[v] = options.fixed[v];
      continue;
    }
    while (is_taken[next]) ++next;
    result.part[v] = next++;
  }
  return result;
}

}  // namespace

Partition partition(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options) {
  Runtime& runtime = stream.device().runtime();
  const double begin = runtime.now();
  check_graph(runtime.threads(), graph);
  check_options(graph, options);
  check_method(graph, options);
  const Limits limits = find_limits(graph, options);
  const double checked = runtime.now();
  Partition result;
  if (vertices_of(graph) > 0) {
    if (options.parts == 1)
      result.part.assign(vertices_of(graph), 0);
    else if (options.parts < vertices_of(graph))
      result = run_method(stream, graph, options, limits);
    else
      result = one_each(graph, options);
    const double partitioned = runtime.now();
    repair(graph, options, limits, result.part);
    measure(graph, limits, result);
    result.times.finish += (runtime.now() - partitioned) * 1e-6;
  }
  result.times.check = (checked - begin) * 1e-6;
  result.max_weight = limits.max;
  result.seconds = (runtime.now() - begin) * 1e-6;
  return result;
}

}  // namespace warpgraph
