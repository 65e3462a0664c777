// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/framework/graph/build.hpp>

#include "algorithms/graph_case.hpp"
#include "algorithms/oracle/components.hpp"
#include "algorithms/placement_case.hpp"
#include "support/machines.hpp"

// What devices tell each other of their trees.
namespace warpgraph::test {
namespace {

// On both sides of a border, and of all of several borders.
constexpr VertexId kVertices = 8 * kSection + 77;

EdgeList list_of(std::vector<std::pair<VertexId, VertexId>> edges, VertexId vertices = kVertices) {
  EdgeList list;
  list.vertex_count = vertices;
  for (const auto& [source, target] : edges) {
    list.source.push_back(source);
    list.target.push_back(target);
  }
  return list;
}
std::vector<VertexId> shuffled(VertexId vertices) {
  std::vector<VertexId> order(vertices);
  std::iota(order.begin(), order.end(), VertexId{0});
  std::ranges::shuffle(order, std::mt19937(vertices));
  return order;
}
// Each vertex once.
EdgeList random_path() {
  const std::vector<VertexId> order = shuffled(kVertices);
  std::vector<std::pair<VertexId, VertexId>> edges;
  for (VertexId i = 1; i < kVertices; ++i) edges.emplace_back(order[i - 1], order[i]);
  return list_of(edges);
}
// 0 - n/2, 1 - n/2 + 1, ...
EdgeList matching() {
  std::vector<std::pair<VertexId, VertexId>> edges;
  for (VertexId v = 0; v < kVertices / 2; ++v) edges.emplace_back(v, v + kVertices / 2);
  return list_of(edges);
}
// So many edges per vertex, anywhere.
EdgeList random_edges(double degree) {
  std::mt19937 random(7);
  std::uniform_int_distribution<VertexId> any(0, kVertices - 1);
  std::vector<std::pair<VertexId, VertexId>> edges;
  for (VertexId i = 0; i < static_cast<VertexId>(degree * kVertices); ++i) edges.emplace_back(any(random), any(random));
  return list_of(edges);
}
// Two dense halves, which one edge joins: the largest trees of the devices share no vertex.
EdgeList two_halves(bool joined) {
  std::mt19937 random(9);
  std::vector<std::pair<VertexId, VertexId>> edges;
  for (VertexId v = 0; v < kVertices; ++v) {
    const VertexId first = v < kVertices / 2 ? 0 : kVertices / 2;
    for (int i = 0; i < 6; ++i) edges.emplace_back(v, first + random() % (kVertices / 2));
  }
  if (joined) edges.emplace_back(3, kVertices - 3);
  return list_of(edges);
}
EdgeList star(VertexId centre) {
  std::vector<std::pair<VertexId, VertexId>> edges;
  for (VertexId v = 0; v < kVertices; ++v) edges.emplace_back(centre, v);  // and a self-loop
  return list_of(edges);
}

std::uint64_t bytes_of(const RunReport& report) {
  std::uint64_t bytes = 0;
  for (const PeerSuperstep& step : report.per_device)
    for (const LinkTraffic& link : step.links) bytes += link.bytes;
  return bytes;
}

class Borders : public testing::TestWithParam<int> {
 protected:
  Borders() {
    RuntimeOptions options;
    options.host.execution = GetParam() % 2 == 0 ? HostExecution::kShuffled : HostExecution::kThreads;
    options.host.lane_order_seed = static_cast<std::uint64_t>(GetParam());
    options.host.threads = 1;
    runtime_ = std::make_unique<Runtime>("host:" + std::to_string(GetParam()), options);
  }
  [[nodiscard]] ShardedGraph<NoValue> spread(const Graph<NoValue>& graph, Shares shares = Shares::kEqual,
                                             const ShardOptions& options = {}) const {
    return shard_graph(*runtime_, graph, place(graph.vertex_count(), GetParam(), 1, shares), options);
  }
  static std::vector<VertexId> values_of(const ShardedResult<VertexId>& result, const ShardedGraph<NoValue>& graph) {
    return result.to_host(graph.streams(), graph.ids());
  }

 private:
  std::unique_ptr<Runtime> runtime_;
};
INSTANTIATE_TEST_SUITE_P(Host, Borders, testing::ValuesIn(kSanitized ? std::vector{3, 4} : std::vector{2, 3, 4, 7}));

TEST_P(Borders, ComponentsAreThoseOfTheOracle) {
  ThreadPool threads(1);
  std::vector<EdgeList> lists{random_path(), matching(),          random_edges(.4),  random_edges(.6), random_edges(3),
                              star(0),       star(kVertices - 1), two_halves(false), two_halves(true), list_of({})};
  for (std::size_t i = 0; i < lists.size(); ++i) {
    for (const bool symmetrise : {true, false}) {
      SCOPED_TRACE(std::to_string(i) + (symmetrise ? ", symmetrised" : ""));
      const auto graph =
          build_graph<NoValue>(threads, EdgeList(lists[i]), {.symmetrise = symmetrise, .outgoing = true});
      const ShardedGraph<NoValue> sharded =
          spread(graph, i % 2 == 0 ? Shares::kEqual : Shares::kUneven, {.outgoing = i % 3 != 2});
      EXPECT_EQ(values_of(connected_components(sharded), sharded), oracle::components(graph));
    }
  }
}

// Either end of half of the edges between two devices brings them, so both see vertices of the other one.
TEST_P(Borders, DevicesTellEachOtherRootsInBothDirections) {
  ThreadPool threads(1);
  const auto graph = build_graph<NoValue>(threads, random_path(), {.symmetrise = true});
  const ShardedGraph<NoValue> sharded = spread(graph);
  const ShardedResult<VertexId> found = connected_components(sharded);
  const int last = GetParam() - 1;
  int told[2] = {};
  for (const PeerSuperstep& step : found.per_device) {
    for (const LinkTraffic& link : step.links) {
      told[0] += link.from == 0 && link.to == last ? 1 : 0;
      told[1] += link.from == last && link.to == 0 ? 1 : 0;
    }
  }
  // Roots in the first round, and what was joined in a later one.
  EXPECT_GE(told[0], 2);
  EXPECT_GE(told[1], 2);
}

TEST_P(Borders, AreToldInABitEachWhereOneTreeHasAlmostAllVertices) {
  const Graph<NoValue> graph = build_case(
      {"erdos-renyi", {{"vertices", std::to_string(32 * kSection)}, {"edges", std::to_string(256 * kSection)}}}, true);
  const ShardedGraph<NoValue> sharded = spread(graph);
  const auto devices = static_cast<std::uint64_t>(GetParam());
  // A bit for each foreign vertex that a device sees, and little else.
  EXPECT_LT(bytes_of(connected_components(sharded)), graph.vertex_count() / 8 * (devices - 1) + 1024 * devices);
}

TEST_P(Borders, AreToldInOneRoundWhereTreesCrossOneBorderOnly) {
  // A path along the vertices: one edge for each border.
  const Graph<NoValue> graph =
      build_case({"path", {{"vertices", std::to_string(64 * kSection)}, {"permute", "false"}}}, true);
  const ShardedGraph<NoValue> sharded = spread(graph);
  const auto devices = static_cast<std::uint64_t>(GetParam());
  EXPECT_LE(bytes_of(connected_components(sharded)), 64 * devices * devices);
}

TEST_P(Borders, AreToldInNoMoreThanAnArrayOfAllVerticesForEachDeviceAndRound) {
  ThreadPool threads(1);
  const auto devices = static_cast<std::uint64_t>(GetParam());
  for (EdgeList& list : std::vector<EdgeList>{random_path(), matching(), random_edges(.5), random_edges(.9)}) {
    const auto graph = build_graph<NoValue>(threads, std::move(list), {.symmetrise = true});
    const ShardedGraph<NoValue> sharded = spread(graph);
    const std::uint64_t array = graph.vertex_count() * sizeof(VertexId);
    EXPECT_LE(bytes_of(connected_components(sharded)), array * (devices - 1) * (devices + 1) * 33 / 32);
  }
}

TEST_P(Borders, MethodsOfOneDeviceAreRefused) {
  const ShardedGraph<NoValue> sharded = spread(build_case({"kron", {{"scale", "9"}}}));
  EXPECT_THROW((void)connected_components(sharded, {.method = ComponentsMethod::kShiloachVishkin}), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
