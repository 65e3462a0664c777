// SPDX-License-Identifier: Apache-2.0
#include <chrono>
#include <utility>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/catalogue.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/placement_case.hpp"

namespace warpgraph::test {
namespace {

// Each piece of the devices' work starts late.
TEST(LateDevices, EndRunsWhoseSuperstepsHaveALimit) {
  RuntimeOptions machine;
  machine.host.faults.longest_delay = std::chrono::milliseconds(20);
  Runtime runtime("host:3", machine);
  EdgeList edges = generate(parse_generator("grid2d", {{"width", "37"}, {"height", "23"}}), runtime.threads());
  const AnyGraph graph = build_graph(runtime.threads(), std::move(edges), {.symmetrise = true});
  const AnyShardedGraph spread = shard_graph(runtime, graph, place(vertex_count(graph), 3, 0, Shares::kEqual), {});
  for (const char* const name : {"cc", "hits", "kcore", "pagerank"}) {
    AlgorithmRequest request{PlacedGraphView(spread)};
    request.engine.exchange.superstep_timeout = std::chrono::milliseconds(1);
    const auto run = find_algorithm(name).read({}, true);
    EXPECT_THROW((void)run->run(request), DeviceError) << name;
  }
}

}  // namespace
}  // namespace warpgraph::test
