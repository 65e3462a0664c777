// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/framework/engine/host_run.hpp>

// A call of run, or of what CALL names, with the one mistake that MISTAKE names; right if it names none.
#define CALL_RUN 0
#define CALL_START 1
#define CALL_RUN_ON_STREAM 2
#define CALL_START_ON_STREAM 3
#define CALL_RUN_ON_SEVERAL 4
#define CALL_START_ON_SEVERAL 5
#define CALL_RUN_ON_EACH 6  // with a program made for each device
#ifndef CALL
#define CALL CALL_RUN
#endif

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

void call([[maybe_unused]] warpgraph::Runtime& runtime, [[maybe_unused]] warpgraph::StreamRef stream) {
#if MISTAKE == MISTAKE_ANY_GRAPH && CALL == CALL_START
  const auto graph = on(runtime, warpgraph::AnyGraph());
  (void)start(graph, Program{});
#elif MISTAKE == MISTAKE_ANY_GRAPH
  (void)run(on(runtime, warpgraph::AnyGraph()), Program{});
#elif MISTAKE == MISTAKE_EDGE_LIST
  (void)warpgraph::run(warpgraph::EdgeList(), Program{});
#elif MISTAKE == MISTAKE_ANY_DEVICE_GRAPH
  (void)run(stream, warpgraph::upload(stream, warpgraph::AnyGraph()), Program{});
#elif MISTAKE == MISTAKE_HOST_GRAPH
  (void)warpgraph::run(warpgraph::Graph<float>(), Program{});
#elif CALL == CALL_START
  const auto graph = on(runtime, warpgraph::Graph<float>());
  (void)start(graph, Program{}).wait().values;
#elif CALL == CALL_RUN_ON_STREAM
  (void)run(stream, upload(stream, warpgraph::Graph<float>()), Program{}).values;
#elif CALL == CALL_START_ON_STREAM
  const auto graph = upload(stream, warpgraph::Graph<float>());
  (void)start(stream, graph, Program{}).wait().values;
#elif CALL == CALL_RUN_ON_SEVERAL
  (void)run(shard_graph(runtime, warpgraph::Graph<float>(), {}), Program{}).values;
#elif CALL == CALL_START_ON_SEVERAL
  const auto graph = shard_graph(runtime, warpgraph::Graph<float>(), {});
  (void)start(graph, Program{}).wait().values;
#elif CALL == CALL_RUN_ON_EACH
  (void)run(shard_graph(runtime, warpgraph::Graph<float>(), {}), [](warpgraph::StreamRef) { return Program{}; }).values;
#else
  (void)run(on(runtime, warpgraph::Graph<float>()), Program{}).values;
#endif
}

}  // namespace

int main() {
  warpgraph::Runtime runtime;
  const warpgraph::Stream stream(runtime.device());
  call(runtime, stream);
}
