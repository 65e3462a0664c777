// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/serial.hpp>
#include <warpgraph/algorithms/serial_steps.hpp>

#include <cmath>
#include <numeric>
#include <ranges>
#include <utility>

#include <warpgraph/runtime/error.hpp>

#include "verify/targets.hpp"

namespace warpgraph {
namespace {

// What one source adds to every vertex. Long doubles, because the numbers of paths exceed doubles.
void add_dependencies(const verify::Targets& targets, VertexId source, std::vector<double>& sum) {
  std::vector<VertexId> level(sum.size(), kNoVertex);
  std::vector<long double> paths(sum.size(), 0);
  std::vector<VertexId> queue{source};
  level[source] = 0;
  paths[source] = 1;
  for (std::size_t next = 0; next < queue.size(); ++next) {
    const VertexId u = queue[next];
    for (const VertexId v : targets.of(u)) {
      if (level[v] == kNoVertex) {
        level[v] = level[u] + 1;
        queue.push_back(v);
      }
      if (level[v] == level[u] + 1) paths[v] += paths[u];
    }
    if (std::isinf(paths[u])) throw InputError("betweenness: more shortest paths than a long double counts");
  }
  std::vector<double> dependency(sum.size(), 0.0);
  for (const VertexId u : queue | std::views::reverse) {
    for (const VertexId v : targets.of(u))
      if (level[v] == level[u] + 1) dependency[u] += static_cast<double>(paths[u] / paths[v]) * (1 + dependency[v]);
    if (u != source) sum[u] += dependency[u];
  }
}

// Divides by the sum, if it is not 0.
void normalise(std::vector<double>& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value = sum == 0 ? 0 : value / sum;
}

}  // namespace

std::vector<VertexId> serial_components(std::span<const EdgeId> row, std::span<const VertexId> column) {
  expects(!row.empty() && row.back() <= column.size(), "components: row offsets and columns do not fit together");
  std::vector<VertexId> parent(row.size() - 1);
  std::iota(parent.begin(), parent.end(), VertexId{0});
  const auto root_of = [&](VertexId v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (VertexId v = 0; v < parent.size(); ++v) {
    for (EdgeId e = row[v]; e < row[v + 1]; ++e) {
      VertexId a = root_of(v);
      VertexId b = root_of(column[e]);
      if (a < b) std::swap(a, b);
      parent[a] = b;
    }
  }
  for (VertexId v = 0; v < parent.size(); ++v) parent[v] = root_of(v);
  return parent;
}

std::vector<double> serial_betweenness(const Topology& graph, std::span<const VertexId> sources) {
  const verify::Targets targets(graph);
  std::vector<double> sum(graph.vertex_count(), 0.0);
  for (const VertexId source : sources) add_dependencies(targets, source, sum);
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

}  // namespace warpgraph
