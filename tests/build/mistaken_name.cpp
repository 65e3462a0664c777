// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/framework/engine/host_result.hpp>

// What a vertex is called, and a vertex of the graph, one for the other in the way that MISTAKE names; right if it
// names none.
#define MISTAKE_NONE 0
#define MISTAKE_VERTEX_FOR_NAME 1
#define MISTAKE_NAME_FOR_VERTEX 2
#define MISTAKE_NAME_FOR_PLACE 3
#define MISTAKE_VERTEX_FOR_PLACE 4

namespace {

warpgraph::algorithms::BfsOptions options_of([[maybe_unused]] warpgraph::VertexId vertex, const warpgraph::IdMap& ids) {
#if MISTAKE == MISTAKE_VERTEX_FOR_NAME
  (void)ids;
  return {.source = vertex};
#else
  return {.source = ids.name_of(vertex)};
#endif
}

int value_of(const std::vector<int>& values, warpgraph::VertexName name, const warpgraph::IdMap& ids) {
#if MISTAKE == MISTAKE_NAME_FOR_VERTEX
  const warpgraph::VertexId vertex = name;
#else
  const warpgraph::VertexId vertex = find_vertex(ids, static_cast<warpgraph::VertexId>(values.size()), name);
#endif
#if MISTAKE == MISTAKE_NAME_FOR_PLACE
  return values[name] + static_cast<int>(vertex);
#else
  return values[vertex];
#endif
}

warpgraph::VertexName name_of_first(const warpgraph::HostResult<int>& result) {
#if MISTAKE == MISTAKE_VERTEX_FOR_PLACE
  return result.name_of(warpgraph::VertexId{0});
#else
  return result.name_of(0);
#endif
}

}  // namespace

int main() {
  const warpgraph::IdMap ids{.base = 5};
  return value_of({0, 1}, options_of(1, ids).source, ids);
}
