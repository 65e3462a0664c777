// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>

namespace warpgraph::algorithms::trees {

// The first edge that joins vertices which earlier edges join already, in an undirected graph that has a cycle. Rows
// are gone through in order, each up to its own vertex; that has every edge once.
inline std::pair<VertexId, VertexId> closing_edge(const std::vector<EdgeId>& row, const std::vector<VertexId>& column) {
  std::vector<VertexId> parent(row.size() - 1);
  std::iota(parent.begin(), parent.end(), VertexId{0});
  const auto root_of = [&](VertexId v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  for (VertexId v = 0; v < parent.size(); ++v) {
    for (EdgeId e = row[v]; e < row[v + 1] && column[e] <= v; ++e) {
      const VertexId a = root_of(column[e]);
      const VertexId b = root_of(v);
      if (a == b) return {column[e], v};
      parent[b] = a;
    }
  }
  return {0, 0};
}

}  // namespace warpgraph::algorithms::trees
