// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

#include <warpgraph/algorithms/verify.hpp>

#include "message.hpp"
#include "neighbours.hpp"

namespace warpgraph {
namespace {

using verify::Neighbours;
using verify::text_of;

// Every edge points to its end of more neighbours, so that no vertex has many outgoing ones, and every triangle has one
// corner from which both of its edges lead away.
std::vector<std::uint64_t> count_triangles(const Topology& graph) {
  const Neighbours neighbours(graph);
  const auto leads_to = [&](VertexId u, VertexId v) {
    return std::pair(neighbours.degree(u), u) < std::pair(neighbours.degree(v), v);
  };
  std::vector<std::vector<VertexId>> higher(neighbours.count());
  for (VertexId u = 0; u < higher.size(); ++u)
    std::ranges::copy_if(neighbours.of(u), std::back_inserter(higher[u]), [&](VertexId v) { return leads_to(u, v); });

  std::vector<std::uint64_t> count(neighbours.count(), 0);
  std::vector<VertexId> corners;
  for (VertexId a = 0; a < higher.size(); ++a) {
    for (const VertexId b : higher[a]) {
      corners.clear();
      std::ranges::set_intersection(higher[a], higher[b], std::back_inserter(corners));
      for (const VertexId c : corners) ++count[c];
      count[a] += corners.size();
      count[b] += corners.size();
    }
  }
  return count;
}

}  // namespace

Problem verify_triangles(const Topology& graph, std::span<const std::uint64_t> count) {
  verify::expect_one_each(graph, count);
  const std::vector<std::uint64_t> expected = count_triangles(graph);
  for (VertexId v = 0; v < count.size(); ++v) {
    if (count[v] != expected[v])
      return verify::vertex(graph, v) + " has " + text_of(count[v]) + " triangles, and should have " +
             text_of(expected[v]);
  }
  return {};
}

Problem verify_triangle_count(const Topology& graph, std::uint64_t count) {
  const std::vector<std::uint64_t> corners = count_triangles(graph);
  const std::uint64_t expected = std::accumulate(corners.begin(), corners.end(), std::uint64_t{0}) / 3;
  if (count == expected) return {};
  return "there are " + text_of(expected) + " triangles, and not " + text_of(count);
}

}  // namespace warpgraph
