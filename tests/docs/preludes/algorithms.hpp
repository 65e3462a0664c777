// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/contraction.hpp>
#include <warpgraph/algorithms/graph_lists.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/label_propagation.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/sssp_parents.hpp>
#include <warpgraph/algorithms/strongly_connected.hpp>
#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/runtime/cancellation.hpp>

namespace prelude_algorithms {
using namespace warpgraph;

extern StreamRef stream;
extern const DeviceGraph<float>& graph;
}  // namespace prelude_algorithms
