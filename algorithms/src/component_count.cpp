// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/component_count.hpp>

#include <numeric>
#include <utility>
#include <vector>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

VertexId count_components(std::span<const EdgeId> row, std::span<const VertexId> column) {
  expects(!row.empty() && row.back() <= column.size(), "count_components: row offsets and columns do not fit together");
  const auto vertices = static_cast<VertexId>(row.size() - 1);
  std::vector<VertexId> parent(vertices);
  std::iota(parent.begin(), parent.end(), VertexId{0});
  const auto root_of = [&](VertexId v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };

  VertexId components = vertices;
  for (VertexId v = 0; v < vertices; ++v) {
    for (EdgeId e = row[v]; e < row[v + 1]; ++e) {
      VertexId a = root_of(v);
      VertexId b = root_of(column[e]);
      if (a == b) continue;
      if (a < b) std::swap(a, b);  // towards the smaller id, so that trees stay flat on relabelled graphs
      parent[a] = b;
      --components;
    }
  }
  return components;
}

}  // namespace warpgraph
