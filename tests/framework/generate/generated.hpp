// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <warpgraph/framework/generate/registry.hpp>

// Small graphs from the registry and what a serial program finds out about them.
namespace warpgraph::test {

using EdgePair = std::pair<VertexId, VertexId>;

inline EdgeList generate_with(unsigned threads, const generators::GeneratorSpec& spec) {
  ThreadPool pool(threads);
  return generators::generate(spec, pool);
}

inline EdgeList generated(std::string_view name, const generators::GeneratorArguments& arguments = {}) {
  return generate_with(2, generators::parse_generator(name, arguments));
}

// The arguments that make each generator's graph small enough for a test, and large enough to be itself.
inline generators::GeneratorArguments small_arguments(std::string_view name) {
  if (name == "rmat" || name == "kron") return {{"scale", "11"}};
  if (name == "erdos-renyi") return {{"vertices", "2000"}, {"edges", "15000"}};
  if (name == "random-blocks") return {{"edges", "20k"}, {"density", ".01"}, {"blocks", "3"}};
  if (name == "grid2d") return {{"width", "60"}, {"height", "41"}};
  if (name == "grid3d") return {{"width", "7"}, {"height", "11"}, {"depth", "13"}};
  if (name == "road" || name == "mesh") return {{"width", "60"}, {"height", "41"}};
  if (name == "list") return {{"vertices", "3000"}, {"lists", "7"}};
  if (name == "tree") return {{"vertices", "3000"}, {"trees", "5"}};
  if (name == "complete") return {{"vertices", "101"}};
  if (name == "bipartite") return {{"left", "17"}, {"right", "100"}};
  if (name == "cliques") return {{"cliques", "9"}, {"size", "21"}};
  return {{"vertices", "3000"}};
}

inline std::vector<EdgePair> pairs_of(const EdgeList& edges) {
  std::vector<EdgePair> pairs;
  for (std::size_t i = 0; i < edges.size(); ++i) pairs.emplace_back(edges.source[i], edges.target[i]);
  return pairs;
}

// With the smaller id first, in ascending order.
inline std::vector<EdgePair> sorted_undirected(const EdgeList& edges) {
  std::vector<EdgePair> pairs = pairs_of(edges);
  for (auto& [u, v] : pairs)
    if (u > v) std::swap(u, v);
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline bool has_duplicates(std::vector<EdgePair> pairs) {
  std::sort(pairs.begin(), pairs.end());
  return std::adjacent_find(pairs.begin(), pairs.end()) != pairs.end();
}

inline std::size_t count_self_loops(const EdgeList& edges) {
  std::size_t count = 0;
  for (const auto& [u, v] : pairs_of(edges)) count += u == v ? 1 : 0;
  return count;
}

inline std::vector<std::uint64_t> degrees(const EdgeList& edges) {
  std::vector<std::uint64_t> degree(edges.vertex_count);
  for (const auto& [u, v] : pairs_of(edges)) ++degree[u], ++degree[v];
  return degree;
}

inline std::vector<std::uint64_t> count_occurrences(const std::vector<VertexId>& ids, VertexId vertex_count) {
  std::vector<std::uint64_t> count(vertex_count);
  for (const VertexId v : ids) ++count[v];
  return count;
}

inline double mean_degree(const EdgeList& edges) {
  return 2.0 * static_cast<double>(edges.size()) / edges.vertex_count;
}

inline std::vector<std::vector<VertexId>> neighbours(const EdgeList& edges) {
  std::vector<std::vector<VertexId>> adjacent(edges.vertex_count);
  for (const auto& [u, v] : pairs_of(edges)) {
    adjacent[u].push_back(v);
    adjacent[v].push_back(u);
  }
  return adjacent;
}

struct Reached {
  std::size_t vertices = 0;
  std::size_t levels = 0;
};

// Breadth-first search along edges of either direction; marks what it sees.
inline Reached search(const std::vector<std::vector<VertexId>>& adjacent, VertexId source, std::vector<bool>& seen) {
  Reached reached;
  std::vector<VertexId> frontier = {source};
  seen[source] = true;
  while (!frontier.empty()) {
    ++reached.levels;
    reached.vertices += frontier.size();
    std::vector<VertexId> next;
    for (const VertexId u : frontier)
      for (const VertexId v : adjacent[u])
        if (!seen[v]) {
          seen[v] = true;
          next.push_back(v);
        }
    frontier.swap(next);
  }
  return reached;
}

inline Reached search(const EdgeList& edges, VertexId source) {
  std::vector<bool> seen(edges.vertex_count);
  return search(neighbours(edges), source, seen);
}

// The components' sizes, in the order of their smallest vertices.
inline std::vector<std::size_t> components(const EdgeList& edges) {
  const auto adjacent = neighbours(edges);
  std::vector<bool> seen(edges.vertex_count);
  std::vector<std::size_t> sizes;
  for (VertexId v = 0; v < edges.vertex_count; ++v)
    if (!seen[v]) sizes.push_back(search(adjacent, v, seen).vertices);
  return sizes;
}

// A forest has as many components as it lacks edges to its vertices.
inline bool is_forest(const EdgeList& edges) { return components(edges).size() + edges.size() == edges.vertex_count; }

inline bool same_edges(const EdgeList& a, const EdgeList& b) {
  return a.vertex_count == b.vertex_count && a.direction == b.direction && a.source == b.source &&
         a.target == b.target && a.values == b.values;
}

}  // namespace warpgraph::test
