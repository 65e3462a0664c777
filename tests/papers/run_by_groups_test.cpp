// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/run_by_groups.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/runtime/error.hpp>

#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

using papers::GroupRunOptions;
using papers::kMaxVerticesPerGroup;
using papers::VertexGroups;

// EngineCase has the graphs.
class RunByGroupsTest : public EngineCase {
 protected:
  // With incoming edges alone, which groups are for; one with a vertex that is heavy for every kernel.
  static const std::vector<NamedGraph>& directed_graphs() {
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
  template <class EdgeValue>
  [[nodiscard]] VertexGroups grouped(const DeviceGraph<EdgeValue>& graph, unsigned ratio) const {
    return papers::group_vertices(stream(), without_values(graph.view()), ratio);
  }
  template <class P, class EdgeValue>
  auto run(const DeviceGraph<EdgeValue>& graph, unsigned ratio, const P& program, const GroupRunOptions& options = {}) {
    return papers::run_by_groups(stream(), graph.view(), grouped(graph, ratio), program, options);
  }
  // For groups of 1, `step`, `step`^2, ... vertices.
  template <class P>
  void expect_right_on(const NamedGraph& each, const P& program, const GroupRunOptions& options, unsigned step) {
    const DeviceGraph<std::int32_t> graph = on_device(each.graph);
    const auto expected = run_serially(each.graph, program, options.max_supersteps);
    for (unsigned ratio = 1; ratio <= kMaxVerticesPerGroup; ratio *= step) {
      SCOPED_TRACE(each.name + ", " + std::to_string(ratio));
      EXPECT_EQ(run(graph, ratio, program, options).to_host(stream()), expected);
      if (HasFailure()) return;
    }
  }
  // For every ratio on directed graphs, and for some on the others.
  template <class P>
  void expect_right(const P& program, std::uint32_t max_supersteps = kNoLimit) {
    GroupRunOptions options;
    options.max_supersteps = max_supersteps;
    for (const NamedGraph& each : directed_graphs()) expect_right_on(each, program, options, kSanitized ? 8 : 2);
    for (const NamedGraph& each : graphs_of_machine()) expect_right_on(each, program, options, 8);
  }
  // 0 -> 1 -> 2 -> ... -> vertices - 1
  [[nodiscard]] static Graph<NoValue> chain(VertexId vertices) {
    EdgeList edges;
    edges.vertex_count = vertices;
    for (VertexId v = 1; v < vertices; ++v) {
      edges.source.push_back(v - 1);
      edges.target.push_back(v);
    }
    ThreadPool threads(1);
    return build_graph<NoValue>(threads, std::move(edges));
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(RunByGroupsTest);

TEST_P(RunByGroupsTest, BreadthFirstSearchIsRight) { expect_right(papers::PulledLevels{{3}}); }

TEST_P(RunByGroupsTest, ShortestPathsAreRight) { expect_right(Distances{3}); }

TEST_P(RunByGroupsTest, WidestPathsAreRight) { expect_right(Widths{3}); }

TEST_P(RunByGroupsTest, ComponentsAreRight) { expect_right(Labels{}); }

TEST_P(RunByGroupsTest, BitsOf64SourcesAreRight) { expect_right(ReachedFrom{}); }

TEST_P(RunByGroupsTest, StructsThatArePulledOnlyAreRight) { expect_right(Nearest{}); }

TEST_P(RunByGroupsTest, StructsThatAreExchangedAreRight) { expect_right(NearestOf8Bytes{}); }

TEST_P(RunByGroupsTest, ReductionsOfTheProgramsOwnAreRight) { expect_right(Divisors{}); }

TEST_P(RunByGroupsTest, WithALimitNothingOfTheSuperstepIsSeen) {
  for (const std::uint32_t limit : {0u, 1u, 2u, 5u}) {
    SCOPED_TRACE(limit);
    expect_right(Labels{}, limit);
    expect_right(Distances{3}, limit);
  }
}

// Publishes something else than its value: the outgoing edges of each vertex that a source reaches, added up along
// the path with the least sum. They are counted where the graph has none.
struct BusyPaths {
  using VertexValue = std::uint32_t;
  using EdgeValue = NoValue;
  using Reduction = Min;
  static constexpr bool kNeedsOutDegree = true;

  WARPGRAPH_DEVICE VertexValue initial(VertexId v) const { return v == 3 ? 0 : kNoVertex; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == 3; }
  WARPGRAPH_DEVICE std::uint32_t publish(VertexValue sum, const Vertex& v) const {
    return sum == kNoVertex ? kNoVertex : sum + static_cast<std::uint32_t>(v.out_degree);
  }
  WARPGRAPH_DEVICE VertexValue visit(std::uint32_t seen, NoValue) const { return seen; }
  WARPGRAPH_DEVICE VertexValue apply(VertexValue old, VertexValue reduced) const { return Min{}(old, reduced); }
  WARPGRAPH_DEVICE bool updated(VertexValue old, VertexValue sum) const { return sum < old; }
};

TEST_P(RunByGroupsTest, WhatIsPublishedIsSeenWithDegrees) { expect_right(BusyPaths{}); }

// How often a vertex was evaluated; the first superstep starts from vertex 0.
struct Evaluations {
  using VertexValue = std::uint32_t;
  using EdgeValue = NoValue;
  using Reduction = Plus;

  WARPGRAPH_DEVICE VertexValue initial(VertexId) const { return 0; }
  WARPGRAPH_DEVICE bool active_initially(VertexId v) const { return v == 0; }
  WARPGRAPH_DEVICE std::uint32_t visit(VertexValue, NoValue) const { return 0; }
  WARPGRAPH_DEVICE VertexValue apply(VertexValue old, std::uint32_t) const { return old + 1; }
  WARPGRAPH_DEVICE bool updated(VertexValue, VertexValue) const { return true; }
};

// The group of vertex 0 leads to itself, unless it has no other vertex, and to the next one.
TEST_P(RunByGroupsTest, EvaluatesTheGroupsThatThoseOfUpdatedVerticesLeadTo) {
  const DeviceGraph<NoValue> graph = on_device(chain(150));
  GroupRunOptions options;
  options.max_supersteps = 1;
  for (unsigned ratio = 1; ratio <= kMaxVerticesPerGroup; ratio *= 2) {
    std::vector<std::uint32_t> expected(graph.vertex_count());
    for (VertexId v = ratio == 1 ? 1 : 0; v < 2 * ratio; ++v) expected[v] = 1;
    EXPECT_EQ(run(graph, ratio, Evaluations{}, options).to_host(stream()), expected) << ratio;
  }
}

TEST_P(RunByGroupsTest, EdgesWithoutValuesCountOne) {
  const Graph<NoValue> path = chain(500);
  EXPECT_EQ(run(on_device(path), 4, Distances{0}).to_host(stream()), run_serially(path, Distances{0}));
}

TEST_P(RunByGroupsTest, TheRunIsReported) {
  const DeviceGraph<NoValue> graph = on_device(chain(65));
  const auto whole = run(graph, 8, papers::PulledLevels{{0}});
  EXPECT_EQ(whole.end, RunEnd::kConverged);
  ASSERT_EQ(whole.supersteps.size(), 65u);
  for (const SuperstepStatistics& each : whole.supersteps) {
    EXPECT_EQ(each.plan, Plan::kPullActive);
    EXPECT_EQ(each.active_vertices, 1u);
  }
  EXPECT_EQ(whole.supersteps.back().updated_vertices, 0u);
  GroupRunOptions options;
  options.max_supersteps = 3;
  const auto limited = run(graph, 8, papers::PulledLevels{{0}}, options);
  EXPECT_EQ(limited.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(limited.supersteps.size(), 3u);
  EXPECT_EQ(run(graph, 8, Labels{}).supersteps.front().plan, Plan::kPullAll);
}

TEST_P(RunByGroupsTest, ValuesThatAreVerticesAreCalledSo) {
  EXPECT_EQ(run(on_device(chain(5)), 2, Labels{}).values_are, ValuesAre::kLowestVertices);
}

template <class P>
std::size_t peak_of_run(StreamRef stream, const DeviceGraph<std::int32_t>& graph, const VertexGroups& groups) {
  stream.synchronize();
  const std::size_t before = stream.device().memory().in_use;
  stream.device().reset_peak_memory();
  (void)papers::run_by_groups(stream, graph.view(), groups, P{});
  return stream.device().memory().peak - before;
}

TEST_P(RunByGroupsTest, ARunTakesTheMemoryThatItSays) {
  const DeviceGraph<std::int32_t> graph = on_device(small_graph("rmat", {{"scale", "9"}}, /*outgoing=*/false));
  for (const unsigned ratio : {1u, 4u, 64u}) {
    const VertexGroups groups = grouped(graph, ratio);
    EXPECT_EQ(peak_of_run<Labels>(stream(), graph, groups),
              papers::group_run_memory<Labels>(graph.vertex_count(), graph.edge_count(), ratio).total());
    EXPECT_EQ(peak_of_run<BusyPaths>(stream(), graph, groups),
              papers::group_run_memory<BusyPaths>(graph.vertex_count(), graph.edge_count(), ratio).total());
  }
}

TEST_P(RunByGroupsTest, RefusesGroupsOfAnotherGraph) {
  const VertexGroups groups = grouped(on_device(chain(10)), 4);
  const DeviceGraph<NoValue> other = on_device(chain(11));
  EXPECT_THROW((void)papers::run_by_groups(stream(), other.view(), groups, Distances{0}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
