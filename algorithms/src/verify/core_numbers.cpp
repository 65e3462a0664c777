// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <numeric>

#include <warpgraph/algorithms/verify.hpp>

#include "message.hpp"
#include "neighbours.hpp"

namespace warpgraph {
namespace {

using verify::Neighbours;
using verify::text_of;
using verify::vertex;

// Its own core number is no higher than claimed if, in the order of the numbers, each vertex can be taken away when it
// has no more neighbours left than its number: the first to go of a subgraph with more of them for each could not.
// Returns a vertex that cannot go, or kNoVertex.
VertexId stuck_vertex(const Neighbours& neighbours, std::span<const std::uint32_t> core) {
  std::vector<VertexId> order(neighbours.count());
  std::iota(order.begin(), order.end(), VertexId{0});
  std::ranges::stable_sort(order, {}, [&](VertexId v) { return core[v]; });
  std::vector<VertexId> left(neighbours.count());
  for (const VertexId v : order) left[v] = neighbours.degree(v);

  std::vector<bool> is_gone(neighbours.count());
  std::vector<VertexId> going;
  for (auto first = order.begin(); first != order.end();) {
    const std::uint32_t k = core[*first];
    const auto last = std::find_if(first, order.end(), [&](VertexId v) { return core[v] != k; });
    const auto let_go = [&](VertexId v) {
      if (is_gone[v] || core[v] != k || left[v] > k) return;
      is_gone[v] = true;
      going.push_back(v);
    };
    std::for_each(first, last, let_go);
    while (!going.empty()) {
      const VertexId v = going.back();
      going.pop_back();
      for (const VertexId u : neighbours.of(v)) {
        if (is_gone[u]) continue;
        --left[u];
        let_go(u);
      }
    }
    const auto stuck = std::find_if(first, last, [&](VertexId v) { return !is_gone[v]; });
    if (stuck != last) return *stuck;
    first = last;
  }
  return kNoVertex;
}

}  // namespace

Problem verify_core_numbers(const Topology& graph, std::span<const std::uint32_t> core) {
  verify::expect_one_each(graph, core);
  const Neighbours neighbours(graph);
  const auto number_of = [&](VertexId v) { return vertex(graph, v) + " has the core number " + text_of(core[v]); };
  for (VertexId v = 0; v < core.size(); ++v) {
    const auto support = std::ranges::count_if(neighbours.of(v), [&](VertexId u) { return core[u] >= core[v]; });
    if (static_cast<std::uint64_t>(support) < core[v])
      return number_of(v) + ", and " + text_of(support) + " neighbours with as much";
  }
  const VertexId stuck = stuck_vertex(neighbours, core);
  if (stuck != kNoVertex) return number_of(stuck) + ", and is in a core of a higher one";
  return {};
}

}  // namespace warpgraph
