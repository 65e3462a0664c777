// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include <warpgraph/algorithms/triangles.hpp>

#include "verify/message.hpp"
#include "verify/neighbours.hpp"
#include "verify/parallel.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::Neighbours;
using verify::text_of;

// Every edge points to its end of more neighbours, so that no vertex has many outgoing ones, and every triangle has one
// corner from which both of its edges lead away.
std::vector<std::uint64_t> count_triangles(const Topology& graph, ThreadPool* threads) {
  const Neighbours neighbours(graph, threads);
  const auto leads_to = [&](VertexId u, VertexId v) {
    return std::pair(neighbours.degree(u), u) < std::pair(neighbours.degree(v), v);
  };
  std::vector<std::vector<VertexId>> higher(neighbours.count());
  verify::for_vertices(threads, higher.size(), [&](VertexId u) {
    std::ranges::copy_if(neighbours.of(u), std::back_inserter(higher[u]), [&](VertexId v) { return leads_to(u, v); });
  });

  std::vector<std::uint64_t> count(neighbours.count(), 0);
  verify::for_chunks(threads, higher.size(), verify::kGrain, [&](std::size_t first, std::size_t last) {
    std::vector<VertexId> corners;
    for (std::size_t a = first; a < last; ++a) {
      std::uint64_t found = 0;
      for (const VertexId b : higher[a]) {
        corners.clear();
        std::ranges::set_intersection(higher[a], higher[b], std::back_inserter(corners));
        for (const VertexId c : corners) verify::add(count[c], std::uint64_t{1});
        verify::add(count[b], std::uint64_t{corners.size()});
        found += corners.size();
      }
      verify::add(count[a], found);
    }
  });
  return count;
}

}  // namespace

Problem verify_triangles(const Topology& graph, std::span<const std::uint64_t> count, ThreadPool* threads) {
  verify::expect_one_each(graph, count);
  const std::vector<std::uint64_t> expected = count_triangles(graph, threads);
  for (VertexId v = 0; v < count.size(); ++v) {
    if (count[v] != expected[v])
      return verify::vertex(graph, v) + " has " + text_of(count[v]) + " triangles, and should have " +
             text_of(expected[v]);
  }
  return {};
}

Problem verify_triangle_count(const Topology& graph, std::uint64_t count, ThreadPool* threads) {
  const std::vector<std::uint64_t> corners = count_triangles(graph, threads);
  const std::uint64_t expected = std::accumulate(corners.begin(), corners.end(), std::uint64_t{0}) / 3;
  if (count == expected) return {};
  return "there are " + text_of(expected) + " triangles, and not " + text_of(count);
}

}  // namespace warpgraph::algorithms
