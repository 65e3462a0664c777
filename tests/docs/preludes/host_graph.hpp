// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/ranks/read_graph.hpp>
#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/papers/merging_prim.hpp>

// A graph in host memory.
namespace prelude_host_graph {
using namespace warpgraph;

extern Runtime& runtime;
extern const Graph<float>& host_graph;
}  // namespace prelude_host_graph
