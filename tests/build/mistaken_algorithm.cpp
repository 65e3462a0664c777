// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/bfs.hpp>

// A call of an algorithm with the graph that MISTAKE names, which is on no device; right if it names none.
#define MISTAKE_NONE 0
#define MISTAKE_HOST_GRAPH 1
#define MISTAKE_ANY_GRAPH 2
#define MISTAKE_EDGE_LIST 3
#define MISTAKE_HOST_GRAPH_ON_STREAM 4

namespace {

void call([[maybe_unused]] warpgraph::Runtime& runtime, [[maybe_unused]] warpgraph::StreamRef stream) {
  using warpgraph::algorithms::bfs_levels;
#if MISTAKE == MISTAKE_HOST_GRAPH
  (void)bfs_levels(warpgraph::Graph<float>(), {.source = 1});
#elif MISTAKE == MISTAKE_ANY_GRAPH
  (void)bfs_levels(warpgraph::AnyGraph(), {.source = 1});
#elif MISTAKE == MISTAKE_EDGE_LIST
  (void)bfs_levels(warpgraph::EdgeList(), {.source = 1});
#elif MISTAKE == MISTAKE_HOST_GRAPH_ON_STREAM
  (void)bfs_levels(stream, warpgraph::Graph<float>(), {.source = 1});
#else
  (void)bfs_levels(on(runtime, warpgraph::Graph<float>()), {.source = 1}).by_name();
  (void)bfs_levels(on(runtime, warpgraph::AnyGraph()), {.source = 1}).by_name();
  (void)bfs_levels(stream, upload(stream, warpgraph::AnyGraph()), {.source = 1}).values;
#endif
}

}  // namespace

int main() {
  warpgraph::Runtime runtime;
  const warpgraph::Stream stream(runtime.device());
  call(runtime, stream);
}
