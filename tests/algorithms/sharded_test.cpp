// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/machines.hpp"
#include "support/refusal.hpp"

// What vertex programs refuse, and find out, on three devices.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

constexpr std::uint64_t name_of(VertexId v) { return std::uint64_t{v} * 3 + 5; }

template <class E>
Graph<E> directed() {
  ThreadPool threads(1);
  const generators::GeneratorArguments arguments{{"scale", "10"}, {"weights", "uniform"}, {"lowest-weight", "1"}};
  EdgeList edges = generators::generate(generators::parse_generator("rmat", arguments), threads);
  edges.ids.original.resize(edges.vertex_count);
  for (VertexId v = 0; v < edges.vertex_count; ++v) edges.ids.original[v] = name_of(v);
  return build_graph<E>(threads, std::move(edges), {.outgoing = true});
}

// Uneven shares, so that no border lies where another device would put it; the middle device holds more than it owns.
template <class E>
Placement placement_of(const Graph<E>& graph) {
  const VertexId end = graph.vertex_count();
  return {{{0, 128}, {128, 640}, {640, end}}, {{0, 256}, {128, 768}, {512, end}}};
}

class ShardedAlgorithmTest : public MachineTest {};

TEST_P(ShardedAlgorithmTest, DistancesThatDoNotFitAreRefused) {
  constexpr VertexId kVertices = 1000;
  ThreadPool threads(1);
  EdgeList list;
  list.vertex_count = kVertices;
  for (VertexId v = 1; v < kVertices; ++v) {
    list.source.push_back(v - 1);
    list.target.push_back(v);
    list.ids.original.push_back(name_of(v - 1));
  }
  list.ids.original.push_back(name_of(kVertices - 1));
  list.values = std::vector<std::int32_t>(list.size(), 1 << 23);  // times 2^9: a vertex of the second device
  const auto graph = build_graph<std::int32_t>(threads, std::move(list), {.outgoing = true});
  const ShardedGraph<std::int32_t> sharded = shard_graph(runtime(), graph, placement_of(graph));
  try {
    (void)sssp(sharded, {.source = name_of(0)});
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("vertex " + std::to_string(name_of(512)) + " "), std::string::npos)
        << error.what();
  }
}

TEST_P(ShardedAlgorithmTest, TheStableRateIsTheLeastOfAllShards) {
  const auto graph = directed<std::int32_t>();
  const DeviceGraph<std::int32_t> whole = upload(stream(), graph);
  const auto sharded = shard_graph(runtime(), graph, placement_of(graph));
  EXPECT_DOUBLE_EQ(heat_rate_limit(sharded), heat_rate_limit(stream(), whole));
}

TEST_P(ShardedAlgorithmTest, RefusesWhatOneDeviceRefuses) {
  auto bad = directed<std::int32_t>();
  const auto sharded = shard_graph(runtime(), bad, placement_of(bad));
  EXPECT_THROW((void)bfs_levels(sharded, {.source = 4}), InputError);
  EXPECT_THROW((void)component_labels(sharded), UsageError);
  EXPECT_THROW((void)heat(sharded, {.rate = 1e6}), UsageError);
}

// The last row is the last device's.
TEST_P(ShardedAlgorithmTest, RefusesANegativeLengthOfAnyDevice) {
  graphs::GraphParts<std::int32_t> parts = directed<std::int32_t>().release();
  std::vector<std::int32_t> lengths(parts.incoming.value.span().begin(), parts.incoming.value.span().end());
  lengths.back() = -1;
  parts.incoming.value = lengths;
  const auto graph = Graph<std::int32_t>::of_known_parts(std::move(parts));  // outgoing edges keep their lengths
  const auto sharded = shard_graph(runtime(), graph, placement_of(graph));
  EXPECT_THROW((void)circuit(sharded), InputError);
  // The last of the last row that has edges.
  const std::vector<EdgeId> row(graph.incoming().row.begin(), graph.incoming().row.end());
  const auto target = static_cast<VertexId>(std::ranges::lower_bound(row, row.back()) - row.begin() - 1);
  const std::string edge = "the edge from " + std::to_string(name_of(graph.incoming().column[row.back() - 1])) +
                           " to " + std::to_string(name_of(target)) + " has the negative length -1";
  for (const Copies copies : {Copies::kAll, Copies::kRead}) {
    const auto spread = shard_graph(runtime(), graph, placement_of(graph), {.copies = copies});
    EXPECT_EQ(refusal<InputError>([&] { (void)sssp(spread, {.source = name_of(3)}); }), "shortest paths: " + edge);
  }
}

INSTANTIATE_TEST_SUITE_P(Host, ShardedAlgorithmTest, testing::ValuesIn(host_machines("host:3")), machine_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, ShardedAlgorithmTest, testing::ValuesIn(cuda_machines("cuda:0,1,2")), machine_name);

}  // namespace
}  // namespace warpgraph::test
