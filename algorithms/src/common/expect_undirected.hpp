// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {

// Throws UsageError, in the name of an algorithm, if an edge of the graph leads one way.
template <class Graph>
void expect_undirected(const Graph& graph, std::string_view algorithm) {
  if (graph.is_undirected() || graph.edge_count() == 0) return;
  throw UsageError(std::string(algorithm) + ": the graph is directed; symmetrise it (--symmetrise), or say " +
                   "--direction both if its text file lists every edge at both ends");
}

}  // namespace warpgraph
