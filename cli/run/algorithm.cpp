// SPDX-License-Identifier: Apache-2.0
#include "algorithm.hpp"

#include <algorithm>

#include <warpgraph/runtime/error.hpp>

#include "catalogue.hpp"

namespace warpgraph::cli {

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
