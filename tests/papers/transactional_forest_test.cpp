// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/transactional_forest.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/shard/place.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/memory.hpp>

#include "algorithms/forest_case.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class TransactionalForestTest : public MachineTest {
 protected:
  template <EdgeValueType Value>
  SpanningForest<Value> find(const Graph<Value>& graph) {
    const DeviceGraph<Value> on_device = upload(stream(), graph);
    stream().synchronize();  // the graph may go from here on
    SpanningForest<Value> forest = minimum_spanning_forest(stream(), on_device, by_transactions_.options());
    edges_ = to_edge_list(stream(), on_device, forest);
    return forest;
  }
  template <EdgeValueType Value>
  void expect_right_everywhere() {
    for (const GraphCase& each : kStructureCases) {
      SCOPED_TRACE(each.generator);
      const auto graph = graph_with_ties<Value>(each);
      const auto forest = find(graph);
      const auto expected = oracle::spanning_forest(graph);
      EXPECT_EQ(forest.edge_count, expected.size());
      EXPECT_EQ(weighed_edges<Value>(edges_), expected);
    }
  }

  papers::TransactionalForest by_transactions_;
  EdgeList edges_;
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(TransactionalForestTest);

TEST_P(TransactionalForestTest, IsThatOfTheOracle) { expect_right_everywhere<std::int32_t>(); }

TEST_P(TransactionalForestTest, IsThatOfTheOracleForWideIntegers) { expect_right_everywhere<std::int64_t>(); }

TEST_P(TransactionalForestTest, HasTheTotalOfTheOtherMethods) {
  EXPECT_EQ(find(path_of_weights_that_cancel()).weight, kWeightOfThePath);
}

TEST_P(TransactionalForestTest, OfGraphsWithFewEdges) {
  EXPECT_EQ(find(oracle::graph_of(3, {})).component_count, 3u);
  EXPECT_EQ(find(oracle::graph_of(3, {{1, 1}, {2, 2}})).component_count, 3u);
  EXPECT_EQ(find(oracle::graph_of(2, {{0, 1}, {0, 1}})).edge_count, 1u);
}

TEST_P(TransactionalForestTest, RefusesWeightsThatAreNoNumbers) {
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)find(oracle::weighted_graph_of<double>(3, {{0, 1}, {1, 2}}, {1, nan})), InputError);
}

TEST_P(TransactionalForestTest, CountsItsTransactions) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(4, {{0, 1}, {1, 2}, {2, 3}, {3, 0}}, {1, 2, 3, 4});
  EXPECT_EQ(by_transactions_.counts().trials, 0u);
  (void)find(graph);
  EXPECT_EQ(by_transactions_.counts().commits, 3u);
  EXPECT_GE(by_transactions_.counts().trials, 3u);
}

TEST_P(TransactionalForestTest, TimesThePhasesOfItsRounds) {
  const ForestPhases phases = find(graph_with_ties<std::int32_t>({"road", {{"width", "40"}, {"height", "30"}}})).phases;
  EXPECT_GT(phases.discovery_microseconds, 0);
  EXPECT_GT(phases.merging_microseconds, 0);
}

TEST_P(TransactionalForestTest, IsForBoruvkasRounds) {
  SpanningForestOptions options = by_transactions_.options();
  options.method = ForestMethod::kFiltered;
  const auto graph = upload(stream(), oracle::graph_of(2, {{0, 1}}));
  EXPECT_THROW((void)minimum_spanning_forest(stream(), graph, options), UsageError);
}

TEST_P(TransactionalForestTest, TakesNoMoreMemoryThanItSays) {
  const auto graph = upload(stream(), graph_with_ties<std::int32_t>({"road", {{"width", "40"}, {"height", "30"}}}));
  stream().synchronize();
  const SpanningForestOptions options = by_transactions_.options();
  const MemoryPlan plan = spanning_forest_memory(shards::run_size(graph), options);
  Device& device = stream().device();
  device.reset_peak_memory();
  const std::size_t before = device.memory().in_use;
  const SpanningForest<std::int32_t> forest = minimum_spanning_forest(stream(), graph, options);
  edges_ = to_edge_list(stream(), graph, forest);
  const MemoryUse use = device.memory();
  EXPECT_LE(use.peak - before, plan.total() + 16384);
  const auto locks = std::ranges::find(use.items, "transaction locks", &MemoryUse::Item::name);
  ASSERT_NE(locks, use.items.end());
  EXPECT_GT(locks->peak, 0u);
  EXPECT_EQ(locks->peak % 2048, 0u);  // 1200 vertices, rounded up
}

class TransactionalForestOfSeveral : public testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Host, TransactionalForestOfSeveral, testing::Values(2, 3), testing::PrintToStringParamName());

TEST_P(TransactionalForestOfSeveral, IsThatOfTheOracle) {
  Runtime runtime("host:" + std::to_string(GetParam()));
  const papers::TransactionalForest by_transactions;
  for (const GraphCase& each : kStructureCases) {
    SCOPED_TRACE(each.generator);
    const auto graph = graph_with_ties<std::int32_t>(each);
    const Placement placement =
        shards::place_by_edges(graph.incoming().row.span(), {.devices = runtime.device_count()});
    const auto spread = shard_graph(runtime, graph, placement, {.outgoing = false});
    const auto forest = minimum_spanning_forest(spread, by_transactions.options());
    EXPECT_EQ(weighed_edges<std::int32_t>(to_edge_list(spread, forest)), oracle::spanning_forest(graph));
  }
  EXPECT_GT(by_transactions.counts().commits, 0u);
}

}  // namespace
}  // namespace warpgraph::test
