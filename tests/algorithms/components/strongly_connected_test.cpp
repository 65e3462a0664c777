// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/strongly_connected.hpp>

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/copy.hpp>

#include "algorithms/components/strong_graphs.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/components.hpp"
#include "components/strong_regions.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class StronglyConnected : public MachineTest {
 protected:
  [[nodiscard]] std::vector<VertexId> components_of(const Graph<NoValue>& graph) const {
    const DeviceGraph<NoValue> on_device = upload(stream(), graph);
    return to_host(stream(), strongly_connected_components(stream(), on_device).values);
  }
  void expect_right(const Graph<NoValue>& graph) const {
    const std::vector<VertexId> found = components_of(graph);
    EXPECT_EQ(found, strong_oracle(graph));
    EXPECT_EQ(verify_strongly_connected_components(graph, found), Problem());
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(StronglyConnected);

TEST_P(StronglyConnected, ComponentsAreThoseOfTheOracleOnRandomGraphs) {
  unsigned seed = 0;
  for (const double degree : {.5, 1., 1.2, 1.5, 2., 5.}) {
    for (const VertexId vertices : {1u, 2u, 33u, 400u}) {
      SCOPED_TRACE(std::to_string(vertices) + " vertices of degree " + std::to_string(degree));
      expect_right(directed(vertices, random_ends(vertices, degree, ++seed)));
    }
  }
}

TEST_P(StronglyConnected, ComponentsAreThoseOfTheOracleOnGraphsOfAllKinds) {
  for (const GraphCase& each : kStructureCases) {
    if (each.generator == "empty-rows" && kSanitized) continue;
    SCOPED_TRACE(each.generator);
    expect_right(build_case(each));
  }
}

TEST_P(StronglyConnected, ChainsOfCyclesFallApartWhateverTheirNumbers) {
  for (const VertexId step : {1u, 7u, 299u})  // of 300: ascending, mixed, descending
    for (const auto& [cycles, length] :
         std::vector<std::pair<VertexId, VertexId>>{{150, 2}, {100, 3}, {3, 100}, {1, 300}})
      expect_right(directed(300, chain_of_cycles(cycles, length, step)));
}

TEST_P(StronglyConnected, LongPathsAndCyclesAreFollowed) {
  constexpr VertexId kLong = 5000;
  Ends ends = path(kLong);
  const std::vector<VertexId> alone = components_of(directed(kLong, ends));
  for (VertexId v = 0; v < kLong; ++v) ASSERT_EQ(alone[v], v);
  ends.emplace_back(kLong - 1, 0);
  EXPECT_EQ(components_of(directed(kLong, ends)), std::vector<VertexId>(kLong, 0));
}

TEST_P(StronglyConnected, PairsSelfLoopsAndRepetitionsMakeNoDifference) {
  expect_right(directed(82, pairs_between(40)));
  Ends ends = pairs_between(40);
  for (VertexId v = 0; v < 82; v += 3) ends.emplace_back(v, v);
  for (std::size_t i = 0, count = ends.size(); i < count; i += 5) ends.push_back(ends[i]);
  expect_right(directed(82, ends));
}

TEST_P(StronglyConnected, UndirectedGraphsHaveTheirConnectedOnes) {
  const Graph<NoValue> graph = build_case({"erdos-renyi", {{"vertices", "300"}, {"edges", "200"}}}, true);
  EXPECT_EQ(components_of(graph), oracle::components(graph));
}

TEST_P(StronglyConnected, GraphsMayHaveNoVerticesOrEdges) {
  EXPECT_TRUE(components_of(Graph<NoValue>()).empty());
  EXPECT_EQ(components_of(directed(3, {})), (std::vector<VertexId>{0, 1, 2}));
}

TEST_P(StronglyConnected, GraphsWithoutOutgoingEdgesAreRefused) {
  EXPECT_THROW((void)components_of(directed(3, {{0, 1}, {1, 2}}, false)), UsageError);
}

TEST(StronglyConnectedOnHost, TakesAsManyDevicesAsAreAskedFor) {
  Runtime runtime("host:3");
  const Graph<NoValue> graph = build_case({"rmat", {{"scale", "9"}}});
  for (const int devices : {1, 3}) {
    SpreadOptions spread;
    spread.devices = devices;
    const HostResult<VertexId> found = strongly_connected_components(on(runtime, graph, spread));
    EXPECT_EQ(found.device_count, devices);
    EXPECT_EQ(verify_strongly_connected_components(graph, found.values), Problem());
  }
}

TEST(StronglyConnectedVerifier, FindsEveryOtherLabel) {
  const Graph<NoValue> graph = directed(7, {{0, 1}, {1, 2}, {2, 1}, {2, 3}, {4, 5}, {5, 6}, {6, 4}});
  const std::vector<VertexId> right{0, 1, 1, 3, 4, 4, 4};
  EXPECT_EQ(verify_strongly_connected_components(graph, right), Problem());
  for (VertexId v = 0; v < right.size(); ++v) {
    for (VertexId other = 0; other <= right.size(); ++other) {
      std::vector<VertexId> label = right;
      label[v] = other;
      EXPECT_EQ(verify_strongly_connected_components(graph, label).has_value(), other != right[v]);
    }
  }
}

TEST(RandomOrder, IsOneToOneAndHasAWayBack) {
  using components::RandomOrder;
  for (const VertexId v : {0u, 1u, 2u, 12345u, 0x7fffffffu, 0xfffffffeu})
    EXPECT_EQ(RandomOrder::vertex(RandomOrder::place(v)), v);
}

}  // namespace
}  // namespace warpgraph::test
