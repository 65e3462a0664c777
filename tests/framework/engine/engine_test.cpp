// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/engine.hpp>

#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "../generate/generated.hpp"
#include "oracle.hpp"
#include "programs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

class EngineTest : public MachineTest {};

TEST_P(EngineTest, Smoke) {
  ThreadPool pool(2);
  EdgeList list = generated("rmat", {{"scale", "9"}, {"weights", "uniform"}});
  const auto graph = build_graph<std::int32_t>(pool, std::move(list), {.outgoing = true});
  const auto device_graph = upload(stream(), graph);
  const auto r = run_program(stream(), device_graph, Distances{5});
  EXPECT_EQ(r.to_host(stream(), graph.ids()), run_serially(graph, Distances{5}));
  const auto l = run_program(stream(), device_graph, Levels{5});
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(EngineTest);

}  // namespace
}  // namespace warpgraph::test
