// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
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

// One forest for the vertices of several devices.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

// On both sides of a border, and of all of several borders.
constexpr VertexId kVertices = 8 * shards::kSection + 77;

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
// Two dense halves, which one edge joins or none: the largest tree has half of the vertices.
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
  for (const results::PeerSuperstep& step : report.per_device)
    for (const results::LinkTraffic& link : step.links) bytes += link.bytes;
  return bytes;
}

class SpreadComponents : public MachineTest {
 protected:
  [[nodiscard]] ShardedGraph<NoValue> spread(const Graph<NoValue>& graph, Shares shares = Shares::kEqual,
                                             const ShardOptions& options = {}) const {
    return shard_graph(runtime(), graph, place(graph.vertex_count(), devices(), 1, shares), options);
  }
  static std::vector<VertexId> values_of(const ShardedResult<VertexId>& result, const ShardedGraph<NoValue>& graph) {
    return result.to_host(graph.streams());
  }
  [[nodiscard]] int devices() const { return runtime().device_count(); }
};

std::vector<MachineParam> machines() {
  std::vector<MachineParam> params;
  const auto add = [&](HostExecution execution, const std::string& devices) {
    params.push_back(host_machine("of_" + devices, execution, params.size(), "host:" + devices, 1));
  };
  add(HostExecution::kThreads, "3");
  add(HostExecution::kShuffled, "4");
  if (kSanitized) return params;
  add(HostExecution::kShuffled, "2");
  add(HostExecution::kThreads, "7");
  return params;
}
INSTANTIATE_TEST_SUITE_P(Host, SpreadComponents, testing::ValuesIn(machines()), machine_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, SpreadComponents, testing::ValuesIn(cuda_machines("cuda:0,1")), machine_name);

TEST_P(SpreadComponents, ComponentsAreThoseOfTheOracle) {
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

// The first device is told a parent for each vertex, 4 bytes, and edges, 8 bytes each; it tells 4 bytes a label.
TEST_P(SpreadComponents, BringEachEdgeOnceWhereRowsAreShort) {
  ThreadPool threads(1);
  for (EdgeList& list : std::vector<EdgeList>{random_path(), matching(), random_edges(.5), random_edges(.9)}) {
    const auto graph = build_graph<NoValue>(threads, std::move(list), {.symmetrise = true});
    const std::uint64_t labels = 2 * graph.vertex_count() * sizeof(VertexId);
    EXPECT_LE(bytes_of(connected_components(spread(graph))), labels + graph.edge_count() / 2 * 2 * sizeof(VertexId));
  }
}

TEST_P(SpreadComponents, LeaveOutMostEdgesOfTheLargestTree) {
  const Graph<NoValue> graph = build_case(
      {"erdos-renyi",
       {{"vertices", std::to_string(32 * shards::kSection)}, {"edges", std::to_string(256 * shards::kSection)}}},
      true);
  const std::uint64_t vertices = graph.vertex_count();
  // A parent, two edges, a label, and a bit for each other device.
  EXPECT_LT(bytes_of(connected_components(spread(graph))),
            vertices * (4 + 16 + 4) + vertices / 8 * static_cast<std::uint64_t>(devices()) + 4096);
}

TEST_P(SpreadComponents, TakeListsThatAreLongerThanTheirRoom) {
  // Rows of three edges, none of which is at its other end: 3/4 of a list's room for each device's third of the
  // vertices; on two devices more than it.
  ThreadPool threads(1);
  for (const double degree : {2.9, 3.9}) {
    const auto graph = build_graph<NoValue>(threads, random_edges(degree), {.outgoing = true});
    for (const Shares shares : {Shares::kEqual, Shares::kUneven}) {
      const ShardedGraph<NoValue> sharded = spread(graph, shares, {.outgoing = false});
      EXPECT_EQ(values_of(connected_components(sharded), sharded), oracle::components(graph)) << degree;
    }
  }
}

TEST_P(SpreadComponents, AreTheSameThroughTheHost) {
  ThreadPool threads(1);
  for (const EdgeList& list : {random_path(), random_edges(3), two_halves(true)}) {
    for (const bool symmetrise : {true, false}) {
      const auto graph = build_graph<NoValue>(threads, EdgeList(list), {.symmetrise = symmetrise, .outgoing = true});
      const ShardedGraph<NoValue> sharded = spread(graph);
      ConnectedComponentsOptions options;
      options.engine.exchange.hub = HubKind::kHost;
      EXPECT_EQ(values_of(connected_components(sharded, options), sharded), oracle::components(graph));
    }
  }
}

}  // namespace
}  // namespace warpgraph::test
