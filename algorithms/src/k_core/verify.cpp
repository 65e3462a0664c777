// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <mutex>
#include <span>
#include <vector>

#include <warpgraph/algorithms/k_core.hpp>

#include "verify/message.hpp"
#include "verify/neighbours.hpp"
#include "verify/parallel.hpp"

namespace warpgraph::algorithms {
namespace {

using verify::Neighbours;
using verify::text_of;
using verify::vertex;

// A vertex's core number is no higher than claimed if, in the order of the numbers, it can be taken away when it has no
// more neighbours left than its number: the first to go of a subgraph with more of them for each could not. When those
// of lower numbers have gone, the others left are those of its number or higher; so what goes depends on neighbours of
// the same number only, and all numbers are looked at side by side, round by round.
//
// left[v]: the neighbours of v's core number or higher. Returns the lowest vertex that cannot go, or kNoVertex.
VertexId stuck_vertex(const Neighbours& neighbours, std::span<const std::uint32_t> core, std::vector<VertexId> left,
                      ThreadPool* threads) {
  std::vector<char> is_gone(core.size(), 0);
  std::vector<VertexId> going;
  for (VertexId v = 0; v < core.size(); ++v)
    if (left[v] <= core[v]) going.push_back(v);
  std::mutex mutex;
  while (!going.empty()) {
    std::vector<VertexId> next;
    verify::for_chunks(threads, going.size(), verify::kGrain, [&](std::size_t first, std::size_t last) {
      std::vector<VertexId> mine;
      for (std::size_t i = first; i < last; ++i) {
        const VertexId v = going[i];
        is_gone[v] = 1;
        for (const VertexId u : neighbours.of(v))
          if (core[u] == core[v] && verify::add(left[u], ~VertexId{0}) == core[u] + 1) mine.push_back(u);
      }
      if (mine.empty()) return;
      const std::lock_guard lock(mutex);
      std::ranges::copy(mine, std::back_inserter(next));
    });
    going = std::move(next);
  }
  const auto stuck = std::ranges::find(is_gone, 0);
  return stuck == is_gone.end() ? kNoVertex : static_cast<VertexId>(stuck - is_gone.begin());
}

}  // namespace

Problem verify_core_numbers(const Topology& graph, std::span<const std::uint32_t> core, ThreadPool* threads) {
  verify::expect_one_each(graph, core);
  const Neighbours neighbours(graph, threads);
  const auto number_of = [&](VertexId v) { return vertex(graph, v) + " has the core number " + text_of(core[v]); };
  std::vector<VertexId> support(core.size());
  const VertexId weak = verify::first_wrong(threads, core.size(), [&](VertexId v) {
    support[v] =
        static_cast<VertexId>(std::ranges::count_if(neighbours.of(v), [&](VertexId u) { return core[u] >= core[v]; }));
    return support[v] < core[v];
  });
  if (weak != kNoVertex) return number_of(weak) + ", and " + text_of(support[weak]) + " neighbours with as much";
  const VertexId stuck = stuck_vertex(neighbours, core, std::move(support), threads);
  if (stuck != kNoVertex) return number_of(stuck) + ", and is in a core of a higher one";
  return {};
}

}  // namespace warpgraph::algorithms
