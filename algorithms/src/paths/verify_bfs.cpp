// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/bfs.hpp>

#include <algorithm>
#include <bit>
#include <span>
#include <vector>

#include <warpgraph/framework/run/result.hpp>

#include "verify/message.hpp"
#include "verify/parallel.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::name_of;
using verify::text_of;
using verify::vertex;

constexpr std::uint32_t kNoLevel = kNoVertex;

// Whether problem_of_level finds nothing.
bool is_level_right(const Topology& graph, std::span<const std::uint32_t> level, VertexId v) {
  std::uint32_t least = kNoLevel;
  for (const VertexId u : graph.sources(v)) least = std::min(least, level[u]);
  return level[v] == (least == kNoLevel ? kNoLevel : least + 1);
}

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
//
// Threads go up side by side, each until it finds a level, and may write the same levels twice.
std::vector<std::uint32_t> levels_of(std::span<const VertexId> parent, VertexId source, ThreadPool* threads) {
  constexpr std::uint32_t kUnknown = kNoLevel - 1;  // no tree is that high
  std::vector<std::uint32_t> level(parent.size(), kUnknown);
  level[source] = 0;
  verify::for_chunks(threads, parent.size(), verify::kNumbers, [&](std::size_t first, std::size_t last) {
    std::vector<VertexId> way;
    for (auto v = static_cast<VertexId>(first); v < last; ++v) {
      VertexId up = v;
      VertexId passed = kNoVertex;  // to meet it again is to go round a cycle (Brent 1980)
      std::uint32_t above = verify::load(level[up]);
      while (above == kUnknown) {
        if (std::has_single_bit(way.size())) passed = up;
        way.push_back(up);
        up = parent[up];
        above = up == kNoVertex || up == passed ? kNoLevel : verify::load(level[up]);
      }
      for (; !way.empty(); way.pop_back())
        verify::store(level[way.back()], above = above == kNoLevel ? kNoLevel : above + 1);
    }
  });
  return level;
}

}  // namespace

Problem verify_bfs_levels(const Topology& graph, VertexName source, std::span<const std::uint32_t> level,
                          ThreadPool* threads) {
  verify::expect_one_each(graph, level);
  const VertexId start = find_vertex(*graph.ids, graph.vertex_count(), source);
  if (level[start] != 0) return "the source, " + vertex(graph, start) + ", has level " + text_of(level[start]);
  const VertexId wrong = verify::first_wrong(threads, level.size(), [&](VertexId v) {
    return v != start && (level[v] == 0 || !is_level_right(graph, level, v));
  });
  if (wrong == kNoVertex) return {};
  if (level[wrong] == 0) return vertex(graph, wrong) + " has level 0 and is not the source";
  return problem_of_level(graph, level, wrong);
}

Problem verify_bfs_parents(const Topology& graph, VertexName source, std::span<const VertexId> parent,
                           ThreadPool* threads) {
  verify::expect_one_each(graph, parent);
  const VertexId start = find_vertex(*graph.ids, graph.vertex_count(), source);
  if (parent[start] != start) return "the source, " + vertex(graph, start) + ", is not its own parent";
  const VertexId wrong = verify::first_wrong(threads, parent.size(), [&](VertexId v) {
    return v != start && parent[v] != kNoVertex && !(parent[v] < parent.size() && has_edge(graph, parent[v], v));
  });
  if (wrong != kNoVertex) return problem_of_parent(graph, parent, wrong);
  const std::vector<std::uint32_t> level = levels_of(parent, start, threads);
  for (VertexId v = 0; v < parent.size(); ++v) {
    if (parent[v] != kNoVertex && level[v] == kNoLevel)
      return vertex(graph, v) + " has the parent " + name_of(graph, parent[v]) + ", which does not lead to the source";
  }
  const Problem problem = verify_bfs_levels(graph, source, level, threads);
  if (problem) return "in the tree of the parents, " + *problem;
  return {};
}

}  // namespace warpgraph::algorithms
