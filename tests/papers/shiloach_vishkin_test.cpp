// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/shiloach_vishkin.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/components.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using papers::ShiloachVishkinOptions;

std::vector<ShiloachVishkinOptions> all_steps() {
  std::vector<ShiloachVishkinOptions> all;
  for (const bool hook_stagnant : {true, false}) {
    for (const bool second_shortcut : {true, false}) {
      for (const bool fused : {true, false}) {
        if (!fused && !second_shortcut) continue;
        ShiloachVishkinOptions options;
        options.steps = {hook_stagnant, second_shortcut, fused};
        all.push_back(options);
      }
    }
  }
  return all;
}

// The paper's: lists and trees at random and in order, and dense random graphs side by side.
std::vector<GraphCase> graphs_of_the_paper() {
  std::vector<GraphCase> cases{{"list", {{"vertices", "700"}}},
                               {"list", {{"vertices", "700"}, {"lists", "9"}}},
                               {"list", {{"vertices", "700"}, {"order", "ordered"}}},
                               {"random-blocks", {{"edges", "3000"}, {"density", "0.01"}, {"blocks", "3"}}},
                               {"random-blocks", {{"edges", "3000"}, {"density", "0.1"}}}};
  for (const char* const children : {"1", "2", "20"})
    cases.push_back({"tree", {{"vertices", "700"}, {"trees", "5"}, {"children", children}}});
  return cases;
}

class ShiloachVishkin : public MachineTest {
 protected:
  [[nodiscard]] Result<VertexId> run(const Graph<NoValue>& graph, const ShiloachVishkinOptions& options) const {
    const DeviceGraph<NoValue> on_device = upload(stream(), graph);
    return papers::shiloach_vishkin(stream(), on_device, options);
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ShiloachVishkin);

TEST_P(ShiloachVishkin, LabelsAreThoseOfTheOracleWithAndWithoutEachStep) {
  std::vector<GraphCase> cases = kStructureCases;
  for (const GraphCase& each : graphs_of_the_paper()) cases.push_back(each);
  for (const GraphCase& each : cases) {
    for (const bool symmetrise : {true, false}) {
      SCOPED_TRACE(each.generator + (symmetrise ? ", symmetrised" : ""));
      const Graph<NoValue> graph = build_case(each, symmetrise, false);
      for (const ShiloachVishkinOptions& options : all_steps()) {
        const Result<VertexId> found = run(graph, options);
        EXPECT_TRUE(found.converged());
        EXPECT_EQ(to_host(stream(), found.values), oracle::components(graph));
      }
    }
  }
}

//   0 - 1 - 4 - 7 - 8     2 - 3 - 6 - 5 - 2
TEST_P(ShiloachVishkin, TheExampleOfThePaperTakesThreeIterations) {
  const auto graph = oracle::graph_of(9, {{0, 1}, {1, 4}, {4, 7}, {7, 8}, {2, 3}, {2, 5}, {3, 6}, {5, 6}});
  const Result<VertexId> found = run(graph, all_steps().front());
  EXPECT_EQ(to_host(stream(), found.values), (std::vector<VertexId>{0, 0, 2, 2, 0, 2, 2, 0, 0}));
  EXPECT_GE(found.supersteps.size(), 2u);  // paths may be shorter where steps see their own writes
  EXPECT_LE(found.supersteps.size(), 3u);
}

TEST_P(ShiloachVishkin, IterationsAreAtMostLogarithmsOfTheVertices) {
  std::vector<GraphCase> cases = graphs_of_the_paper();
  cases.push_back({"path", {{"vertices", "3000"}, {"permute", "true"}}});
  cases.push_back({"road", {{"width", "50"}, {"height", "60"}, {"permute", "true"}}});
  for (const GraphCase& each : cases) {
    SCOPED_TRACE(each.generator);
    const Graph<NoValue> graph = build_case(each, true, false);
    const Result<VertexId> found = run(graph, all_steps().front());
    const double bound = std::ceil(std::log(graph.vertex_count()) / std::log(1.5)) + 2;
    EXPECT_LE(static_cast<double>(found.supersteps.size()), bound);
    EXPECT_EQ(found.supersteps.back().updated_vertices, 0u);
  }
}

TEST_P(ShiloachVishkin, StopsAfterAsManyIterationsAsItMay) {
  ShiloachVishkinOptions options = all_steps().front();
  options.engine.max_supersteps = 1;
  const Result<VertexId> found = run(build_case({"path", {{"vertices", "3000"}}}, true), options);
  EXPECT_EQ(found.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(found.supersteps.size(), 1u);
}

TEST_P(ShiloachVishkin, TakesGraphsWithoutVerticesOrEdges) {
  EXPECT_EQ(run(Graph<NoValue>(), all_steps().front()).values.size(), 0u);
  EXPECT_EQ(to_host(stream(), run(oracle::graph_of(3, {}), all_steps().front()).values),
            (std::vector<VertexId>{0, 1, 2}));
}

TEST_P(ShiloachVishkin, TakesTheMemoryThatItSays) {
  const Graph<NoValue> graph = build_case({"road", {{"width", "300"}, {"height", "200"}}}, true, false);
  const DeviceGraph<NoValue> on_device = upload(stream(), graph);
  stream().synchronize();
  Device& device = stream().device();
  device.reset_peak_memory();
  const std::size_t before = device.memory().in_use;
  const Result<VertexId> found = papers::shiloach_vishkin(stream(), on_device);
  stream().synchronize();
  const std::size_t taken = device.memory().peak - before;
  const std::size_t planned = papers::shiloach_vishkin_memory(graph.vertex_count()).total();
  EXPECT_LE(taken, planned + 4096);
  EXPECT_GE(taken + 4096, planned);
}

TEST_P(ShiloachVishkin, RefusesAPlan) {
  ShiloachVishkinOptions options;
  options.engine.plan = Plan::kPush;
  EXPECT_THROW((void)run(oracle::graph_of(2, {{0, 1}}), options), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
