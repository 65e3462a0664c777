// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include <warpgraph/algorithms/catalogue.hpp>

// The entries of the catalogue, one function each, in the entries.cpp of the algorithm's folder. Their order is that of
// the documentation.
namespace warpgraph::catalogue {

// paths
Algorithm bfs();
Algorithm sssp();
Algorithm widest_path();
// components
Algorithm components();
Algorithm component_labels();
// pagerank, hits
Algorithm pagerank();
Algorithm hits();
// betweenness, k_core, triangles
Algorithm betweenness();
Algorithm k_core();
Algorithm triangles();
// spanning_forest
Algorithm spanning_forest();
// simulation
Algorithm circuit();
Algorithm heat();
Algorithm neural_network();

inline constexpr std::array kEntries = {bfs,  sssp,          widest_path, components, component_labels, pagerank,
                                        hits, betweenness,   k_core,      triangles,  spanning_forest,  circuit,
                                        heat, neural_network};

}  // namespace warpgraph::catalogue
