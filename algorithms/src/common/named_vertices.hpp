// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
#include <vector>

#include <warpgraph/algorithms/named_value.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::algorithms {

// The vertices of these values, in their order. Throws InputError for the first one that the graph does not have.
inline std::vector<VertexId> vertices_of(const IdMap& ids, VertexId vertices, const std::vector<NamedValue>& named) {
  std::vector<VertexName> names;
  names.reserve(named.size());
  for (const NamedValue& each : named) names.push_back(each.vertex);
  return find_vertices(ids, vertices, names);
}

// Throws UsageError, which begins with `what`, for the first name that is there twice.
inline void expect_set(std::span<const VertexName> names, const std::string& what) {
  std::unordered_set<VertexName> seen;
  for (const VertexName name : names)
    if (!seen.insert(name).second) throw UsageError(what + " " + to_string(name) + " is given twice");
}

// A set of vertices, in the order given.
inline std::vector<VertexId> find_set(const IdMap& ids, VertexId vertices, std::span<const VertexName> names,
                                      const std::string& what) {
  expect_set(names, what);
  return find_vertices(ids, vertices, names);
}

}  // namespace warpgraph::algorithms
