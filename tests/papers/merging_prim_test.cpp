// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/merging_prim.hpp>

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

#include "algorithms/forest_case.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "support/no_threads.hpp"
#include "support/sanitizers.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)
using namespace papers;      // NOLINT(google-build-using-namespace)

// More threads than cores, on graphs that one of them could be done with before the next has started: they give way to
// each other all the time.
MergingPrimOptions options_of(unsigned threads, std::uint64_t seed) {
  return {.threads = threads, .seed = seed, .gives_way_every = threads == 1 ? 0u : 3u};
}

template <EdgeValueType Value>
MergingPrimForest<Value> expect_right(const Graph<Value>& graph, const MergingPrimOptions& options) {
  const auto forest = merging_prim(graph, options);
  const auto expected = oracle::spanning_forest(graph);
  EXPECT_EQ(weighed_edges<Value>(to_edge_list(graph, forest)), expected);
  EXPECT_EQ(forest.component_count, graph.vertex_count() - expected.size());
  ForestWeight<Value> weight{};
  for (const auto& each : expected) weight += static_cast<ForestWeight<Value>>(std::get<0>(each));
  EXPECT_EQ(forest.weight, weight);
  return forest;
}

class MergingPrim : public testing::TestWithParam<unsigned> {
 protected:
  [[nodiscard]] static unsigned threads() { return GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Host, MergingPrim,
                         testing::ValuesIn(kSanitized ? std::vector{1u, 2u, 7u} : std::vector{1u, 2u, 3u, 4u, 7u}),
                         testing::PrintToStringParamName());

TEST_P(MergingPrim, FindsTheForestOfTheOracle) {
  for (const GraphCase& each : kStructureCases) {
    const auto graph = graph_with_ties<std::int32_t>(each);
    for (std::uint64_t seed = 1; seed <= (kSanitized ? 2 : 6); ++seed) {
      SCOPED_TRACE(each.generator + ", seed " + std::to_string(seed));
      expect_right(graph, options_of(threads(), seed));
    }
  }
}

TEST_P(MergingPrim, FindsItWithoutTheFilter) {
  MergingPrimOptions options = options_of(threads(), 1);
  options.filters = false;
  for (const GraphCase& each : kStructureCases)
    EXPECT_EQ(expect_right(graph_with_ties<std::int32_t>(each), options).counts.filtered, 0u);
}

TEST_P(MergingPrim, FindsItForAllTypes) {
  const GraphCase kron{"kron", {{"scale", "9"}, {"edge-factor", "6"}}};
  expect_right(graph_with_ties<NoValue>(kron), options_of(threads(), 1));
  expect_right(graph_with_ties<std::int64_t>(kron), options_of(threads(), 2));
  expect_right(graph_with_ties<float>(kron), options_of(threads(), 3));
  expect_right(graph_with_ties<double>(kron), options_of(threads(), 4));
}

TEST_P(MergingPrim, TotalOfFloatsDoesNotDependOnTheOrderOfAdditions) {
  for (std::uint64_t seed = 1; seed <= 3; ++seed)
    EXPECT_EQ(merging_prim(path_of_weights_that_cancel(), options_of(threads(), seed)).weight, kWeightOfThePath);
}

TEST_P(MergingPrim, MergesTreesThatMeet) {
  if (threads() == 1) GTEST_SKIP() << "a tree alone meets nobody";
  const auto graph = graph_with_ties<std::int32_t>({"road", {{"width", "40"}, {"height", "30"}}});
  MergingPrimCounts counts;
  for (std::uint64_t seed = 1; seed <= (kSanitized ? 4 : 10); ++seed) {
    const auto found = expect_right(graph, options_of(threads(), seed)).counts;
    // What has started was merged with another one, or is a tree of the forest.
    EXPECT_EQ(found.started, found.stolen + found.released + 1);
    counts.stolen += found.stolen;
    counts.released += found.released;
  }
  EXPECT_GT(counts.stolen, 0u);
  EXPECT_GT(counts.released, 0u);
}

TEST_P(MergingPrim, TakesLinksInsideOfATreeOutOfItsHeap) {
  const auto graph = graph_with_ties<std::int32_t>({"complete", {{"vertices", "250"}}});
  const auto counts = expect_right(graph, options_of(threads(), 1)).counts;
  if (threads() == 1) {
    EXPECT_GT(counts.pruned, 0u);
  }
}

TEST_P(MergingPrim, TakesGraphsWithoutVerticesOrEdges) {
  const MergingPrimOptions options = options_of(threads(), 1);
  EXPECT_EQ(merging_prim(Graph<NoValue>(), options).component_count, 0u);
  EXPECT_EQ(merging_prim(oracle::graph_of(3, {}), options).component_count, 3u);
  EXPECT_EQ(merging_prim(oracle::graph_of(3, {{1, 1}, {2, 2}}), options).component_count, 3u);
}

TEST(MergingPrimAlone, DoesWithoutTransactions) {
  const auto graph = graph_with_ties<std::int32_t>(kStructureCases.front());
  MergingPrimOptions options{.threads = 1, .is_transactional = false};
  EXPECT_EQ(expect_right(graph, options).counts.transactions.trials, 0u);
  options.is_transactional = true;
  EXPECT_GT(expect_right(graph, options).counts.transactions.commits, graph.vertex_count() / 2);
}

TEST(MergingPrimAlone, RefusesATotalThatItsTypeDoesNotHold) {
  const auto path = [](auto... weights) {
    return oracle::weighted_graph_of(sizeof...(weights) + 1, oracle::path(sizeof...(weights) + 1),
                                     std::vector{weights...});
  };
  EXPECT_THROW((void)merging_prim(path(INT64_MAX, std::int64_t{1})), InputError);
  EXPECT_THROW((void)merging_prim(path(1e308, 1e308)), InputError);
  EXPECT_EQ(merging_prim(path(INT64_MAX, INT64_MAX, INT64_MIN)).weight, INT64_MAX - 1);
}

TEST(MergingPrimAlone, RefusesWhatHasNone) {
  EXPECT_THROW((void)merging_prim(oracle::graph_of(2, {{0, 1}}, Direction::kDirected)), UsageError);
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)merging_prim(oracle::weighted_graph_of<double>(2, {{0, 1}}, {nan})), InputError);
  const auto graph = oracle::graph_of(2, {{0, 1}});
  EXPECT_THROW((void)merging_prim(graph, {.threads = 2, .is_transactional = false}), UsageError);
}

TEST(MergingPrimAlone, TakesGraphsOfAnyType) {
  const AnyGraph graph = graph_with_ties<std::int32_t>(kStructureCases.front());
  const AnyMergingPrimForest forest = merging_prim(graph);
  EXPECT_EQ(std::get<MergingPrimForest<std::int32_t>>(forest).weight,
            merging_prim(std::get<Graph<std::int32_t>>(graph)).weight);
}

TEST(MergingPrimAlone, NeedsItsThreads) {
  const auto graph = graph_with_ties<std::int32_t>(kStructureCases.front());
  const NoThreads none;
  EXPECT_THROW((void)merging_prim(graph, {.threads = 4}), OutOfMemory);
}

}  // namespace
}  // namespace warpgraph::test
