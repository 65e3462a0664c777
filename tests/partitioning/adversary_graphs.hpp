// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "listed_graph.hpp"

// Graphs on which partitioners fail.
namespace warpgraph::test::adversaries {

inline ListedGraph path(VertexId vertices) {
  std::vector<WeightedEdge> edges;
  for (VertexId v = 1; v < vertices; ++v) edges.push_back({v - 1, v});
  return {vertices, edges};
}

inline ListedGraph star(VertexId vertices) {
  std::vector<WeightedEdge> edges;
  for (VertexId v = 1; v < vertices; ++v) edges.push_back({0, v});
  return {vertices, edges};
}

inline ListedGraph cliques(VertexId count, VertexId size) {
  std::vector<WeightedEdge> edges;
  for (VertexId c = 0; c < count; ++c)
    for (VertexId a = 0; a < size; ++a)
      for (VertexId b = 0; b < a; ++b) edges.push_back({c * size + a, c * size + b});
  return {count * size, edges};
}

inline ListedGraph grid(VertexId side) {
  std::vector<WeightedEdge> edges;
  for (VertexId v = 0; v < side * side; ++v) {
    if (v % side > 0) edges.push_back({v - 1, v});
    if (v >= side) edges.push_back({v - side, v});
  }
  return {side * side, edges};
}

// A path whose vertices all have an edge to the first one.
inline ListedGraph heavy_vertex_on_a_path(VertexId vertices) {
  ListedGraph graph = path(vertices);
  std::vector<WeightedEdge> edges = graph.edges();
  for (VertexId v = 2; v < vertices; ++v) edges.push_back({0, v});
  return {vertices, edges};
}

// The first vertices have edges to all others up to a bound that falls with the vertex: heavy ones, leaves, and
// vertices without neighbours.
inline ListedGraph heavy_vertices_and_isolated(VertexId vertices) {
  std::vector<WeightedEdge> edges;
  for (VertexId a = 0; a < vertices; ++a)
    for (VertexId b = a + 1; (a + 1) * (b + 1) <= vertices * 2 / 3; ++b) edges.push_back({a, b});
  return {vertices, edges};
}

inline ListedGraph with_self_loops_and_repetitions(const ListedGraph& graph) {
  std::vector<WeightedEdge> edges = graph.edges();
  const std::size_t count = edges.size();
  for (std::size_t i = 0; i < count; i += 2) edges.push_back(edges[i]);
  for (VertexId v = 0; v < graph.vertices(); v += 3) edges.push_back({v, v, 1000});
  return {graph.vertices(), edges};
}

// Every second vertex and edge has the weight, the others 0.
inline ListedGraph with_weights(const ListedGraph& graph, std::int64_t weight) {
  std::vector<WeightedEdge> edges = graph.edges();
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i].weight = i % 2 == 0 ? weight : 0;
  ListedGraph result(graph.vertices(), edges);
  std::vector<std::int64_t> weights(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) weights[v] = v % 2 == 0 ? weight : 0;
  return result.weigh(weights);
}

struct Adversary {
  std::string name;
  ListedGraph graph;
  friend std::ostream& operator<<(std::ostream& out, const Adversary& each) { return out << each.name; }
};

inline std::vector<Adversary> all_adversaries() {
  return {{"one_vertex", path(1)},
          {"isolated", ListedGraph(50, {})},
          {"path", path(300)},
          {"star", star(500)},
          {"clique", cliques(1, 40)},
          {"disconnected", cliques(12, 9)},
          {"clique_and_isolated", ListedGraph(100, cliques(1, 20).edges())},
          {"grid", grid(18)},
          {"heavy_vertex", heavy_vertex_on_a_path(400)},
          {"heavy_vertices_and_isolated", heavy_vertices_and_isolated(600)},
          {"grid_and_isolated", ListedGraph(500, grid(18).edges())},
          {"self_loops_and_repetitions", with_self_loops_and_repetitions(grid(15))},
          {"zero_weights", with_weights(grid(12), 0)},
          {"huge_weights", with_weights(grid(12), std::int64_t{1} << 52)}};
}

}  // namespace warpgraph::test::adversaries
