// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <warpgraph/framework/engine/detail/ahead/ahead.hpp>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"
#include "framework/engine/ordered_distances.hpp"

// Blocks of a launch that go ahead for several rounds before all of them meet at a barrier.
namespace warpgraph::test {
namespace {

using Edges = std::vector<WeightedEdge<std::int32_t>>;

// How far a vertex is from vertex 0, modulo 3: uniform updates whose values do not say the order of the levels.
struct LevelsModulo3 {
  using VertexValue = std::uint32_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kFirstHitSuffices = true;
  static constexpr bool kUniformUpdates = true;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == 0 ? 0 : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == 0; }
  WARPGRAPH_DEVICE VertexValue visit(VertexValue level, NoValue) const { return (level + 1) % 3; }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue level) const { return level < old; }
};

// 0 - 1 - ... - (length - 1), and each vertex of the path has a leaf, which has no outgoing edges.
Graph<std::int32_t> path_with_leaves(VertexId length) {
  Edges edges;
  for (VertexId v = 0; v < length; ++v) {
    if (v + 1 < length) edges.push_back({v, v + 1, 2});
    edges.push_back({v, length + v, 3});
  }
  return graph_of<std::int32_t>(2 * length, edges);
}
constexpr int kPathEnd = kSanitized ? 2 : 10;
// A path of `length` vertices to the root of a tree in which a vertex has `width` children, and each vertex of the
// third generation leads to a path of its own of kPathEnd.
Graph<std::int32_t> tree_behind_path(VertexId length, VertexId width) {
  Edges edges;
  for (VertexId v = 0; v + 1 < length; ++v) edges.push_back({v, v + 1, 1});
  VertexId next = length;
  std::vector<VertexId> generation{length - 1};
  for (int depth = 0; depth < 3; ++depth) {
    std::vector<VertexId> children;
    for (const VertexId parent : generation)
      for (VertexId i = 0; i < width; ++i) {
        edges.push_back({parent, next, static_cast<std::int32_t>(1 + i % 5)});
        children.push_back(next++);
      }
    generation = children;
  }
  for (VertexId v : generation)
    for (int i = 0; i < kPathEnd; ++i) {
      edges.push_back({v, next, 1});
      v = next++;
    }
  return graph_of<std::int32_t>(next, edges);
}

class AheadTest : public EngineCase {
 protected:
  static EngineOptions rounds(Plan plan, std::uint32_t rounds) {
    EngineOptions options;
    options.plan = plan;
    options.tuning.thresholds.rounds_ahead = rounds;
    return options;
  }
  static void expect_same_supersteps(const RunReport& found, const RunReport& expected) {
    ASSERT_EQ(found.supersteps.size(), expected.supersteps.size());
    for (std::size_t i = 0; i < expected.supersteps.size(); ++i) {
      EXPECT_EQ(found.supersteps[i].active_vertices, expected.supersteps[i].active_vertices) << i;
      EXPECT_EQ(found.supersteps[i].active_edges, expected.supersteps[i].active_edges) << i;
      EXPECT_EQ(found.supersteps[i].updated_vertices, expected.supersteps[i].updated_vertices) << i;
      if (HasFailure()) return;
    }
  }
  template <class P>
  void expect_right(const Graph<std::int32_t>& host, const P& program, EngineOptions options) {
    const auto graph = on_device(host);
    const auto result = warpgraph::run(stream(), graph, program, options);
    EXPECT_EQ(result.to_host(stream()), run_serially(host, program));
    EXPECT_TRUE(result.converged());
  }
  template <class P>
  void expect_right_by_priority(const Graph<std::int32_t>& host, const P& program) {
    const auto graph = on_device(host);
    const auto expected = run_serially(host, program);
    for (const std::uint32_t count : kSanitized ? std::vector{2u, 16u} : std::vector{0u, 2u, 16u, 64u}) {
      EngineOptions options = rounds(Plan::kPriority, count);
      for (const double step : {0.0, 1.0, 1e12}) {
        options.tuning.priority_step = step;
        SCOPED_TRACE(std::to_string(count) + " rounds, step " + std::to_string(step));
        EXPECT_EQ(warpgraph::run(stream(), graph, program, options).to_host(stream()), expected);
      }
    }
  }
  // The levels, and the same statistics as where all blocks meet after every level.
  void expect_exact_levels(const Graph<std::int32_t>& host) {
    const auto graph = on_device(host);
    const auto expected = run_serially(host, Levels{0});
    const auto level_by_level = warpgraph::run(stream(), graph, Levels{0}, rounds(Plan::kPushLoop, 0));
    for (const std::uint32_t count : kSanitized ? std::vector{16u} : std::vector{2u, 16u, 1000u}) {
      SCOPED_TRACE(std::to_string(count) + " rounds");
      const auto found = warpgraph::run(stream(), graph, Levels{0}, rounds(Plan::kPushLoop, count));
      EXPECT_EQ(found.to_host(stream()), expected);
      expect_same_supersteps(found, level_by_level);
    }
  }
};

TEST_P(AheadTest, LevelsAndTheirCountsStayExact) {
  expect_exact_levels(small_graph("grid2d", {{"width", "90"}, {"height", kSanitized ? "30" : "60"}}));
  expect_exact_levels(small_graph("road", {{"width", "70"}, {"height", kSanitized ? "40" : "80"}}));
  expect_exact_levels(small_graph("rgg", {{"vertices", "2500"}}));
}

TEST_P(AheadTest, VerticesWithoutOutgoingEdgesAreCountedInTheirLevel) { expect_exact_levels(path_with_leaves(100)); }

TEST_P(AheadTest, LevelsOfMoreVerticesThanAListHoldsStayExact) {
  static_assert(19 * 19 < detail::kAheadVertices && 19 * 19 * 19 > 4 * detail::kAheadVertices);
  expect_exact_levels(tree_behind_path(60, 19));
}

TEST_P(AheadTest, ASearchEndsAtTheLimitOfSuperstepsWithinARound) {
  const auto graph = on_device(small_graph("path", {{"vertices", "300"}}));
  for (const std::uint32_t limit : {2u, 37u, 38u, 64u, 200u}) {
    EngineOptions options = rounds(Plan::kPushLoop, 16);
    options.max_supersteps = limit;
    const auto result = warpgraph::run(stream(), graph, Levels{0}, options);
    EXPECT_EQ(result.end, RunEnd::kSuperstepLimit);
    EXPECT_EQ(result.supersteps.size(), limit);
    EXPECT_EQ(result.supersteps.back().updated_vertices, 1u);
    const auto level = result.to_host(stream());
    EXPECT_EQ(level[limit], limit);
    EXPECT_EQ(level[limit + 1], kNoVertex);
  }
}

TEST_P(AheadTest, FrontiersThatGrowTooLargeGoOnByOtherPlans) {
  const Graph<std::int32_t> host = tree_behind_path(60, 19);
  EngineOptions options;
  options.tuning.thresholds.loop_edges = 500;
  options.tuning.thresholds.rounds_ahead = 16;
  for (const double alpha : {0.0, 14.0}) {
    options.tuning.thresholds.alpha = alpha;
    expect_right(host, Levels{0}, options);
  }
}

TEST_P(AheadTest, UniformValuesThatDoNotSayTheOrderOfTheLevelsAreTakenLevelByLevel) {
  const Graph<std::int32_t> host = small_graph("grid2d", {{"width", "40"}, {"height", "30"}});
  const EngineOptions options = rounds(Plan::kPushLoop, 16);
  if (detail::kTestsPromises)  // the levels come again after three, so that a later hit would win
    EXPECT_THROW((void)warpgraph::run(stream(), on_device(host), LevelsModulo3{}, options), UsageError);
  else
    expect_right(host, LevelsModulo3{}, options);
}

TEST_P(AheadTest, DistancesAreRightHoweverFarBlocksGo) {
  const Graph<std::int32_t> graphs[] = {
      small_graph("grid2d", {{"width", kSanitized ? "30" : "60"}, {"height", kSanitized ? "20" : "40"}}),
      small_graph("rgg", {{"vertices", kSanitized ? "800" : "2500"}}), path_with_leaves(100),
      tree_behind_path(60, kSanitized ? 9 : 19)};
  for (const Graph<std::int32_t>& host : graphs) {
    expect_right_by_priority(host, OrderedDistances<std::uint32_t>{});
    expect_right_by_priority(host, TiedDistances<std::uint32_t>{20});
  }
}

TEST_P(AheadTest, ALongPathTakesFewerSuperstepsOfDistances) {
  const auto graph = on_device(small_graph("path", {{"vertices", "1000"}}));
  const auto all = warpgraph::run(stream(), graph, OrderedDistances<std::uint32_t>{}, rounds(Plan::kPriority, 0));
  const auto ahead = warpgraph::run(stream(), graph, OrderedDistances<std::uint32_t>{}, rounds(Plan::kPriority, 16));
  EXPECT_GE(all.supersteps.size(), 999u);
  EXPECT_LT(ahead.supersteps.size(), 500u);
  const auto vertices = [](const RunReport& report) {
    return std::accumulate(
        report.supersteps.begin(), report.supersteps.end(), std::uint64_t{0},
        [](std::uint64_t sum, const SuperstepStatistics& step) { return sum + step.active_vertices; });
  };
  EXPECT_EQ(vertices(ahead), vertices(all));  // each vertex has pushed once
}

WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(AheadTest);

}  // namespace
}  // namespace warpgraph::test

namespace warpgraph {

WARPGRAPH_RUN_ON_ONE_DEVICE(TiedDistances<std::uint32_t>);

}  // namespace warpgraph
