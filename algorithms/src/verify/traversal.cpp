// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/verify.hpp>

#include <algorithm>

#include <warpgraph/framework/engine/result.hpp>

#include "message.hpp"

namespace warpgraph {
namespace {

using verify::name_of;
using verify::text_of;
using verify::vertex;

constexpr std::uint32_t kNoLevel = kNoVertex;

Problem problem_of_level(const Topology& graph, std::span<const std::uint32_t> level, VertexId v) {
  bool is_explained = level[v] == kNoLevel;
  for (const VertexId u : graph.sources(v)) {
    if (level[u] == kNoLevel) continue;
    if (level[v] == kNoLevel) return vertex(graph, v) + " has no level, and an edge from " + name_of(graph, u);
    if (level[v] > level[u] + 1)
      return vertex(graph, v) + " has level " + text_of(level[v]) + ", and an edge from " + name_of(graph, u) +
             " of level " + text_of(level[u]);
    is_explained = is_explained || level[v] == level[u] + 1;
  }
  if (is_explained) return {};
  return vertex(graph, v) + " has level " + text_of(level[v]) + ", and no edge from a vertex one level above";
}

bool has_edge(const Topology& graph, VertexId from, VertexId to) {
  const auto sources = graph.sources(to);
  return std::ranges::binary_search(sources, from);
}

Problem problem_of_parent(const Topology& graph, std::span<const VertexId> parent, VertexId v) {
  if (parent[v] >= graph.vertex_count()) return vertex(graph, v) + " has a parent that is no vertex";
  if (has_edge(graph, parent[v], v)) return {};
  return vertex(graph, v) + " has the parent " + name_of(graph, parent[v]) + ", and no edge from it";
}

// The levels that a tree implies. Vertices whose parents lead elsewhere than to the source have none.
std::vector<std::uint32_t> levels_of(std::span<const VertexId> parent, VertexId source) {
  std::vector<std::uint32_t> level(parent.size(), kNoLevel);
  std::vector<bool> is_seen(parent.size());
  std::vector<VertexId> way;
  level[source] = 0;
  is_seen[source] = true;
  for (VertexId v = 0; v < parent.size(); ++v) {
    VertexId up = v;
    for (; !is_seen[up]; up = parent[up]) {
      is_seen[up] = true;
      way.push_back(up);
      if (parent[up] == kNoVertex) break;
    }
    for (std::uint32_t above = level[up]; !way.empty(); way.pop_back())
      level[way.back()] = above == kNoLevel ? kNoLevel : ++above;
  }
  return level;
}

}  // namespace

Problem verify_bfs_levels(const Topology& graph, std::uint64_t source, std::span<const std::uint32_t> level) {
  verify::expect_one_each(graph, level);
  const VertexId start = find_vertex(*graph.ids, graph.vertex_count(), source);
  if (level[start] != 0) return "the source, " + vertex(graph, start) + ", has level " + text_of(level[start]);
  for (VertexId v = 0; v < level.size(); ++v) {
    if (v == start) continue;
    if (level[v] == 0) return vertex(graph, v) + " has level 0 and is not the source";
    if (const Problem problem = problem_of_level(graph, level, v)) return problem;
  }
  return {};
}

Problem verify_bfs_parents(const Topology& graph, std::uint64_t source, std::span<const VertexId> parent) {
  verify::expect_one_each(graph, parent);
  const VertexId start = find_vertex(*graph.ids, graph.vertex_count(), source);
  if (parent[start] != start) return "the source, " + vertex(graph, start) + ", is not its own parent";
  for (VertexId v = 0; v < parent.size(); ++v) {
    if (v == start || parent[v] == kNoVertex) continue;
    if (const Problem problem = problem_of_parent(graph, parent, v)) return problem;
  }
  const std::vector<std::uint32_t> level = levels_of(parent, start);
  for (VertexId v = 0; v < parent.size(); ++v) {
    if (parent[v] != kNoVertex && level[v] == kNoLevel)
      return vertex(graph, v) + " has the parent " + name_of(graph, parent[v]) + ", which does not lead to the source";
  }
  const Problem problem = verify_bfs_levels(graph, source, level);
  if (problem) return "in the tree of the parents, " + *problem;
  return {};
}

}  // namespace warpgraph
