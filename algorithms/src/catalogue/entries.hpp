// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <warpgraph/algorithms/catalogue.hpp>

// The entries of the catalogue, one function each.
namespace warpgraph::catalogue {

// traversal.cpp
Algorithm bfs();
Algorithm sssp();
Algorithm widest_path();
// components.cpp
Algorithm components();
Algorithm component_labels();
// ranking.cpp
Algorithm pagerank();
Algorithm hits();
// structure.cpp
Algorithm betweenness();
Algorithm k_core();
Algorithm triangles();
// spanning_forest/entry.cpp
Algorithm spanning_forest();
// simulation.cpp
Algorithm circuit();
Algorithm heat();
Algorithm neural_network();

inline constexpr std::array kEntries = {bfs,  sssp,          widest_path, components, component_labels, pagerank,
                                        hits, betweenness,   k_core,      triangles,  spanning_forest,  circuit,
                                        heat, neural_network};

}  // namespace warpgraph::catalogue
