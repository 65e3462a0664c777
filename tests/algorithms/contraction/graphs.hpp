// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>

#include "algorithms/oracle/graphs.hpp"
#include "algorithms/trees/forests.hpp"

// Graphs with hanging trees and chains of all kinds.
namespace warpgraph::test {

// 0 - 1 - ... - 0
inline oracle::Ends cycle(VertexId vertices) {
  oracle::Ends ends = oracle::path(vertices);
  ends.emplace_back(vertices - 1, 0);
  return ends;
}

// Vertices 0 and 1 with chains between them, of so many vertices each.
inline ForestCase theta(const std::vector<VertexId>& chains) {
  ForestCase graph{"theta of " + std::to_string(chains.size()), 2, {}};
  for (const VertexId length : chains) {
    VertexId from = 0;
    for (VertexId i = 0; i < length; ++i) {
      graph.edges.emplace_back(from, graph.vertices);
      from = graph.vertices++;
    }
    graph.edges.emplace_back(from, 1);
  }
  return graph;
}

// About as many edges as vertices, some of them loops and some parallel.
inline ForestCase random_sparse(VertexId vertices, VertexId edges, std::uint64_t seed) {
  ForestCase graph{"random, seed " + std::to_string(seed), vertices, {}};
  std::mt19937_64 random(seed);
  const auto any = [&] { return static_cast<VertexId>(random() % vertices); };
  for (VertexId i = 0; i < edges; ++i) {
    graph.edges.emplace_back(any(), any());
    if (i % 9 == 0) graph.edges.push_back(graph.edges.back());
    if (i % 13 == 0) graph.edges.emplace_back(any(), graph.edges.back().first);
  }
  return graph;
}

inline ForestCase road(VertexId width, VertexId height, const std::string& segments) {
  ThreadPool threads(1);
  EdgeList list = generators::generate(generators::parse_generator("road", {{"width", std::to_string(width)},
                                                                            {"height", std::to_string(height)},
                                                                            {"segments", segments},
                                                                            {"keep", "0.3"}}),
                                       threads);
  ForestCase graph{"road, segments " + segments, list.vertex_count, {}};
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list.direction == Direction::kUndirectedOnce || list.source[i] < list.target[i])
      graph.edges.emplace_back(list.source[i], list.target[i]);
  return graph;
}

inline std::vector<ForestCase> contraction_cases() {
  // A tail of 5 vertices on a cycle of 6; two cycles joined by a chain; a clique with a chain from corner to corner.
  oracle::Ends lollipop = cycle(6);
  for (VertexId v = 6; v < 11; ++v) lollipop.emplace_back(v == 6 ? 2 : v - 1, v);
  oracle::Ends dumbbell = cycle(5);
  for (const auto& [a, b] : cycle(4)) dumbbell.emplace_back(a + 5, b + 5);
  for (VertexId v = 9; v < 13; ++v) dumbbell.emplace_back(v == 9 ? 3 : v - 1, v);
  dumbbell.emplace_back(12, 6);
  oracle::Ends handle = oracle::clique(0, 5);
  for (VertexId v = 5; v < 12; ++v) handle.emplace_back(v == 5 ? 0 : v - 1, v);
  handle.emplace_back(11, 4);
  std::vector<ForestCase> cases{
      {"cycle of 2", 2, {{0, 1}, {1, 0}}},
      {"cycle of 3", 3, cycle(3)},
      {"cycle of 40", 40, cycle(40)},
      {"a loop alone", 1, {{0, 0}}},
      {"loops in a path", 6, {{0, 1}, {1, 1}, {1, 2}, {2, 3}, {3, 3}, {3, 3}, {3, 4}, {4, 5}, {5, 5}}},
      {"parallel edges in a path", 5, {{0, 1}, {0, 1}, {1, 2}, {2, 3}, {3, 2}, {2, 3}, {3, 4}}},
      {"lollipop", 11, lollipop},
      {"dumbbell", 13, dumbbell},
      {"handle", 12, handle},
      {"clique", 9, oracle::clique(0, 9)},
      {"edges alone", 9, {{0, 5}, {7, 2}, {8, 3}}},
      theta({0, 1, 2}),
      theta({3, 3, 9}),
      theta({0, 0, 4, 1}),
      road(6, 5, "1"),
      road(5, 4, "8"),
      random_sparse(60, 50, 1),
      random_sparse(60, 64, 2),
      random_sparse(90, 80, 3),
      random_sparse(40, 70, 4)};
  for (std::size_t i = 2, count = cases.size(); i < count; ++i) cases.push_back(shuffled(cases[i], i));
  for (const ForestCase& forest : forest_cases())
    if (forest.vertices <= 300 || forest.name.starts_with("path")) cases.push_back(forest);
  return cases;
}

// Lengths from 0 to 9, a third of them 0.
template <EdgeValueType Value>
Graph<Value> with_lengths(const ForestCase& each, Value unit) {
  std::mt19937_64 random(each.edges.size());
  std::vector<Value> lengths;
  for (std::size_t i = 0; i < each.edges.size(); ++i)
    lengths.push_back(random() % 3 == 0 ? Value{} : static_cast<Value>(random() % 10) * unit);
  return oracle::weighted_graph_of(each.vertices, each.edges, std::move(lengths));
}

}  // namespace warpgraph::test
