// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <ranges>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/error.hpp>

#include "verify/targets.hpp"

namespace warpgraph::algorithms {

// What one source adds to the betweenness of every vertex (Brandes 2001). Long doubles, because the numbers of paths
// exceed doubles.
inline std::vector<double> dependencies_on(const verify::Targets& targets, VertexId vertices, VertexId source) {
  std::vector<VertexId> level(vertices, kNoVertex);
  std::vector<long double> paths(vertices, 0);
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
  std::vector<double> dependency(vertices, 0.0);
  for (const VertexId u : queue | std::views::reverse) {
    for (const VertexId v : targets.of(u))
      if (level[v] == level[u] + 1) dependency[u] += static_cast<double>(paths[u] / paths[v]) * (1 + dependency[v]);
  }
  dependency[source] = 0;  // the source is an end of every path
  return dependency;
}

}  // namespace warpgraph::algorithms
