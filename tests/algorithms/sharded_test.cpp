// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/machines.hpp"

// The algorithms on three devices, against themselves on one.
namespace warpgraph::test {
namespace {

// Sums of floats are added up in another order.
constexpr double kRounding = 1e-5;

template <class E>
Graph<E> sparse_graph(std::string_view generator, GeneratorArguments arguments) {
  ThreadPool threads(1);
  arguments["weights"] = "uniform";
  arguments["lowest-weight"] = "1";
  EdgeList edges = generate(parse_generator(generator, arguments), threads);
  edges.ids.original.resize(edges.vertex_count);
  for (VertexId v = 0; v < edges.vertex_count; ++v) edges.ids.original[v] = std::uint64_t{v} * 3 + 5;
  return build_graph<E>(threads, std::move(edges), {.outgoing = true});
}
constexpr std::uint64_t name_of(VertexId v) { return std::uint64_t{v} * 3 + 5; }

template <class E>
Graph<E> directed() {
  return sparse_graph<E>("rmat", {{"scale", "10"}});
}
template <class E>
Graph<E> undirected() {
  return sparse_graph<E>("grid2d", {{"width", "37"}, {"height", "23"}});
}

// Uneven shares, so that no border lies where another device would put it; the middle device holds more than it owns.
template <class E>
Placement placement_of(const Graph<E>& graph) {
  const VertexId end = graph.vertex_count();
  return {{{0, 128}, {128, 640}, {640, end}}, {{0, 256}, {128, 768}, {512, end}}};
}

class ShardedAlgorithmTest : public MachineTest {
 protected:
  // on_one(DeviceGraph) and on_three(ShardedGraph): both results, in the user's order.
  template <class E, class OnOne, class OnThree>
  auto both(const Graph<E>& graph, OnOne&& on_one, OnThree&& on_three) {
    const DeviceGraph<E> whole = upload(stream(), graph);
    const ShardedGraph<E> sharded = shard_graph(runtime(), graph, placement_of(graph));
    return std::pair(on_one(whole).to_host(stream(), graph.ids()),
                     on_three(sharded).to_host(sharded.streams(), graph.ids()));
  }
  template <class E, class OnOne, class OnThree>
  void expect_same(const Graph<E>& graph, OnOne&& on_one, OnThree&& on_three) {
    const auto [one, three] = both(graph, on_one, on_three);
    EXPECT_EQ(one, three);
  }
  // `scale`: of the values.
  template <class E, class OnOne, class OnThree>
  void expect_near(const Graph<E>& graph, double scale, OnOne&& on_one, OnThree&& on_three) {
    const auto [one, three] = both(graph, on_one, on_three);
    ASSERT_EQ(one.size(), three.size());
    for (std::size_t v = 0; v < one.size(); ++v)
      ASSERT_NEAR(static_cast<double>(one[v]), static_cast<double>(three[v]), scale * kRounding) << "vertex " << v;
  }
};

TEST_P(ShardedAlgorithmTest, LevelsAndParentsAreThoseOfOneDevice) {
  BfsOptions options{.source = name_of(3)};
  options.engine.deterministic = true;
  const auto check = [&](const auto& graph) {
    expect_same(
        graph, [&](const auto& whole) { return bfs_levels(stream(), whole, options); },
        [&](const auto& sharded) { return bfs_levels(sharded, options); });
    expect_same(
        graph, [&](const auto& whole) { return bfs_parents(stream(), whole, options); },
        [&](const auto& sharded) { return bfs_parents(sharded, options); });
  };
  check(directed<NoValue>());
  check(undirected<NoValue>());
}

TEST_P(ShardedAlgorithmTest, DistancesAreThoseOfOneDevice) {
  const SsspOptions options{.source = name_of(3)};
  const auto check = [&](const auto& graph) {
    expect_same(
        graph, [&](const auto& whole) { return sssp(stream(), whole, options); },
        [&](const auto& sharded) { return sssp(sharded, options); });
  };
  check(directed<std::int32_t>());
  check(directed<float>());
  check(undirected<NoValue>());
}

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

TEST_P(ShardedAlgorithmTest, WidthsAreThoseOfOneDevice) {
  const WidestPathOptions options{.source = name_of(3)};
  const auto check = [&](const auto& graph) {
    expect_same(
        graph, [&](const auto& whole) { return widest_path(stream(), whole, options); },
        [&](const auto& sharded) { return widest_path(sharded, options); });
  };
  check(directed<std::int32_t>());
  check(undirected<float>());
}

TEST_P(ShardedAlgorithmTest, LabelsAreThoseOfOneDevice) {
  expect_same(
      undirected<std::int32_t>(), [&](const auto& whole) { return component_labels(stream(), whole); },
      [&](const auto& sharded) { return component_labels(sharded); });
}

TEST_P(ShardedAlgorithmTest, RanksAreThoseOfOneDevice) {
  PageRankOptions options;
  options.tolerance = 0;
  options.max_iterations = 20;
  const auto check = [&]<class Rank>(Rank, const auto& graph) {
    expect_near(
        graph, .01, [&](const auto& whole) { return pagerank<Rank>(stream(), whole, options); },
        [&](const auto& sharded) { return pagerank<Rank>(sharded, options); });
  };
  check(float{}, directed<std::int32_t>());
  check(double{}, undirected<NoValue>());
  options.sources = {name_of(1), name_of(700)};
  check(float{}, directed<NoValue>());
}

TEST_P(ShardedAlgorithmTest, PotentialsAreThoseOfOneDevice) {
  CircuitOptions options;
  options.fixed = {{name_of(0), 5}, {name_of(800), -5}};
  options.tolerance = 0;
  options.max_iterations = 50;
  const auto check = [&](const auto& graph) {
    expect_near(
        graph, 5, [&](const auto& whole) { return circuit(stream(), whole, options); },
        [&](const auto& sharded) { return circuit(sharded, options); });
  };
  check(undirected<std::int32_t>());
  check(undirected<float>());
  check(directed<NoValue>());
}

TEST_P(ShardedAlgorithmTest, TemperaturesAreThoseOfOneDevice) {
  HeatOptions options;
  options.hot = {{name_of(0), 100}, {name_of(800), 50}};
  options.tolerance = 0;
  options.max_iterations = 50;
  const auto check = [&](const auto& graph) {
    expect_near(
        graph, 100, [&](const auto& whole) { return heat(stream(), whole, options); },
        [&](const auto& sharded) { return heat(sharded, options); });
  };
  check(undirected<std::int32_t>());
  check(directed<float>());
}

TEST_P(ShardedAlgorithmTest, TheStableRateIsTheLeastOfAllShards) {
  const auto graph = directed<std::int32_t>();
  const DeviceGraph<std::int32_t> whole = upload(stream(), graph);
  const auto sharded = shard_graph(runtime(), graph, placement_of(graph));
  EXPECT_DOUBLE_EQ(heat_rate_limit(sharded), heat_rate_limit(stream(), whole));
}

// Weights of at least 1 saturate nearly everything: the few supersteps before that are compared.
TEST_P(ShardedAlgorithmTest, OutputsAreThoseOfOneDevice) {
  NeuralNetworkOptions options;
  options.inputs = {{name_of(0), .001f}, {name_of(600), -.002f}};
  options.tolerance = 0;
  options.max_iterations = 3;
  const auto check = [&](const auto& graph) {
    expect_near(
        graph, 1, [&](const auto& whole) { return neural_network(stream(), whole, options); },
        [&](const auto& sharded) { return neural_network(sharded, options); });
  };
  check(undirected<float>());
  check(directed<NoValue>());
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
  GraphParts<std::int32_t> parts = directed<std::int32_t>().release();
  std::vector<std::int32_t> lengths(parts.incoming.value.span().begin(), parts.incoming.value.span().end());
  lengths.back() = -1;
  parts.incoming.value = lengths;
  const Graph<std::int32_t> graph(std::move(parts));
  const auto sharded = shard_graph(runtime(), graph, placement_of(graph));
  EXPECT_THROW((void)sssp(sharded, {.source = name_of(3)}), InputError);
  EXPECT_THROW((void)circuit(sharded), InputError);
}

INSTANTIATE_TEST_SUITE_P(Host, ShardedAlgorithmTest, testing::ValuesIn(host_machines("host:3")), machine_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, ShardedAlgorithmTest, testing::ValuesIn(cuda_machines("cuda:0,1,2")), machine_name);

}  // namespace
}  // namespace warpgraph::test
