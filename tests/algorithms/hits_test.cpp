// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/hits.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/copying_test.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/hits.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class Hits : public CopyingTest {
 protected:
  // In sum. The values add up to 1, and a float is off by 6e-8 of itself when it is stored; a sum of the hundreds
  // of floats that a star has is off by some 1e-5.
  template <class Value>
  void expect_close(const Buffer<Value>& values, const std::vector<double>& expected, double bound) {
    const std::vector<Value> found = to_host(stream(), values);
    ASSERT_EQ(found.size(), expected.size());
    double distance = 0;
    for (std::size_t v = 0; v < found.size(); ++v) distance += std::abs(static_cast<double>(found[v]) - expected[v]);
    EXPECT_LT(distance, bound);
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(Hits);

TEST_P(Hits, AreThoseOfTheOracleAfterSoManyIterations) {
  for (const GraphCase& each : kLinkCases) {
    SCOPED_TRACE(each.generator);
    const auto graph = build_case(each);
    const DeviceGraph<NoValue> on_device = copied(graph);
    const auto result = hits(stream(), on_device, {.tolerance = 0, .max_iterations = 12});
    const oracle::Hits expected = oracle::hits(graph, 0, 12);
    EXPECT_EQ(result.supersteps.size(), 12u);
    EXPECT_EQ(result.end, RunEnd::kSuperstepLimit);
    expect_close(result.hubs, expected.hub, 5e-5);
    expect_close(result.authorities, expected.authority, 5e-5);
  }
}

TEST_P(Hits, AreTheSameInEveryShape) {
  const auto graph = build_case({"rmat", {{"scale", "7"}}});
  const AnyDeviceGraph on_device = copied(graph);
  const oracle::Hits expected = oracle::hits(graph, 0, 10);
  for (int shape = 0; shape < kGatherShapeCount; ++shape) {
    SCOPED_TRACE(shape);
    HitsOptions options{.tolerance = 0, .max_iterations = 10};
    options.engine.tuning.shape = static_cast<GatherShape>(shape);
    const auto result = hits(stream(), on_device, options);
    expect_close(result.hubs, expected.hub, 1e-5);
    expect_close(result.authorities, expected.authority, 1e-5);
    const auto precise = hits<double>(stream(), on_device, options);
    expect_close(precise.hubs, expected.hub, 1e-13);
    expect_close(precise.authorities, expected.authority, 1e-13);
  }
}

// Floats settle earlier: their last change is a rounding, or none.
TEST_P(Hits, InDoubleSettleWithinTolerancesThatFloatsDoNotHave) {
  for (const GraphCase& each : kLinkCases) {
    SCOPED_TRACE(each.generator);
    const auto graph = build_case(each);
    const DeviceGraph<NoValue> on_device = copied(graph);
    const HitsOptions options{.tolerance = 1e-13, .max_iterations = 100000};
    const auto result = hits<double>(stream(), on_device, options);
    EXPECT_TRUE(result.converged());
    const auto hubs = to_host(stream(), result.hubs);
    const auto authorities = to_host(stream(), result.authorities);
    EXPECT_EQ(verify_hubs(graph, hubs, options), Problem());
    EXPECT_EQ(verify_authorities(graph, authorities, options), Problem());
    const oracle::Hits expected = oracle::hits(graph, 0, static_cast<int>(result.supersteps.size()));
    expect_close(result.hubs, expected.hub, 1e-11);
    expect_close(result.authorities, expected.authority, 1e-11);
  }
}

TEST_P(Hits, AreTheSameInBlocks) {
  const Graph<NoValue> graph = build_case({"erdos-renyi", {{"vertices", "2000"}, {"edges", "60000"}}});
  const DeviceGraph<NoValue> on_device = copied(graph);
  HitsOptions options{.tolerance = 0, .max_iterations = 10};
  options.engine.tuning.thresholds.block_bytes = 2000;
  const auto result = hits(stream(), on_device, options);
  const MemoryUse use = runtime().device().memory();
  EXPECT_TRUE(std::ranges::any_of(
      use.items, [](const MemoryUse::Item& each) { return each.name == "engine blocks" && each.in_use != 0; }));
  const oracle::Hits expected = oracle::hits(graph, 0, 10);
  expect_close(result.hubs, expected.hub, 1e-5);
  expect_close(result.authorities, expected.authority, 1e-5);
  const auto precise = hits<double>(stream(), on_device, options);
  expect_close(precise.hubs, expected.hub, 1e-13);
  expect_close(precise.authorities, expected.authority, 1e-13);
}

TEST_P(Hits, StopAtTheirTolerance) {
  const auto graph = build_case({"rmat", {{"scale", "7"}}});
  const DeviceGraph<NoValue> on_device = copied(graph);
  const auto result = hits(stream(), on_device, {.tolerance = 1e-6});
  const oracle::Hits expected = oracle::hits(graph);
  EXPECT_TRUE(result.converged());
  EXPECT_LT(result.supersteps.size(), 100u);
  expect_close(result.hubs, expected.hub, 1e-4);
  expect_close(result.authorities, expected.authority, 1e-4);
}

// 2 in the middle of 0, 1 and 3: where all hubs are alike, authorities are the degrees.
TEST_P(Hits, NeedNoEdgeValues) {
  const auto graph = oracle::weighted_graph_of<double>(4, {{0, 2}, {2, 1}, {2, 3}}, {-5, 7, 9});
  const DeviceGraph<double> on_device = copied(graph);
  const auto result = hits(stream(), on_device, {.tolerance = 0, .max_iterations = 1});
  EXPECT_EQ(to_host(stream(), result.authorities), (std::vector<float>{1.0f / 6, 1.0f / 6, 3.0f / 6, 1.0f / 6}));
}

TEST_P(Hits, AreAllAlikeBeforeTheFirstIteration) {
  const auto graph = oracle::weighted_graph_of<double>(4, {{0, 2}, {2, 1}, {2, 3}}, {-5, 7, 9});
  const DeviceGraph<double> on_device = copied(graph);
  const auto result = hits(stream(), on_device, {.max_iterations = 0});
  EXPECT_EQ(result.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(to_host(stream(), result.hubs), std::vector<float>(4, .25f));
  EXPECT_EQ(to_host(stream(), result.authorities), std::vector<float>(4, .25f));
}

TEST_P(Hits, OfGraphsWithoutEdgesAreZero) {
  ThreadPool threads(1);
  const auto graph = build_graph<NoValue>(threads, oracle::list_of(70, {}, Direction::kDirected), {.outgoing = true});
  const DeviceGraph<NoValue> on_device = copied(graph);
  const auto result = hits(stream(), on_device);
  EXPECT_TRUE(result.converged());
  EXPECT_EQ(to_host(stream(), result.hubs), std::vector<float>(70));
  EXPECT_EQ(to_host(stream(), result.authorities), std::vector<float>(70));
  EXPECT_TRUE(hits(stream(), DeviceGraph<NoValue>()).hubs.empty());
}

TEST_P(Hits, SayWhatTheirIterationsDid) {
  const auto graph = build_case({"kron", {{"scale", "6"}}});
  const DeviceGraph<NoValue> on_device = copied(graph);
  HitsOptions options{.tolerance = 0};
  options.engine.time_supersteps = true;
  options.engine.after_superstep = [](const SuperstepStatistics& step) { return step.superstep < 2; };
  const auto result = hits(stream(), on_device, options);
  EXPECT_EQ(result.end, RunEnd::kStopped);
  ASSERT_EQ(result.supersteps.size(), 3u);
  EXPECT_EQ(result.supersteps[2].active_edges, graph.edge_count());
  EXPECT_GT(result.supersteps[2].microseconds, 0);
}

TEST_P(Hits, RefuseWhatTheyCannotDo) {
  const auto graph = build_case({"rmat", {{"scale", "5"}}}, /*symmetrise=*/false, /*outgoing=*/false);
  const DeviceGraph<NoValue> on_device = copied(graph);
  EXPECT_THROW(hits(stream(), on_device), UsageError);
  const auto undirected = build_case({"kron", {{"scale", "5"}}});
  const DeviceGraph<NoValue> symmetric = copied(undirected);
  HitsOptions options;
  options.engine.plan = Plan::kPullActive;
  EXPECT_THROW(hits(stream(), symmetric, options), UsageError);
  EXPECT_THROW(hits(stream(), symmetric, {.tolerance = -1}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
