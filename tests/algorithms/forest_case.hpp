// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/framework/graph/build.hpp>

#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/spanning_forest.hpp"

// What tests of spanning forests share.
namespace warpgraph::test {

inline const std::vector<algorithms::SpanningForestOptions> kAllOptions = {{algorithms::ForestMethod::kFiltered, 0},
                                                                           {algorithms::ForestMethod::kFiltered, 0.4},
                                                                           {algorithms::ForestMethod::kBoruvka}};

// Few different weights, so that most are ties. Both entries of an edge that is listed twice get the same one.
template <EdgeValueType Value>
EdgeList with_ties(EdgeList list) {
  std::vector<Value> values;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto [lesser, greater] = std::minmax(list.source[i], list.target[i]);
    const std::uint64_t copy = list.direction == Direction::kUndirectedBoth ? 0 : i % 7;
    const std::uint64_t hash = (std::uint64_t{lesser} << 32 | greater) * 0x9e3779b97f4a7c15u + copy * 0xbf58476du;
    values.push_back(static_cast<Value>(static_cast<int>((hash >> 40) % 6) - 2));
  }
  list.values = std::move(values);
  return list;
}

template <EdgeValueType Value>
Graph<Value> graph_with_ties(const GraphCase& each) {
  ThreadPool threads(1);
  EdgeList list = generators::generate(generators::parse_generator(each.generator, each.arguments), threads);
  if constexpr (graphs::kHasValue<Value>) list = with_ties<Value>(std::move(list));
  return build_graph<Value>(threads, std::move(list), {.symmetrise = true});
}

// 0 -1e16- 1 -1- 2 -(-1e16)- 3 -1- 4 -1e16- 5 ...: a path of 2000 edges that weigh 1000 together. Doubles that are
// added up one after the other lose most of the ones.
inline Graph<double> path_of_weights_that_cancel() {
  constexpr VertexId kVertices = 2001;
  std::vector<double> weights;
  for (VertexId v = 1; v < kVertices; ++v) weights.push_back(v % 2 == 0 ? 1 : v % 4 == 1 ? 1e16 : -1e16);
  return oracle::weighted_graph_of<double>(kVertices, oracle::path(kVertices), weights);
}
inline constexpr double kWeightOfThePath = 1000;

// In the order of the oracle's.
template <EdgeValueType Value>
oracle::WeighedEdges<Value> weighed_edges(const EdgeList& list) {
  oracle::WeighedEdges<Value> edges;
  for (std::size_t i = 0; i < list.size(); ++i) {
    oracle::EdgeWeight<Value> weight = 1;
    if constexpr (graphs::kHasValue<Value>) weight = std::get<std::vector<Value>>(list.values)[i];
    edges.emplace_back(weight, list.source[i], list.target[i]);
  }
  std::ranges::sort(edges);
  return edges;
}

}  // namespace warpgraph::test
