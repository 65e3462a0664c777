// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/catalogue.hpp>

// The entries of the catalogue, one function each, in the entries.cpp of the algorithm's folder. Their order is that of
// the documentation.
#define WARPGRAPH_FOR_EACH_ENTRY(entry)                                                                        \
  entry(bfs) entry(sssp) entry(widest_path)                               /* paths */                          \
      entry(components) entry(component_labels) entry(strongly_connected) /* components */                     \
      entry(pagerank) entry(hits)                                         /* pagerank, hits */                 \
      entry(betweenness) entry(k_core) entry(triangles)                   /* betweenness, k_core, triangles */ \
      entry(spanning_forest)                                              /* spanning_forest */                \
      entry(circuit) entry(heat) entry(neural_network)                    /* simulation */

namespace warpgraph::algorithms::catalogue {

#define WARPGRAPH_DECLARE(name) Algorithm name();
WARPGRAPH_FOR_EACH_ENTRY(WARPGRAPH_DECLARE)
#undef WARPGRAPH_DECLARE

#define WARPGRAPH_LIST(name) name,
inline constexpr Algorithm (*kEntries[])() = {WARPGRAPH_FOR_EACH_ENTRY(WARPGRAPH_LIST)};
#undef WARPGRAPH_LIST

}  // namespace warpgraph::algorithms::catalogue
