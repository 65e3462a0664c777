// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <warpgraph/algorithms/named_value.hpp>
#include <warpgraph/framework/engine/result.hpp>

namespace warpgraph {

// The vertices of these values, in their order. Throws InputError for the first one that the graph does not have.
inline std::vector<VertexId> vertices_of(const IdMap& ids, VertexId vertices, const std::vector<NamedValue>& named) {
  std::vector<std::uint64_t> names;
  names.reserve(named.size());
  for (const NamedValue& each : named) names.push_back(each.vertex);
  return find_vertices(ids, vertices, names);
}

}  // namespace warpgraph
