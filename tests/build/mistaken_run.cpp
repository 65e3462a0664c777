// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/framework/engine/host_run.hpp>

// A call of run_program with the one mistake that MISTAKE names; right if it names none.
#define MISTAKE_NONE 0
#define MISTAKE_ANY_GRAPH 1
#define MISTAKE_EDGE_LIST 2
#define MISTAKE_ANY_DEVICE_GRAPH 3
#define MISTAKE_HOST_GRAPH 4
#define MISTAKE_DOUBLE 5        // that visit returns of a float
#define MISTAKE_NO_VALUE 6      // no type of the vertex's value
#define MISTAKE_NO_REDUCTION 7  // neither a Reduction nor reduce

namespace {

struct Program {
#if MISTAKE != MISTAKE_NO_VALUE
  using VertexValue = float;
#endif
  using EdgeValue = float;
#if MISTAKE != MISTAKE_NO_REDUCTION
  using Reduction = warpgraph::Min;
#endif
#if MISTAKE == MISTAKE_DOUBLE
  double visit(float value, float length) const { return value + length; }
#else
  float visit(float value, float length) const { return value + length; }
#endif
  float initial(warpgraph::VertexId v) const { return v == 0 ? 0.0F : 1e30F; }
  bool updated(float old, float value) const { return value < old; }
};

void call(warpgraph::Runtime& runtime, [[maybe_unused]] warpgraph::StreamRef stream) {
#if MISTAKE == MISTAKE_ANY_GRAPH
  (void)run_program(runtime, warpgraph::AnyGraph(), Program{});
#elif MISTAKE == MISTAKE_EDGE_LIST
  (void)run_program(runtime, warpgraph::EdgeList(), Program{});
#elif MISTAKE == MISTAKE_ANY_DEVICE_GRAPH
  (void)run_program(stream, warpgraph::upload(stream, warpgraph::AnyGraph()), Program{});
#elif MISTAKE == MISTAKE_HOST_GRAPH
  (void)run_program(stream, warpgraph::Graph<float>(), Program{});
#else
  (void)run_program(runtime, warpgraph::Graph<float>(), Program{});
#endif
}

}  // namespace

int main() {
  warpgraph::Runtime runtime;
  const warpgraph::Stream stream(runtime.device());
  call(runtime, stream);
}
