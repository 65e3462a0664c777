// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::test {

// Edges from everywhere to everywhere, so that no block has more than its share: a vertex in nine has none, one has
// many for every kernel, the others have about twenty.
inline Graph<std::int32_t> even_graph() {
  constexpr VertexId kVertices = 5000;
  EdgeList list;
  list.vertex_count = kVertices;
  std::uint64_t state = 7;
  const auto draw = [&] {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return static_cast<VertexId>((state >> 33) % kVertices);
  };
  const auto add = [&](VertexId source, VertexId target) {
    list.source.push_back(source);
    list.target.push_back(target);
  };
  for (VertexId v = 0; v < kVertices; ++v) {
    for (VertexId i = 0; i < v % 9 * 5; ++i) add(draw(), v);
    add(v, kVertices / 2);
  }
  list.values = std::vector<std::int32_t>(list.source.size(), 1);
  ThreadPool threads(1);
  return build_graph<std::int32_t>(threads, std::move(list), {.outgoing = true});
}

}  // namespace warpgraph::test
