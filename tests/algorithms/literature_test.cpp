// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/algorithms/triangles.hpp>

#include "algorithms/literature/networks.hpp"

// The ready algorithms on networks of the literature, with the published values.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using literature::kNetworks;
using literature::Network;

class Literature : public testing::TestWithParam<const Network*> {
 protected:
  [[nodiscard]] static const Network& network() { return *GetParam(); }
  template <class Found, class Expected>
  static void expect_near(const std::vector<Found>& found, const std::vector<Expected>& expected, double error) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t v = 0; v < found.size(); ++v) EXPECT_NEAR(found[v], expected[v], error) << "at vertex " << v;
  }

  Runtime runtime_{"host"};
  const Graph<NoValue> graph_ = oracle::graph_of(network().vertices, network().ends);
};
INSTANTIATE_TEST_SUITE_P(Host, Literature, testing::ValuesIn(kNetworks),
                         [](const auto& network) { return std::string(network.param->name); });

TEST_P(Literature, Betweenness) {
  expect_near(betweenness(on(runtime_, graph_), {.normalised = true}).values, network().betweenness, 1e-8);
}

TEST_P(Literature, PageRank) {
  const auto ranks = pagerank<double>(on(runtime_, graph_), {.tolerance = 1e-12, .max_iterations = 1000});
  EXPECT_TRUE(ranks.converged());
  expect_near(ranks.values, network().pagerank, 1e-8);
}

TEST_P(Literature, HubsAreTheAuthoritiesOfAnUndirectedGraph) {
  const HostHitsResult both = hits(on(runtime_, graph_), {.tolerance = 1e-6, .max_iterations = 1000});
  double sum = 0;
  for (const float hub : both.hubs) sum += hub;
  std::vector<double> hubs(both.hubs.begin(), both.hubs.end());
  for (double& hub : hubs) hub /= sum;
  expect_near(hubs, network().hubs, 1e-5);
  expect_near(both.authorities, std::vector<double>(both.hubs.begin(), both.hubs.end()), 1e-4);
}

TEST_P(Literature, CoreNumbers) { EXPECT_EQ(core_numbers(on(runtime_, graph_)).values, network().core_numbers); }

TEST_P(Literature, Triangles) {
  const auto triangles = count_triangles(on(runtime_, graph_), {.of_vertices = true});
  EXPECT_EQ(triangles.total, network().triangles);
  EXPECT_EQ(triangles.wedges, network().wedges);
  EXPECT_EQ(triangles.values, network().triangles_of_vertices);
}

TEST_P(Literature, AllMeetWithinTheDiameter) {
  std::uint32_t longest = 0;
  for (VertexId v = 0; v < network().vertices; ++v) {
    const auto levels = bfs_levels(on(runtime_, graph_), {.source = graph_.ids().name_of(v)}).values;
    longest = std::max(longest, *std::max_element(levels.begin(), levels.end()));
  }
  EXPECT_EQ(longest, network().diameter);
  const auto labels = connected_components(on(runtime_, graph_)).values;
  EXPECT_EQ(labels, std::vector<VertexId>(network().vertices, labels.front()));
}

TEST(LiteratureForest, SpanningTreesOfLesMiserables) {
  Runtime runtime("host");
  const Network& network = literature::kMiserables;
  const auto graph = oracle::weighted_graph_of<std::int32_t>(network.vertices, network.ends, network.weights);
  EXPECT_EQ(minimum_spanning_forest(on(runtime, graph)).weight, 105);
}

}  // namespace
}  // namespace warpgraph::test
