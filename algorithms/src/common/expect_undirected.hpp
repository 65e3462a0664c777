// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <warpgraph/framework/graph/refused_graph.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::algorithms {

// Throws UsageError, in the name of an algorithm, if an edge of the graph leads one way.
inline void expect_undirected(bool is_undirected, EdgeId edges, std::string_view algorithm) {
  if (is_undirected || edges == 0) return;
  throw RefusedGraphError<UsageError>(graphs::RefusedGraph(graphs::RefusedGraph::Reason::kDirected),
                                      std::string(algorithm) + ": the graph is directed, expected an undirected one");
}
template <class Graph>
void expect_undirected(const Graph& graph, std::string_view algorithm) {
  expect_undirected(graph.is_undirected(), graph.edge_count(), algorithm);
}

}  // namespace warpgraph::algorithms
