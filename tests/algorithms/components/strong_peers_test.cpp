// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/strongly_connected.hpp>

#include "algorithms/components/strong_graphs.hpp"
#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/components.hpp"
#include "algorithms/placement_case.hpp"
#include "support/machines.hpp"

// Strongly connected components on several devices.
namespace warpgraph::test::strong_peers {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// On both sides of a border, and of all of several borders.
constexpr VertexId kVertices = 8 * shards::kSection + 77;
constexpr VertexId kFew = 4 * shards::kSection + 5;  // for searches that cross a border with every edge

Ends along(const std::vector<VertexId>& order, bool closed) {
  Ends ends;
  for (std::size_t i = 1; i < order.size(); ++i) ends.emplace_back(order[i - 1], order[i]);
  if (closed) ends.emplace_back(order.back(), order.front());
  return ends;
}
std::vector<VertexId> ascending(VertexId vertices) {
  std::vector<VertexId> order(vertices);
  std::iota(order.begin(), order.end(), VertexId{0});
  return order;
}
std::vector<VertexId> shuffled(VertexId vertices) {
  std::vector<VertexId> order = ascending(vertices);
  std::ranges::shuffle(order, std::mt19937(vertices));
  return order;
}
std::vector<VertexId> reversed(std::vector<VertexId> order) {
  std::ranges::reverse(order);
  return order;
}
// Cliques of `size` vertices at the beginning of each section, each with an edge to the next one.
Ends cliques(VertexId size, bool in_a_ring) {
  constexpr VertexId kCliques = kVertices / shards::kSection;
  Ends ends;
  for (VertexId c = 0; c < kCliques; ++c) {
    const VertexId first = c * shards::kSection;
    for (VertexId i = 0; i < size; ++i)
      for (VertexId j = 0; j < size; ++j) ends.emplace_back(first + i, first + j);  // and self-loops
    if (in_a_ring || c + 1 < kCliques) ends.emplace_back(first + 1, (c + 1) % kCliques * shards::kSection);
  }
  return ends;
}
Ends star(VertexId centre, bool outwards, bool inwards) {
  Ends ends;
  for (VertexId v = 0; v < kVertices; ++v) {
    if (outwards) ends.emplace_back(centre, v);
    if (inwards) ends.emplace_back(v, centre);
  }
  return ends;
}
// v and v + n/2 lead to each other, and pairs to the next one.
Ends pairs_across() {
  Ends ends;
  for (VertexId v = 0; v < kVertices / 2; ++v) {
    ends.emplace_back(v, v + kVertices / 2);
    ends.emplace_back(v + kVertices / 2, v);
    if (v != 0) ends.emplace_back(v - 1, v);
  }
  return ends;
}
Ends repeated(Ends ends) {
  for (std::size_t i = 0, count = ends.size(); i < count; ++i) {
    if (i % 3 == 0) ends.push_back(ends[i]);
    if (i % 5 == 0) ends.emplace_back(ends[i].first, ends[i].first);
  }
  return ends;
}

std::uint64_t bytes_of(const RunReport& report) {
  std::uint64_t bytes = 0;
  for (const results::PeerSuperstep& step : report.per_device)
    for (const results::LinkTraffic& link : step.links) bytes += link.bytes;
  return bytes;
}

class StrongPeers : public MachineTest {
 protected:
  [[nodiscard]] ShardedGraph<NoValue> spread(const Graph<NoValue>& graph, VertexId overlap = 0,
                                             Shares shares = Shares::kEqual, const ShardOptions& options = {}) {
    return shard_graph(runtime(), graph, place(graph.vertex_count(), devices(), overlap, shares), options);
  }
  [[nodiscard]] std::vector<VertexId> labels_of(const ShardedGraph<NoValue>& graph,
                                                const StrongComponentsOptions& options = {}) {
    return strongly_connected_components(graph, options).to_host(graph.streams());
  }
  // The labels of Tarjan's algorithm, whatever the borders.
  void expect_right(const Graph<NoValue>& graph) {
    ++turn_;
    const ShardedGraph<NoValue> sharded =
        spread(graph, turn_ % 3 == 0 ? 1 : 0, turn_ % 2 == 0 ? Shares::kEqual : Shares::kUneven);
    EXPECT_EQ(verify_strongly_connected_components(graph, labels_of(sharded)), Problem());
  }
  [[nodiscard]] int devices() const { return runtime().device_count(); }
  [[nodiscard]] std::uint64_t borders() const { return static_cast<std::uint64_t>(devices() - 1); }

 private:
  int turn_ = 0;
};

std::vector<MachineParam> machines() {
  std::vector<MachineParam> params;
  const auto add = [&](HostExecution execution, const std::string& devices) {
    const std::string name = execution == HostExecution::kThreads    ? "threads_"
                             : execution == HostExecution::kShuffled ? "shuffled_"
                                                                     : "inline_";
    params.push_back(host_machine(name + devices, execution, params.size(), "host:" + devices, 1));
  };
  add(HostExecution::kThreads, "3");
  if (kOnlyThreads) return params;
  add(HostExecution::kShuffled, "4");
  if (kSanitized) return params;
  add(HostExecution::kInline, "1");
  add(HostExecution::kThreads, "2");
  add(HostExecution::kShuffled, "2");
  add(HostExecution::kThreads, "7");
  add(HostExecution::kInline, "7");
  return params;
}
INSTANTIATE_TEST_SUITE_P(Host, StrongPeers, testing::ValuesIn(machines()), machine_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, StrongPeers, testing::ValuesIn(cuda_machines("cuda:0,1")), machine_name);

TEST_P(StrongPeers, LabelsAreTarjansOnRandomGraphs) {
  unsigned seed = 0;
  for (const double degree : {.5, 1., 1.2, 1.5, 2., 5.}) {
    for (const VertexId vertices : {33u, 2 * shards::kSection, kVertices}) {
      SCOPED_TRACE(std::to_string(vertices) + " vertices of degree " + std::to_string(degree));
      expect_right(directed(vertices, random_ends(vertices, degree, ++seed)));
    }
  }
}

TEST_P(StrongPeers, LabelsAreTarjansOnGraphsOfAllKinds) {
  for (const GraphCase& each : kStructureCases) {
    SCOPED_TRACE(each.generator);
    expect_right(build_case(each));
  }
}

TEST_P(StrongPeers, CyclesAreFollowedAcrossAllBorders) {
  for (const auto& order : {ascending(kVertices), reversed(ascending(kVertices)), shuffled(kFew)}) {
    const auto vertices = static_cast<VertexId>(order.size());
    const ShardedGraph<NoValue> sharded = spread(directed(vertices, along(order, true)));
    EXPECT_EQ(labels_of(sharded), std::vector<VertexId>(vertices, 0));
  }
}

TEST_P(StrongPeers, ChainsFallApartFromBothEnds) {
  for (const auto& order : {ascending(kVertices), reversed(ascending(kVertices)), shuffled(kFew)}) {
    const auto vertices = static_cast<VertexId>(order.size());
    const ShardedGraph<NoValue> sharded = spread(directed(vertices, along(order, false)));
    EXPECT_EQ(labels_of(sharded), ascending(vertices));
  }
}

TEST_P(StrongPeers, ChainsOfCyclesFallApartWhateverTheirNumbers) {
  for (const VertexId step : {1u, 7u, 599u})  // of 600: ascending, mixed, descending
    for (const auto& [cycles, length] : std::vector<std::pair<VertexId, VertexId>>{{300, 2}, {40, 15}, {3, 200}})
      expect_right(directed(600, chain_of_cycles(cycles, length, step)));
}

TEST_P(StrongPeers, StarsOfBothDirectionsAreOneComponent) {
  for (const VertexId centre : {0u, kVertices / 2, kVertices - 1}) {
    const ShardedGraph<NoValue> both = spread(directed(kVertices, star(centre, true, true)));
    EXPECT_EQ(labels_of(both), std::vector<VertexId>(kVertices, 0));
    const ShardedGraph<NoValue> outwards = spread(directed(kVertices, star(centre, true, false)));
    EXPECT_EQ(labels_of(outwards), ascending(kVertices));
    const ShardedGraph<NoValue> inwards = spread(directed(kVertices, star(centre, false, true)));
    EXPECT_EQ(labels_of(inwards), ascending(kVertices));
  }
}

TEST_P(StrongPeers, CliquesOfOneDeviceEachAreOneComponentIfTheyAreJoinedInARing) {
  expect_right(directed(kVertices, cliques(9, true)));
  expect_right(directed(kVertices, cliques(9, false)));
}

TEST_P(StrongPeers, PairsSelfLoopsAndRepetitionsMakeNoDifference) {
  expect_right(directed(kVertices, pairs_across()));
  expect_right(directed(kVertices, repeated(pairs_across())));
  expect_right(directed(kVertices, repeated(random_ends(kVertices, 1.5, 1))));
}

TEST_P(StrongPeers, DevicesMayHaveNoVertices) {
  for (const VertexId vertices : {1u, 2u, 5u, shards::kSection - 1, shards::kSection + 1}) {
    const ShardedGraph<NoValue> sharded = spread(directed(vertices, along(ascending(vertices), true)));
    EXPECT_EQ(labels_of(sharded), std::vector<VertexId>(vertices, 0));
  }
  const ShardedGraph<NoValue> isolated = spread(directed(kVertices, {}));
  EXPECT_EQ(labels_of(isolated), ascending(kVertices));
  EXPECT_TRUE(labels_of(spread(Graph<NoValue>())).empty());
}

TEST_P(StrongPeers, UndirectedGraphsHaveTheirConnectedOnes) {
  const Graph<NoValue> graph = build_case({"erdos-renyi", {{"vertices", "900"}, {"edges", "600"}}}, true);
  EXPECT_EQ(labels_of(spread(graph)), oracle::components(graph));
}

TEST_P(StrongPeers, TellEachOtherNothingWhereNoEdgeCrossesABorder) {
  Ends ends;
  for (VertexId v = 0; v < kVertices; ++v)
    for (const VertexId step : {1u, 5u})
      ends.emplace_back(v, v / shards::kSection * shards::kSection + (v + step) % shards::kSection);
  const Graph<NoValue> graph = directed((kVertices / shards::kSection + 1) * shards::kSection, ends);
  EXPECT_EQ(bytes_of(strongly_connected_components(spread(graph))), 0u);
}

TEST_P(StrongPeers, TellEachOtherOfTheVerticesAtTheBordersOnly) {
  // One edge crosses each border, and the last one leads back.
  const auto result = strongly_connected_components(spread(directed(kVertices, along(ascending(kVertices), true))));
  EXPECT_EQ(bytes_of(result) > 0, borders() > 0);
  EXPECT_LE(bytes_of(result), 100 * (borders() + 1));
}

TEST_P(StrongPeers, TellEachOtherABitWhereAllVerticesChange) {
  // The device of the centre has all other vertices as ghosts. It hears that they have edges, that the centre reaches
  // them and that they are gone, and it tells that they reach the centre.
  const auto result = strongly_connected_components(spread(directed(kVertices, star(0, true, true))));
  EXPECT_LE(bytes_of(result), 4 * kVertices / 8 + 100 * (borders() + 1));
}

TEST_P(StrongPeers, RunsThroughTheHostAreTheSame) {
  const Graph<NoValue> graph = directed(kVertices, random_ends(kVertices, 1.5, 4));
  const ShardedGraph<NoValue> sharded = spread(graph);
  StrongComponentsOptions options;
  options.engine.exchange.hub = HubKind::kHost;
  EXPECT_EQ(labels_of(sharded, options), labels_of(sharded));
}

TEST_P(StrongPeers, RunsAreTimedAsAWhole) {
  StrongComponentsOptions options;
  options.engine.time_supersteps = true;
  const auto result = strongly_connected_components(spread(build_case({"rmat", {{"scale", "9"}}})), options);
  EXPECT_TRUE(result.supersteps.empty());
  ASSERT_EQ(result.per_device.size(), 1u);
  for (const results::DeviceActivity& each : result.per_device[0].devices) EXPECT_GT(each.compute_microseconds, 0);
}

TEST_P(StrongPeers, GraphsWithoutOutgoingEdgesAndCopiesOfFewVerticesAreRefused) {
  const Graph<NoValue> graph = build_case({"rmat", {{"scale", "8"}}});
  EXPECT_THROW((void)labels_of(spread(graph, 0, Shares::kEqual, {.outgoing = false})), UsageError);
  EXPECT_THROW((void)labels_of(spread(graph, 0, Shares::kEqual, {.copies = Copies::kRead})), UsageError);
}

TEST(StrongPeersThatFail, ALostDeviceIsAnErrorAndNeverAWaitWithoutEnd) {
  const Graph<NoValue> graph = directed(kFew, random_ends(kFew, 1.5, 3));
  int failures = 0;
  for (const std::int64_t after : {40, 100, 160, 220, 300, 100000}) {
    RuntimeOptions options;
    options.host.threads = 1;
    options.host.faults.lost_device = 1;
    options.host.faults.lost_after = after;
    Runtime runtime("host:3", options);
    try {
      (void)strongly_connected_components(shard_graph(runtime, graph, place(kFew, 3, 0)));
    } catch (const DeviceError&) {
      ++failures;
    }
  }
  EXPECT_GE(failures, 3);
  EXPECT_LT(failures, 6);
}

}  // namespace
}  // namespace warpgraph::test::strong_peers
