// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/algorithms/serial_steps.hpp>

#include <numeric>

#include <warpgraph/framework/sweep/host_union_find.hpp>
#include <warpgraph/runtime/error.hpp>

#include "betweenness/dependencies.hpp"
#include "targets.hpp"

namespace warpgraph::algorithms {
namespace {

// Divides by the sum, if it is not 0.
void normalise(std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value = sum == 0 ? 0 : value / sum;
}

}  // namespace

std::vector<VertexId> serial_components(std::span<const EdgeId> row, std::span<const VertexId> column) {
  expects(!row.empty() && row.back() <= column.size(), "components: row offsets and columns do not fit together");
  sweep::HostUnionFind components(row.size() - 1);
  for (VertexId v = 0; v < components.size(); ++v)
    for (EdgeId e = row[v]; e < row[v + 1]; ++e) components.unite(v, column[e]);
  std::vector<VertexId> lowest(components.size());
  for (VertexId v = 0; v < lowest.size(); ++v) lowest[v] = components.root_of(v);
  return lowest;
}

std::vector<double> serial_betweenness(const Topology& graph, std::span<const VertexId> sources) {
  const verify::Targets targets(graph);
  std::vector<double> sum(graph.vertex_count(), 0.0);
  for (const VertexId source : sources) {
    const std::vector<double> more = dependencies_on(targets, graph.vertex_count(), source);
    for (VertexId v = 0; v < sum.size(); ++v) sum[v] += more[v];
  }
  return sum;
}

std::vector<double> serial_authorities(const Topology& graph, std::span<const double> hub) {
  std::vector<double> authority(hub.size(), 0.0);
  for (VertexId v = 0; v < authority.size(); ++v)
    for (const VertexId u : graph.sources(v)) authority[v] += hub[u];
  normalise(authority);
  return authority;
}

std::vector<double> serial_hubs(const Topology& graph, std::span<const double> authority) {
  std::vector<double> hub(authority.size(), 0.0);
  for (VertexId v = 0; v < hub.size(); ++v)
    for (const VertexId u : graph.sources(v)) hub[u] += authority[v];
  normalise(hub);
  return hub;
}

}  // namespace warpgraph::algorithms
