// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/spanning_forest.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/device_build.hpp>

#include "algorithms/forest_case.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/graphs.hpp"
#include "algorithms/oracle/spanning_forest.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class MinimumSpanningForest : public MachineTest {
 protected:
  template <EdgeValueType Value>
  SpanningForest<Value> find(const Graph<Value>& graph, const SpanningForestOptions& options = {}) {
    const DeviceGraph<Value> on_device = upload(stream(), graph);
    stream().synchronize();  // the graph may go from here on
    SpanningForest<Value> forest = minimum_spanning_forest(stream(), on_device, options);
    edges_ = to_edge_list(stream(), on_device, forest);
    return forest;
  }

  // The forest of Kruskal's algorithm, edge by edge.
  template <EdgeValueType Value>
  void expect_right(const Graph<Value>& graph, const SpanningForestOptions& options) {
    const SpanningForest<Value> forest = find(graph, options);
    const auto expected = oracle::spanning_forest(graph);
    ForestWeight<Value> weight{};
    for (const auto& each : expected) weight += static_cast<ForestWeight<Value>>(std::get<0>(each));
    EXPECT_EQ(forest.weight, weight);
    EXPECT_EQ(forest.edge_count, expected.size());
    EXPECT_EQ(forest.component_count, graph.vertex_count() - expected.size());
    EXPECT_EQ(found<Value>(), expected);
  }

  template <EdgeValueType Value>
  [[nodiscard]] oracle::WeighedEdges<Value> found() const {
    return weighed_edges<Value>(edges_);
  }

  template <EdgeValueType Value>
  void expect_right_everywhere(const std::vector<SpanningForestOptions>& all_options) {
    for (const GraphCase& each : kStructureCases) {
      const auto graph = graph_with_ties<Value>(each);
      for (const SpanningForestOptions& options : all_options) {
        SCOPED_TRACE(each.generator + ", light edges " + std::to_string(options.light_edges));
        expect_right(graph, options);
      }
    }
  }

  EdgeList edges_;
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(MinimumSpanningForest);

TEST_P(MinimumSpanningForest, IsThatOfTheOracleByAllMethods) { expect_right_everywhere<std::int32_t>(kAllOptions); }

TEST_P(MinimumSpanningForest, IsThatOfTheOracleForWideIntegers) { expect_right_everywhere<std::int64_t>(kAllOptions); }

TEST_P(MinimumSpanningForest, IsThatOfTheOracleForFloats) {
  expect_right_everywhere<float>({kAllOptions[1]});
  expect_right_everywhere<double>({kAllOptions[1]});
}

TEST_P(MinimumSpanningForest, OfEdgesWithoutValuesIsAnyForest) { expect_right_everywhere<NoValue>({kAllOptions[1]}); }

TEST_P(MinimumSpanningForest, GrowsItsListWhereMoreEdgesAreLeftThanASamplePromised) {
  ThreadPool threads(1);
  const auto list = [&] {
    return generators::generate(generators::parse_generator("urand", {{"vertices", "512"}}), threads);
  };
  expect_right(build_graph<std::int32_t>(threads, with_ties<std::int32_t>(list())), {ForestMethod::kFiltered, 0.01});
  expect_right(build_graph<double>(threads, with_ties<double>(list())), {ForestMethod::kFiltered, 0.01});
}

TEST_P(MinimumSpanningForest, IsInPartThereWhereARunIsStopped) {
  const auto graph = graph_with_ties<std::int32_t>({"kron", {{"scale", "8"}}});
  const auto whole = oracle::spanning_forest(graph);
  for (SpanningForestOptions options : kAllOptions) {
    for (const std::uint32_t last : {0u, 1u, 2u}) {
      options.engine.after_superstep = [&](const SuperstepStatistics& step) { return step.superstep < last; };
      const auto forest = find(graph, options);
      EXPECT_TRUE(forest.end == RunEnd::kStopped || forest.converged());
      EXPECT_EQ(forest.component_count, graph.vertex_count() - forest.edge_count);
      const auto part = found<std::int32_t>();
      EXPECT_EQ(part.size(), forest.edge_count);
      EXPECT_TRUE(std::ranges::includes(whole, part));
    }
  }
}

TEST_P(MinimumSpanningForest, KeepsTheLimitOfSupersteps) {
  const auto graph = graph_with_ties<std::int32_t>({"kron", {{"scale", "8"}}});
  for (SpanningForestOptions options : kAllOptions) {
    options.engine.max_supersteps = 0;
    const auto none = find(graph, options);
    EXPECT_EQ(none.end, RunEnd::kSuperstepLimit);
    EXPECT_EQ(none.edge_count, 0u);
    EXPECT_EQ(none.round_count, 0u);
    options.engine.max_supersteps = 1;
    EXPECT_EQ(find(graph, options).supersteps.size(), 1u);
  }
}

TEST_P(MinimumSpanningForest, SaysWhatItsSuperstepsDid) {
  const auto graph = graph_with_ties<std::int32_t>({"kron", {{"scale", "8"}}});
  SpanningForestOptions options{ForestMethod::kBoruvka};
  options.engine.time_supersteps = true;
  const auto forest = find(graph, options);
  ASSERT_EQ(forest.supersteps.size(), forest.round_count + 2);  // beside the rounds: the first look, and the last
  EXPECT_TRUE(forest.converged());
  EXPECT_GT(forest.supersteps[1].active_edges, 0u);
  EXPECT_GT(forest.supersteps[1].microseconds, 0);
}

TEST_P(MinimumSpanningForest, OfAPathWhoseWeightsGrowMergesInOneRound) {
  const VertexId n = 3000;
  std::vector<std::int32_t> weights;
  for (VertexId v = 1; v < n; ++v) weights.push_back(static_cast<std::int32_t>(v));
  const auto graph = oracle::weighted_graph_of<std::int32_t>(n, oracle::path(n), weights);
  for (const SpanningForestOptions& options : kAllOptions) {
    const auto forest = find(graph, options);
    EXPECT_EQ(edges_.size(), n - 1);
    EXPECT_EQ(forest.round_count, 1u);
  }
}

template <class Value>
Graph<Value> extremes() {
  using Limits = std::numeric_limits<Value>;
  const Value low = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
  const Value high = Limits::has_infinity ? Limits::infinity() : Limits::max();
  // 0 - 1 - 2 - 0 with the greatest weights, 3 - 4 - 5 - 3 with the least, 6 - 7 - 8 - 6 around zero
  return oracle::weighted_graph_of<Value>(
      9, {{0, 1}, {1, 2}, {2, 0}, {3, 4}, {4, 5}, {5, 3}, {6, 7}, {7, 8}, {8, 6}},
      {high, high, high, low, low, Limits::lowest(), Value(0), static_cast<Value>(-Value(0)), Value(-1)});
}

TEST_P(MinimumSpanningForest, OrdersTheExtremesOfAllTypes) {
  for (const SpanningForestOptions& options : kAllOptions) {
    find(extremes<std::int32_t>(), options);
    EXPECT_EQ(found<std::int32_t>(), oracle::spanning_forest(extremes<std::int32_t>()));
    find(extremes<std::int64_t>(), options);
    EXPECT_EQ(found<std::int64_t>(), oracle::spanning_forest(extremes<std::int64_t>()));
    find(extremes<float>(), options);
    EXPECT_EQ(found<float>(), oracle::spanning_forest(extremes<float>()));
    find(extremes<double>(), options);
    EXPECT_EQ(found<double>(), oracle::spanning_forest(extremes<double>()));
  }
}

TEST_P(MinimumSpanningForest, RefusesATotalThatItsTypeDoesNotHold) {
  const auto wide = oracle::weighted_graph_of<std::int64_t>(3, oracle::path(3), {INT64_MAX, INT64_MAX});
  const auto negative = oracle::weighted_graph_of<std::int64_t>(3, oracle::path(3), {INT64_MIN, -1});
  const auto real = oracle::weighted_graph_of<double>(3, oracle::path(3), {1e308, 1e308});
  for (const SpanningForestOptions& options : kAllOptions) {
    EXPECT_THROW((void)find(wide, options), InputError);
    EXPECT_THROW((void)find(negative, options), InputError);
    EXPECT_THROW((void)find(real, options), InputError);
  }
}

TEST_P(MinimumSpanningForest, AddsUpATotalThatFitsWhateverItsPartsAre) {
  const auto graph = oracle::weighted_graph_of<std::int64_t>(4, oracle::path(4), {INT64_MAX, INT64_MAX, INT64_MIN});
  for (const SpanningForestOptions& options : kAllOptions) EXPECT_EQ(find(graph, options).weight, INT64_MAX - 1);
  const auto infinite =
      oracle::weighted_graph_of<double>(3, oracle::path(3), {std::numeric_limits<double>::infinity(), 1});
  EXPECT_EQ(find(infinite).weight, std::numeric_limits<double>::infinity());
}

TEST_P(MinimumSpanningForest, TotalOfFloatsDoesNotDependOnTheOrderOfAdditions) {
  const auto graph = oracle::weighted_graph_of<double>(5, oracle::path(5), {1e16, 1, 1, -1e16});
  for (const SpanningForestOptions& options : kAllOptions) {
    EXPECT_EQ(find(graph, options).weight, 2);
    EXPECT_EQ(find(path_of_weights_that_cancel(), options).weight, kWeightOfThePath);
  }
}

TEST_P(MinimumSpanningForest, TotalOfFloatsIsRightAtTheirLimits) {
  using Limits = std::numeric_limits<double>;
  const auto weight_of = [&](const std::vector<double>& weights) {
    const auto vertices = static_cast<VertexId>(weights.size() + 1);
    return find(oracle::weighted_graph_of<double>(vertices, oracle::path(vertices), weights)).weight;
  };
  EXPECT_EQ(weight_of({Limits::denorm_min(), Limits::denorm_min()}), 2 * Limits::denorm_min());
  EXPECT_EQ(weight_of({Limits::max(), Limits::max(), Limits::lowest()}), Limits::max());
  EXPECT_EQ(weight_of({Limits::max(), Limits::denorm_min()}), Limits::max());
  EXPECT_EQ(weight_of({-0.5, 0.125, -3}), -3.375);
  EXPECT_EQ(weight_of({0.1, 0.2}), 0.1 + 0.2);
  EXPECT_EQ(weight_of({0, 0}), 0);
  // Just above the middle of two doubles, by as little as 2^-60.
  EXPECT_EQ(weight_of({0x1p53, 1, 0x1p-60}), 0x1p53 + 2);
  EXPECT_EQ(weight_of({0x1p53 + 2, 1, -0x1p-60}), 0x1p53 + 2);
  EXPECT_EQ(weight_of({1, 0x1p-53, 0x1p-118}), 1 + 0x1p-52);
  EXPECT_EQ(weight_of({-Limits::infinity(), Limits::max(), Limits::max()}), -Limits::infinity());
  EXPECT_TRUE(std::isnan(weight_of({Limits::infinity(), -Limits::infinity()})));
}

TEST_P(MinimumSpanningForest, RefusesANumberOfLightEdgesThatIsNone) {
  const auto graph = oracle::weighted_graph_of<std::int32_t>(2, oracle::path(2), {1});
  for (const double wrong : {-5.0, std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    EXPECT_THROW((void)find(graph, {ForestMethod::kFiltered, wrong}), UsageError) << wrong;
}

TEST_P(MinimumSpanningForest, TimesThePhasesOfItsRounds) {
  const auto on_host = graph_with_ties<std::int32_t>({"road", {{"width", "40"}, {"height", "30"}}});
  const DeviceGraph<std::int32_t> graph = upload(stream(), on_host);
  Event begin(stream().device());
  Event end(stream().device());
  begin.record(stream());
  const ForestPhases phases = minimum_spanning_forest(stream(), graph, {ForestMethod::kBoruvka}).phases;
  end.record(stream());
  end.synchronize();
  EXPECT_GT(phases.discovery_microseconds, 0);
  EXPECT_GT(phases.merging_microseconds, 0);
  EXPECT_LE(phases.discovery_microseconds + phases.merging_microseconds, end.microseconds_since(begin));
  EXPECT_EQ(minimum_spanning_forest(stream(), graph).phases.discovery_microseconds, 0);
}

TEST_P(MinimumSpanningForest, HasTheUsersIds) {
  // 70 --1-- 20 --3-- 50
  //  `-------2--------'
  ThreadPool threads(1);
  EdgeList list = oracle::list_of(3, {{0, 1}, {1, 2}, {2, 0}}, Direction::kUndirectedOnce);
  list.values = std::vector<float>{1, 3, 2};
  list.ids.original = {70, 20, 50};
  EXPECT_EQ(find(build_graph<float>(threads, std::move(list))).weight, 3);
  ASSERT_EQ(edges_.size(), 2u);
  EXPECT_EQ(edges_.ids.name_of(edges_.source[0]), 20);
  EXPECT_EQ(edges_.ids.name_of(edges_.target[0]), 70);
  EXPECT_EQ(edges_.ids.name_of(edges_.source[1]), 50);
  EXPECT_EQ(edges_.ids.name_of(edges_.target[1]), 70);
  EXPECT_EQ(edges_.direction, Direction::kUndirectedOnce);
}

TEST_P(MinimumSpanningForest, TakesGraphsWithoutVerticesOrEdges) {
  EXPECT_EQ(find(Graph<NoValue>()).component_count, 0u);
  EXPECT_EQ(find(oracle::graph_of(3, {})).component_count, 3u);
  EXPECT_EQ(find(oracle::graph_of(3, {{1, 1}, {2, 2}})).component_count, 3u);
  EXPECT_EQ(find(oracle::graph_of(3, {{1, 1}, {2, 2}}), {ForestMethod::kBoruvka}).edge_count, 0u);
}

TEST_P(MinimumSpanningForest, RefusesWhatHasNone) {
  EXPECT_THROW((void)find(oracle::graph_of(2, {{0, 1}}, Direction::kDirected)), UsageError);
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  for (const SpanningForestOptions& options : kAllOptions) {
    EXPECT_THROW((void)find(oracle::weighted_graph_of<double>(2, {{0, 1}}, {nan}), options), InputError);
    EXPECT_THROW((void)find(oracle::weighted_graph_of<float>(2, {{0, 1}}, {static_cast<float>(-nan)}), options),
                 InputError);
  }
}

TEST_P(MinimumSpanningForest, LargeGraphsAreRight) {
  if (!on_cuda()) GTEST_SKIP() << "takes too long";
  const std::vector<GraphCase> cases = {{"kron", {{"scale", "17"}}},
                                        {"urand", {{"vertices", "2^17"}}},
                                        {"rgg", {{"vertices", "2^17"}}},
                                        {"road", {{"width", "500"}, {"height", "400"}, {"segments", "1"}}}};
  for (const GraphCase& each : cases) {
    SCOPED_TRACE(each.generator);
    generators::GeneratorArguments arguments = each.arguments;
    arguments["weights"] = "uniform";
    DeviceBuildOptions building;
    building.symmetrise = true;
    const auto graph = std::get<DeviceGraph<std::int32_t>>(build_device_graph(
        stream(), generators::generate(stream(), generators::parse_generator(each.generator, arguments)), building));
    const Graph<std::int32_t> host = download(stream(), graph);
    const auto expected = oracle::spanning_forest(host);
    for (const SpanningForestOptions& options : kAllOptions) {
      const auto forest = minimum_spanning_forest(stream(), graph, options);
      edges_ = to_edge_list(stream(), graph, forest);
      EXPECT_EQ(found<std::int32_t>(), expected);
    }
  }
}

// ---- The verifier

TEST(VerifySpanningForest, IsNotDeceivedByATotalThatHasWrappedAround) {
  const auto graph = oracle::weighted_graph_of<std::int64_t>(3, oracle::path(3), {INT64_MAX, INT64_MAX});
  EdgeList forest = oracle::list_of(3, {{1, 0}, {2, 1}}, Direction::kUndirectedOnce);
  forest.values = std::vector<std::int64_t>{INT64_MAX, INT64_MAX};
  EXPECT_EQ(verify_spanning_forest(graph, forest), Problem());
  EXPECT_EQ(verify_spanning_forest(graph, forest, -2), "the edges of the forest do not weigh -2 together");
}

TEST(VerifySpanningForest, FindsWhatIsWrong) {
  // 0 --1-- 1 --2-- 2 --3-- 0, and 3 by itself
  const auto graph = oracle::weighted_graph_of<float>(4, {{0, 1}, {1, 2}, {2, 0}}, {1, 2, 3});
  const auto problem = [&](const oracle::Ends& ends, std::vector<float> weights) {
    EdgeList forest = oracle::list_of(4, ends, Direction::kUndirectedOnce);
    forest.values = std::move(weights);
    return verify_spanning_forest(graph, forest).value_or("none");
  };
  EXPECT_EQ(problem({{1, 0}, {1, 2}}, {1, 2}), "none");
  EXPECT_EQ(problem({{1, 0}}, {1}), "the forest does not join the ends of the edge 2 - 0");
  EXPECT_EQ(problem({{1, 0}, {1, 3}}, {1, 2}), "the edge 1 - 3 is not in the graph");
  EXPECT_EQ(problem({{1, 0}, {1, 2}}, {1, 1}), "the edge 1 - 2 is not in the graph");
  EXPECT_EQ(problem({{1, 0}, {1, 2}, {2, 0}}, {1, 2, 3}), "the edge 2 - 0 closes a cycle");
  EXPECT_EQ(problem({{1, 0}, {2, 0}}, {1, 3}),
            "the forest is too heavy: the edge 2 - 1 weighs 2, and the forest joins its ends by one of 3");
  EXPECT_EQ(problem({{1, 0}, {1, 2}}, {1}), "the forest has not a weight for every edge");
  EdgeList right = oracle::list_of(4, {{1, 0}, {1, 2}}, Direction::kUndirectedOnce);
  right.values = std::vector<float>{1, 2};
  EXPECT_EQ(verify_spanning_forest(graph, right, 3.0), Problem());
  EXPECT_EQ(verify_spanning_forest(graph, right, 3.5), "the edges of the forest do not weigh 3.5 together");
  EdgeList unweighted = oracle::list_of(4, {{0, 1}, {1, 2}}, Direction::kUndirectedOnce);
  EXPECT_TRUE(verify_spanning_forest(graph, unweighted).has_value());
  EXPECT_FALSE(verify_spanning_forest(oracle::graph_of(3, {{0, 1}, {1, 2}, {0, 2}}), unweighted).has_value());
}

}  // namespace
}  // namespace warpgraph::test
