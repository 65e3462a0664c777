// SPDX-License-Identifier: Apache-2.0
#include "parents.hpp"

#include <utility>
#include <vector>

#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::cli {

// The lines of a list of edges, from every child to its parent.
ParentForest read_parents(const std::string& file, ThreadPool& threads) {
  ReadOptions reading;
  reading.format = FileFormat::kEdgeList;
  reading.pool = &threads;
  reading.weights = WeightType::kNone;
  reading.direction = Direction::kDirected;
  EdgeList list = read_edge_list(file, reading);
  std::vector<VertexId> parent(list.vertex_count, kNoVertex);
  for (std::size_t i = 0; i < list.size(); ++i) {
    VertexId& known = parent[list.source[i]];
    if (known != kNoVertex)
      throw InputError(file == "-" ? "standard input" : file, 0,
                       "vertex " + std::to_string(list.ids.name_of(list.source[i])) + " has two parents, " +
                           std::to_string(list.ids.name_of(known)) + " and " +
                           std::to_string(list.ids.name_of(list.target[i])));
    known = list.target[i];
  }
  ParentForest forest = forest_of_parents(parent);
  forest.edges.ids = std::move(list.ids);
  return forest;
}

}  // namespace warpgraph::cli
