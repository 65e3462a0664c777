// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/graph/vertex_groups.hpp>

#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <warpgraph/framework/engine/memory.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "framework/engine/compiled_once.hpp"
#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

class GroupsTest : public EngineCase {
 protected:
  const std::vector<NamedGraph>& graphs() {
    static const std::vector<NamedGraph> made = [] {
      const std::string heavy = std::to_string(tuning::kHeavyEdges + 100);
      std::vector<NamedGraph> all;
      all.push_back({"rmat", small_graph("rmat", {{"scale", "9"}}, /*outgoing=*/false)});
      all.push_back({"urand", small_graph("urand", {{"vertices", "777"}}, /*outgoing=*/false)});
      all.push_back({"path", small_graph("path", {{"vertices", "130"}}, /*outgoing=*/false)});
      all.push_back({"heavy-vertex", small_graph("heavy-vertex", {{"vertices", heavy}}, /*outgoing=*/false)});
      return all;
    }();
    return made;
  }
  // For a run.
  template <class Graph>
  [[nodiscard]] std::shared_ptr<const VertexGroups> grouped(const Graph& graph, unsigned ratio) const {
    return std::make_shared<const VertexGroups>(group_vertices(stream(), rows::incoming_edges(graph), ratio));
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(GroupsTest);

TEST_P(GroupsTest, ListWhomEachGroupLeadsToOnce) {
  for (const NamedGraph& each : graphs()) {
    const DeviceGraph<std::int32_t> graph = on_device(each.graph);
    for (const unsigned ratio : {1u, 2u, 8u, 32u, 64u}) {
      SCOPED_TRACE(each.name + ", " + std::to_string(ratio));
      const VertexGroups groups = group_vertices(stream(), rows::incoming_edges(graph), ratio);
      EXPECT_EQ(groups.ratio(), ratio);
      std::vector<std::set<VertexId>> expected((graph.vertex_count() + ratio - 1) / ratio);
      const auto& edges = each.graph.incoming();
      for (VertexId v = 0; v < graph.vertex_count(); ++v)
        for (EdgeId e = edges.row[v]; e < edges.row[v + 1]; ++e) expected[edges.column[e] / ratio].insert(v / ratio);
      const auto row = to_host(stream(), groups.view().row);
      const auto column = to_host(stream(), groups.view().column);
      ASSERT_EQ(row.size(), expected.size() + 1);
      for (std::size_t g = 0; g < expected.size(); ++g) {
        EXPECT_EQ(std::vector<VertexId>(column.begin() + static_cast<std::ptrdiff_t>(row[g]),
                                        column.begin() + static_cast<std::ptrdiff_t>(row[g + 1])),
                  std::vector<VertexId>(expected[g].begin(), expected[g].end()));
      }
      EXPECT_EQ(groups.bytes(), row.size() * sizeof(EdgeId) + column.size() * sizeof(VertexId));
    }
  }
}

TEST_P(GroupsTest, ActivateEnoughForEveryRatio) {
  for (const NamedGraph& each : graphs()) {
    const DeviceGraph<std::int32_t> graph = on_device(each.graph);
    const auto distances = run_serially(each.graph, Distances{});
    const auto labels = run_serially(each.graph, Labels{});
    for (unsigned ratio = 1; ratio <= rows::kMaxVerticesPerGroup; ratio *= kSanitized ? 8 : 2) {
      SCOPED_TRACE(each.name + ", " + std::to_string(ratio));
      EngineOptions options;
      options.groups = grouped(graph, ratio);
      options.plan = Plan::kPullActive;
      const auto found = warpgraph::run(stream(), graph, Distances{}, options);
      EXPECT_EQ(found.to_host(stream()), distances);
      for (const SuperstepStatistics& step : found.supersteps) EXPECT_EQ(step.plan, Plan::kPullActive);
      EXPECT_EQ(warpgraph::run(stream(), graph, Labels{}, options).to_host(stream()), labels);
    }
  }
}

// Without a plan that is asked for, small frontiers are pulled by groups.
TEST_P(GroupsTest, AreUsedWhereTheyHelp) {
  EdgeList chain;
  chain.vertex_count = 500;
  for (VertexId v = 1; v < 500; ++v) {
    chain.source.push_back(v - 1);
    chain.target.push_back(v);
  }
  chain.values = std::vector<std::int32_t>(chain.source.size(), 1);
  ThreadPool threads(1);
  const auto path = build_graph<std::int32_t>(threads, std::move(chain));
  const DeviceGraph<std::int32_t> graph = on_device(path);
  EngineOptions options;
  options.groups = grouped(graph, 4);
  const auto result = warpgraph::run(stream(), graph, Distances{}, options);
  EXPECT_EQ(result.to_host(stream()), run_serially(path, Distances{}));
  EXPECT_EQ(result.supersteps.back().plan, Plan::kPullActive);
}

TEST_P(GroupsTest, StayAsLongAsTheRunThatHasThem) {
  const NamedGraph& each = graphs().front();
  const DeviceGraph<std::int32_t> graph = on_device(each.graph);
  std::weak_ptr<const VertexGroups> groups;
  {
    EngineOptions options;
    options.groups = grouped(graph, 4);
    groups = options.groups;
    auto running = warpgraph::start(stream(), graph, Levels{0}, std::move(options));
    EXPECT_EQ(running.wait().to_host(stream()), run_serially(each.graph, Levels{0}));
  }
  EXPECT_TRUE(groups.expired());
}

TEST_P(GroupsTest, TakeNoMoreThanTheMemoryPlanOfARunWithThem) {
  const DeviceGraph<std::int32_t> graph = on_device(small_graph("rmat", {{"scale", "12"}}, /*outgoing=*/false));
  EngineOptions options;
  options.groups = grouped(graph, 4);
  options.plan = Plan::kPullActive;
  device().reset_peak_memory();
  const std::size_t before = device().memory().in_use;
  warpgraph::run(stream(), graph, Distances{1}, options);
  const MemoryPlan plan = engine_memory<Distances>(stream(), graph.vertex_count(), graph.edge_count(),
                                                   /*has_outgoing=*/false, /*has_groups=*/true);
  EXPECT_LE(device().memory().peak - before, plan.total());
}

TEST_P(GroupsTest, AreAsSmallAsTheyCanBeWithinTheMemory) {
  const DeviceGraph<std::int32_t> graph = on_device(graphs().front().graph);
  const std::size_t all = group_vertices(stream(), rows::incoming_edges(graph), 1).bytes();
  const std::size_t least = group_vertices(stream(), rows::incoming_edges(graph), 64).bytes();
  EXPECT_EQ(rows::group_vertices_within(stream(), rows::incoming_edges(graph), all)->ratio(), 1u);
  EXPECT_EQ(rows::group_vertices_within(stream(), rows::incoming_edges(graph), least)->ratio(), 64u);
  EXPECT_FALSE(rows::group_vertices_within(stream(), rows::incoming_edges(graph), least - 1));
  const auto between = rows::group_vertices_within(stream(), rows::incoming_edges(graph), all / 2);
  ASSERT_TRUE(between);
  EXPECT_GT(between->ratio(), 1u);
  EXPECT_LE(between->bytes(), all / 2);
}

TEST_P(GroupsTest, RefuseRatiosAndGraphsThatDoNotFit) {
  const DeviceGraph<std::int32_t> graph = on_device(graphs().front().graph);
  EXPECT_THROW((void)group_vertices(stream(), rows::incoming_edges(graph), 3), UsageError);
  EXPECT_THROW((void)group_vertices(stream(), rows::incoming_edges(graph), 128), UsageError);
  EngineOptions options;
  options.groups = grouped(graph, 2);
  const DeviceGraph<std::int32_t> other = on_device(graphs()[1].graph);
  EXPECT_THROW((void)warpgraph::run(stream(), other, Distances{}, options), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
