// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include <warpgraph/framework/generate/counter_random.hpp>
#include <warpgraph/partitioning/partition.hpp>

// Undirected graphs for tests of the partitioner, and what is true of a partition of them.
namespace warpgraph::test {

struct SmallGraph {
  std::vector<EdgeId> row;
  std::vector<VertexId> column;
  std::vector<std::int64_t> edge_weight;
  std::vector<std::int64_t> vertex_weight;
  std::uint32_t constraints = 1;

  [[nodiscard]] partitioning::PartitionInput input() const {
    return {row, column, edge_weight, vertex_weight, constraints};
  }
  [[nodiscard]] VertexId vertices() const { return static_cast<VertexId>(row.size() - 1); }
};

inline partitioning::PartitionOptions into(std::uint32_t parts) {
  partitioning::PartitionOptions options;
  options.parts = parts;
  return options;
}

using Edges = std::vector<std::pair<VertexId, VertexId>>;

// Self-loops and repeated edges stay.
inline SmallGraph make_graph(VertexId vertices, const Edges& edges) {
  std::vector<std::vector<VertexId>> rows(vertices);
  for (const auto& [a, b] : edges) {
    rows[a].push_back(b);
    if (a != b) rows[b].push_back(a);
  }
  SmallGraph graph;
  graph.row.push_back(0);
  for (const auto& each : rows) {
    graph.column.insert(graph.column.end(), each.begin(), each.end());
    graph.row.push_back(graph.column.size());
  }
  return graph;
}

inline SmallGraph path_graph(VertexId vertices) {
  Edges edges;
  for (VertexId v = 0; v + 1 < vertices; ++v) edges.emplace_back(v, v + 1);
  return make_graph(vertices, edges);
}
inline SmallGraph star_graph(VertexId leaves) {
  Edges edges;
  for (VertexId v = 1; v <= leaves; ++v) edges.emplace_back(0, v);
  return make_graph(leaves + 1, edges);
}
// Cliques in a row, with one edge from each to the next.
inline SmallGraph chained_cliques(VertexId cliques, VertexId size) {
  Edges edges;
  for (VertexId c = 0; c < cliques; ++c) {
    for (VertexId a = 0; a < size; ++a)
      for (VertexId b = a + 1; b < size; ++b) edges.emplace_back(c * size + a, c * size + b);
    if (c + 1 < cliques) edges.emplace_back(c * size + size - 1, (c + 1) * size);
  }
  return make_graph(cliques * size, edges);
}
inline SmallGraph grid_graph(VertexId width, VertexId height) {
  Edges edges;
  for (VertexId y = 0; y < height; ++y)
    for (VertexId x = 0; x < width; ++x) {
      if (x + 1 < width) edges.emplace_back(y * width + x, y * width + x + 1);
      if (y + 1 < height) edges.emplace_back(y * width + x, (y + 1) * width + x);
    }
  return make_graph(width * height, edges);
}
// A grid whose edges are chains of so many more vertices, and whose first corner has a tree of leaves of leaves.
inline SmallGraph road_graph(VertexId width, VertexId height, VertexId links) {
  const SmallGraph grid = grid_graph(width, height);
  Edges edges;
  VertexId next = grid.vertices();
  const auto add_chain = [&](VertexId from, VertexId to) {
    for (VertexId i = 0; i < links; ++i) edges.emplace_back(std::exchange(from, next), next), ++next;
    edges.emplace_back(from, to);
  };
  for (VertexId v = 0; v < grid.vertices(); ++v)
    for (EdgeId i = grid.row[v]; i < grid.row[v + 1]; ++i)
      if (grid.column[i] > v) add_chain(v, grid.column[i]);
  for (int branch = 0; branch < 4; ++branch) {
    const VertexId inner = next++;
    edges.emplace_back(0, inner);
    for (int leaf = 0; leaf < 3; ++leaf) edges.emplace_back(inner, next++);
  }
  return make_graph(next, edges);
}
inline SmallGraph random_graph(VertexId vertices, std::size_t edges, std::uint64_t seed) {
  const generators::CounterRandom random(seed, 1);
  std::set<std::pair<VertexId, VertexId>> chosen;
  for (std::uint64_t i = 0; chosen.size() < edges; ++i) {
    const auto a = static_cast<VertexId>(generators::below(random(2 * i), vertices));
    const auto b = static_cast<VertexId>(generators::below(random(2 * i + 1), vertices));
    if (a != b) chosen.emplace(std::min(a, b), std::max(a, b));
  }
  return make_graph(vertices, Edges(chosen.begin(), chosen.end()));
}
// Two dense random blocks in a row, and a path at either end. All four have `vertices` vertices, and one edge leads
// from each to the next.
inline SmallGraph dense_blocks_between_paths(VertexId vertices, std::size_t edges_of_block, std::uint64_t seed) {
  Edges edges;
  for (VertexId v = 0; v + 1 < vertices; ++v) {
    edges.emplace_back(v, v + 1);
    edges.emplace_back(3 * vertices + v, 3 * vertices + v + 1);
  }
  for (VertexId first = vertices; first <= 3 * vertices; first += vertices) edges.emplace_back(first - 1, first);
  for (VertexId block = 1; block <= 2; ++block) {
    const SmallGraph random = random_graph(vertices, edges_of_block, seed + block);
    for (VertexId v = 0; v < vertices; ++v)
      for (EdgeId i = random.row[v]; i < random.row[v + 1]; ++i)
        if (random.column[i] > v) edges.emplace_back(block * vertices + v, block * vertices + random.column[i]);
  }
  return make_graph(4 * vertices, edges);
}
// A random graph with two vertices that are joined to all others: rows of all kinds.
inline SmallGraph heavy_vertex_graph(VertexId vertices, std::size_t edges, std::uint64_t seed) {
  const SmallGraph random = random_graph(vertices, edges, seed);
  Edges all;
  for (VertexId v = 0; v < vertices; ++v) {
    for (EdgeId i = random.row[v]; i < random.row[v + 1]; ++i)
      if (random.column[i] > v) all.emplace_back(v, random.column[i]);
    if (v > 1) {
      all.emplace_back(0, v);
      all.emplace_back(1, v);
    }
  }
  return make_graph(vertices, all);
}

// Few vertices have most of the edges, and many have none (R-MAT of Chakrabarti, Zhan and Faloutsos 2004, with the
// numbers of Graph500). The ids say nothing about degrees.
inline SmallGraph skewed_graph(int scale, std::size_t edges, std::uint64_t seed) {
  const generators::CounterRandom random(seed, 2);
  const VertexId mask = (VertexId{1} << scale) - 1;
  std::set<std::pair<VertexId, VertexId>> chosen;
  for (std::uint64_t i = 0; i < edges; ++i) {
    VertexId a = 0;
    VertexId b = 0;
    for (int bit = 0; bit < scale; ++bit) {
      const std::uint64_t percent = generators::below(random(i * 32 + static_cast<std::uint64_t>(bit)), 100);
      a = 2 * a + (percent >= 76 ? 1 : 0);
      b = 2 * b + ((percent >= 57 && percent < 76) || percent >= 95 ? 1 : 0);
    }
    a = (a * 0x9e3779b1u) & mask;
    b = (b * 0x9e3779b1u) & mask;
    if (a != b) chosen.emplace(std::min(a, b), std::max(a, b));
  }
  return make_graph(mask + 1, Edges(chosen.begin(), chosen.end()));
}

inline std::int64_t cut_of(const SmallGraph& graph, const std::vector<std::uint32_t>& part) {
  std::int64_t twice = 0;
  for (VertexId v = 0; v < graph.vertices(); ++v)
    for (EdgeId i = graph.row[v]; i < graph.row[v + 1]; ++i)
      if (part[v] != part[graph.column[i]]) twice += graph.edge_weight.empty() ? 1 : graph.edge_weight[i];
  return twice / 2;
}
inline std::vector<std::int64_t> weights_of(const SmallGraph& graph, const std::vector<std::uint32_t>& part,
                                            std::uint32_t parts, std::uint32_t constraint = 0) {
  std::vector<std::int64_t> weights(parts, 0);
  for (VertexId v = 0; v < graph.vertices(); ++v)
    weights[part[v]] +=
        graph.vertex_weight.empty() ? 1 : graph.vertex_weight[std::size_t{v} * graph.constraints + constraint];
  return weights;
}
inline std::int64_t heaviest(const SmallGraph& graph, const std::vector<std::uint32_t>& part, std::uint32_t parts,
                             std::uint32_t constraint = 0) {
  return std::ranges::max(weights_of(graph, part, parts, constraint));
}
inline std::size_t empty_parts(const std::vector<std::uint32_t>& part, std::uint32_t parts) {
  const std::set<std::uint32_t> used(part.begin(), part.end());
  return parts - used.size();
}

}  // namespace warpgraph::test
