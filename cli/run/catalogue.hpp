// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "algorithm.hpp"

// The entries of `warpgraph run`, one function each, in the order of its help.
namespace warpgraph::cli {

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
// simulation.cpp
Algorithm circuit();
Algorithm heat();
Algorithm neural_network();
// structure.cpp
Algorithm betweenness();
Algorithm k_core();
Algorithm triangles();

}  // namespace warpgraph::cli
