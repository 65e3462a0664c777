// SPDX-License-Identifier: Apache-2.0
#include "algorithm.hpp"

#include <algorithm>

#include <warpgraph/runtime/error.hpp>

#include "catalogue.hpp"

namespace warpgraph::cli {

VertexNames::VertexNames(const AnyGraph& graph) : count_(vertex_count(graph)), base_(ids(graph).base) {
  const std::vector<std::uint64_t>& original = ids(graph).original;
  for (VertexId v = 0; v < original.size(); ++v) sorted_.emplace_back(original[v], v);
  std::ranges::sort(sorted_);
}

VertexId VertexNames::find(std::uint64_t name) const {
  const VertexId stranger = name == ~std::uint64_t{0} ? kNoVertex : kNoVertex - 1;
  if (sorted_.empty()) return name - base_ < count_ ? static_cast<VertexId>(name - base_) : stranger;
  const auto found = std::ranges::lower_bound(sorted_, name, {}, &std::pair<std::uint64_t, VertexId>::first);
  return found != sorted_.end() && found->first == name ? found->second : stranger;
}

const std::vector<Algorithm>& algorithms() {
  static const std::vector<Algorithm> all{bfs(),      sssp(), widest_path(),   components(), component_labels(),
                                          pagerank(), hits(), betweenness(),   k_core(),     triangles(),
                                          circuit(),  heat(), neural_network()};
  return all;
}

const Algorithm& find_algorithm(std::string_view name) {
  const auto found = std::ranges::find(algorithms(), name, &Algorithm::name);
  if (found == algorithms().end()) throw UsageError("there is no algorithm \"" + std::string(name) + '"');
  return *found;
}

}  // namespace warpgraph::cli
