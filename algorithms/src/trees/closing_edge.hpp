// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/sweep/host_union_find.hpp>

namespace warpgraph::algorithms::trees {

// The first edge that joins vertices which earlier edges join already, in an undirected graph that has a cycle. Rows
// are gone through in order, each up to its own vertex; that has every edge once.
inline std::pair<VertexId, VertexId> closing_edge(const std::vector<EdgeId>& row, const std::vector<VertexId>& column) {
  sweep::HostUnionFind trees(row.size() - 1);
  for (VertexId v = 0; v < trees.size(); ++v)
    for (EdgeId e = row[v]; e < row[v + 1] && column[e] <= v; ++e)
      if (!trees.unite(column[e], v)) return {column[e], v};
  return {0, 0};
}

}  // namespace warpgraph::algorithms::trees
