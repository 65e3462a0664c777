// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <warpgraph/framework/graph/value.hpp>
#include <warpgraph/framework/ids.hpp>
#include <warpgraph/framework/sweep/host_union_find.hpp>

// Edges of forests in the memory of hosts, and what the forests of two ranks become.
namespace warpgraph::algorithms::forest {

// `entry`: where the edge stands in the whole graph, in the row of its greater end.
template <EdgeValueType EdgeValue>
struct RankEdge {
  EdgeId entry;
  VertexId greater;
  VertexId lesser;
  [[no_unique_address]] EdgeValue weight;

  // The total order of edges; both zeros are one.
  friend bool operator<(const RankEdge& a, const RankEdge& b) {
    if constexpr (graphs::kHasValue<EdgeValue>)
      if (a.weight < b.weight || b.weight < a.weight) return a.weight < b.weight;
    return a.entry < b.entry;
  }
};

// Trees of the vertices that edges join. 4 bytes a vertex of the range in which the greater ends lie, and 8 a vertex
// before it.
class TreesOfEdges {
 public:
  template <class Edges>
  explicit TreesOfEdges(const Edges& edges) {
    VertexId last = 0;
    for (const auto& each : edges) {
      first_ = std::min(first_, each.greater);
      last = std::max(last, each.greater);
    }
    for (const auto& each : edges)
      if (each.lesser < first_) before_.push_back(each.lesser);
    std::ranges::sort(before_);
    before_.erase(std::ranges::unique(before_).begin(), before_.end());
    trees_ = sweep::HostUnionFind(edges.empty() ? 0 : before_.size() + (last - first_) + 1);
  }

  // False: they were joined before.
  bool join(VertexId a, VertexId b) { return trees_.unite(place_of(a), place_of(b)); }

 private:
  [[nodiscard]] VertexId place_of(VertexId v) const {
    const auto place = v < first_ ? std::ranges::lower_bound(before_, v) - before_.begin()
                                  : static_cast<std::ptrdiff_t>(before_.size() + (v - first_));
    return static_cast<VertexId>(place);
  }

  VertexId first_ = kNoVertex;
  std::vector<VertexId> before_;   // ascending
  sweep::HostUnionFind trees_{0};  // of these, and of the vertices from first_ on
};

// The forest of two forests, which are in the total order, by Kruskal's algorithm. An edge of the graph that is in
// neither is the heaviest of a cycle.
template <EdgeValueType EdgeValue>
std::vector<RankEdge<EdgeValue>> merged_forest(const std::vector<RankEdge<EdgeValue>>& a,
                                               const std::vector<RankEdge<EdgeValue>>& b) {
  std::vector<RankEdge<EdgeValue>> both(a.size() + b.size());
  std::ranges::merge(a, b, both.begin(), std::less<>());
  TreesOfEdges trees(both);
  std::erase_if(both, [&](const RankEdge<EdgeValue>& each) { return !trees.join(each.greater, each.lesser); });
  return both;
}

}  // namespace warpgraph::algorithms::forest
