// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <warpgraph/partitioning/partition.hpp>

// Graphs to partition in tests, and what a partition of them is worth, found without any cleverness.
namespace warpgraph::test {

struct WeightedEdge {
  VertexId a;
  VertexId b;
  std::int64_t weight = 1;
};

// Owns the arrays of a PartitionInput.
class ListedGraph {
 public:
  ListedGraph(VertexId vertices, std::vector<WeightedEdge> edges) : edges_(std::move(edges)), row_(vertices + 1, 0) {
    std::vector<std::vector<std::pair<VertexId, std::int64_t>>> rows(vertices);
    for (const WeightedEdge& edge : edges_) {
      rows[edge.a].push_back({edge.b, edge.weight});
      if (edge.a != edge.b) rows[edge.b].push_back({edge.a, edge.weight});
    }
    for (VertexId v = 0; v < vertices; ++v) {
      std::ranges::sort(rows[v]);
      for (const auto& [u, weight] : rows[v]) {
        column_.push_back(u);
        edge_weight_.push_back(weight);
      }
      row_[v + 1] = column_.size();
    }
  }

  // [vertex * constraints + constraint]
  ListedGraph& weigh(std::vector<std::int64_t> vertex_weight, std::uint32_t constraints = 1) {
    vertex_weight_ = std::move(vertex_weight);
    constraints_ = constraints;
    return *this;
  }

  [[nodiscard]] partitioning::PartitionInput input() const {
    return {row_, column_, edge_weight_, vertex_weight_, constraints_};
  }
  [[nodiscard]] VertexId vertices() const { return static_cast<VertexId>(row_.size() - 1); }
  [[nodiscard]] const std::vector<WeightedEdge>& edges() const { return edges_; }
  [[nodiscard]] std::uint32_t constraints() const { return constraints_; }
  [[nodiscard]] std::int64_t weight(VertexId v, std::uint32_t constraint = 0) const {
    return vertex_weight_.empty() ? 1 : vertex_weight_[v * constraints_ + constraint];
  }

 private:
  std::vector<WeightedEdge> edges_;
  std::vector<EdgeId> row_;
  std::vector<VertexId> column_;
  std::vector<std::int64_t> edge_weight_;
  std::vector<std::int64_t> vertex_weight_;
  std::uint32_t constraints_ = 1;
};

// With self-loops, repeated edges and isolated vertices.
inline ListedGraph random_listed_graph(VertexId vertices, std::size_t edges, std::int64_t max_weight,
                                       std::mt19937_64& random) {
  std::vector<WeightedEdge> list(edges);
  for (WeightedEdge& edge : list) {
    edge.a = static_cast<VertexId>(random() % vertices);
    edge.b = static_cast<VertexId>(random() % vertices);
    edge.weight = static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(max_weight + 1));
  }
  return {vertices, std::move(list)};
}

inline std::int64_t naive_cut(const ListedGraph& graph, const std::vector<std::uint32_t>& part) {
  std::int64_t cut = 0;
  for (const WeightedEdge& edge : graph.edges())
    if (part[edge.a] != part[edge.b]) cut += edge.weight;
  return cut;
}

// For each vertex the parts of its neighbours that are not its own.
inline std::vector<std::set<std::uint32_t>> naive_other_parts(const ListedGraph& graph,
                                                              const std::vector<std::uint32_t>& part) {
  std::vector<std::set<std::uint32_t>> others(graph.vertices());
  for (const WeightedEdge& edge : graph.edges()) {
    if (part[edge.a] == part[edge.b]) continue;
    others[edge.a].insert(part[edge.b]);
    others[edge.b].insert(part[edge.a]);
  }
  return others;
}

// The number of components of each part.
inline std::vector<std::uint64_t> naive_components(const ListedGraph& graph, const std::vector<std::uint32_t>& part,
                                                   std::uint32_t parts) {
  std::vector<VertexId> label(graph.vertices());
  for (VertexId v = 0; v < graph.vertices(); ++v) label[v] = v;
  for (bool changed = true; changed;) {
    changed = false;
    for (const WeightedEdge& edge : graph.edges()) {
      if (part[edge.a] != part[edge.b] || label[edge.a] == label[edge.b]) continue;
      label[edge.a] = label[edge.b] = std::min(label[edge.a], label[edge.b]);
      changed = true;
    }
  }
  std::vector<std::uint64_t> components(parts, 0);
  for (VertexId v = 0; v < graph.vertices(); ++v)
    if (label[v] == v) ++components[part[v]];
  return components;
}

}  // namespace warpgraph::test
