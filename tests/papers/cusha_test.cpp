// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/cusha.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/pagerank.hpp>

#include "framework/engine/engine_case.hpp"

namespace warpgraph::test {
namespace {

using papers::CushaOptions;
using papers::ShardLayout;
using papers::ShardOptions;
using papers::Shards;

// Ranges of one vertex, of a number that is no multiple of a warp, of all vertices, and the one that is chosen.
constexpr VertexId kSizes[] = {1, 50, papers::kMaxVerticesPerShard, 0};
constexpr ShardLayout kLayouts[] = {ShardLayout::kGShards, ShardLayout::kConcatenatedWindows};

// EngineCase has the graphs.
class CushaTest : public EngineCase {
 protected:
  // check(values, options) for both layouts, and shards of each size, that do not make more than 300 shards.
  template <class P, class Check>
  void expect_in_all_layouts(const Graph<std::int32_t>& host_graph, const P& program, const CushaOptions& options,
                             Check check) {
    const DeviceGraph<std::int32_t> graph = on_device(host_graph);
    for (const ShardLayout layout : kLayouts) {
      for (const VertexId size : kSizes) {
        if (size != 0 && graph.vertex_count() / size > 300) continue;
        SCOPED_TRACE(std::string(to_string(layout)) + ", " + std::to_string(size));
        ShardOptions how;
        how.layout = layout;
        how.vertices_per_shard = size;
        const Shards<std::int32_t> shards(stream(), graph.view(), how);
        check(papers::run_cusha(stream(), shards, program, options));
        if (HasFailure()) return;
      }
    }
  }
  template <class P>
  void expect_right(const P& program, std::uint32_t max_supersteps = kNoLimit) {
    CushaOptions options;
    options.max_supersteps = max_supersteps;
    for (const NamedGraph& each : graphs_of_machine()) {
      SCOPED_TRACE(each.name);
      const auto expected = run_serially(each.graph, program, max_supersteps);
      expect_in_all_layouts(each.graph, program, options,
                            [&](const auto& result) { EXPECT_EQ(result.to_host(stream()), expected); });
    }
  }
  // Within `error` of a run of the engine, which adds up in another order.
  template <class P, class EngineResult>
  void expect_near(const EngineResult& engine, const Graph<std::int32_t>& graph, const P& program,
                   const CushaOptions& options, double error) {
    const auto expected = engine.to_host(stream());
    expect_in_all_layouts(graph, program, options, [&](const auto& result) {
      EXPECT_EQ(result.end, engine.end);
      EXPECT_EQ(result.supersteps.size(), engine.supersteps.size());
      const auto values = result.to_host(stream());
      ASSERT_EQ(values.size(), expected.size());
      for (std::size_t v = 0; v < values.size(); ++v)
        ASSERT_NEAR(values[v], expected[v], error * (1 + std::abs(expected[v]))) << v;
    });
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(CushaTest);

TEST_P(CushaTest, BreadthFirstSearchIsRight) { expect_right(papers::PulledLevels{{3}}); }

TEST_P(CushaTest, ShortestPathsAreRight) { expect_right(Distances{3}); }

TEST_P(CushaTest, WidestPathsAreRight) { expect_right(Widths{3}); }

TEST_P(CushaTest, ComponentsAreRight) { expect_right(Labels{}); }

TEST_P(CushaTest, BitsOf64SourcesAreRight) { expect_right(ReachedFrom{}); }

TEST_P(CushaTest, StructsThatAreExchangedAreRight) { expect_right(NearestOf8Bytes{}); }

TEST_P(CushaTest, ReductionsOfTheProgramsOwnAreRight) { expect_right(Divisors{}); }

TEST_P(CushaTest, WhatIsPublishedIsSeenWithDegrees) { expect_right(Walks{}, 3); }

TEST_P(CushaTest, AggregatesChangeWhatFollows) {
  Growth growth;
  growth.bound = 1u << 30;
  expect_right(growth);
}

TEST_P(CushaTest, WithALimitNothingOfTheIterationIsSeen) {
  for (const std::uint32_t limit : {0u, 1u, 2u, 5u}) {
    SCOPED_TRACE(limit);
    expect_right(Labels{}, limit);
    expect_right(papers::PulledLevels{{3}}, limit);
  }
}

TEST_P(CushaTest, RanksAreTheEnginesButForRounding) {
  algorithms::PageRankOptions engine;
  engine.tolerance = 1e-6;
  for (const NamedGraph& each : graphs_of_machine()) {
    SCOPED_TRACE(each.name);
    algorithms::programs::PageRanks<double> ranks{};
    ranks.damping = engine.damping;
    ranks.everywhere = 1.0 / each.graph.vertex_count();
    ranks.tolerance = engine.tolerance;
    CushaOptions options;
    options.max_supersteps = engine.max_iterations;
    expect_near(algorithms::pagerank<double>(stream(), on_device(each.graph), engine), each.graph, ranks, options,
                1e-9);
  }
}

TEST_P(CushaTest, SimulationsAreTheEnginesButForRounding) {
  CushaOptions options;
  options.max_supersteps = 6;
  const auto limited = [&](auto engine, const std::vector<float>& start) {
    engine.initial = start;
    engine.tolerance = 0;
    engine.max_iterations = options.max_supersteps;
    return engine;
  };
  for (const NamedGraph& each : graphs_of_machine()) {
    SCOPED_TRACE(each.name);
    const DeviceGraph<std::int32_t> graph = on_device(each.graph);
    std::vector<float> start(graph.vertex_count());
    std::vector<std::uint8_t> is_fixed(graph.vertex_count());
    auto circuit = limited(algorithms::CircuitOptions{}, start);
    for (VertexId v = 0; v < graph.vertex_count(); ++v) {
      circuit.initial[v] = start[v] = static_cast<float>(v % 13) / 13;
      is_fixed[v] = v % 5 == 0 ? 1 : 0;
      if (is_fixed[v] != 0) circuit.fixed.push_back({graph.ids().name_of(v), start[v]});
    }
    const auto start_there = to_device(stream(), start, "test");
    const auto is_fixed_there = to_device(stream(), is_fixed, "test");
    algorithms::programs::Potentials potentials{};
    potentials.start = start_there;
    potentials.is_fixed = is_fixed_there;
    expect_near(algorithms::circuit(stream(), graph, circuit), each.graph, potentials, options, 1e-4);
    auto heat = limited(algorithms::HeatOptions{}, start);
    heat.rate = 1.0 / (1 << 20);
    algorithms::programs::Temperatures temperatures{};
    temperatures.start = start_there;
    temperatures.rate = static_cast<float>(heat.rate);
    expect_near(algorithms::heat(stream(), graph, heat), each.graph, temperatures, options, 1e-4);
    algorithms::programs::Outputs outputs{};
    outputs.start = start_there;
    expect_near(algorithms::neural_network(stream(), graph, limited(algorithms::NeuralNetworkOptions{}, start)),
                each.graph, outputs, options, 1e-3);
  }
}

TEST_P(CushaTest, EdgesWithoutValuesCountOne) {
  ThreadPool threads(1);
  const auto graph = build_graph<NoValue>(
      threads, generators::generate(generators::parse_generator("rmat", {{"scale", "8"}}), threads));
  const DeviceGraph<NoValue> there = on_device(graph);
  const Shards<NoValue> shards(stream(), there.view());
  EXPECT_EQ(papers::run_cusha(stream(), shards, Distances{3}).to_host(stream()), run_serially(graph, Distances{3}));
}

TEST_P(CushaTest, TheRunIsReported) {
  // 0 - 1 - 2 - ... - 64, in shards of one vertex: without a limit blocks may see more in one iteration
  const auto path = small_graph("path", {{"vertices", "65"}});
  CushaOptions options;
  expect_in_all_layouts(path, papers::PulledLevels{{0}}, options, [&](const auto& result) {
    EXPECT_EQ(result.end, RunEnd::kConverged);
    EXPECT_GE(result.supersteps.size(), 2u);
    EXPECT_LE(result.supersteps.size(), 65u);
    EXPECT_EQ(result.supersteps.back().updated_vertices, 0u);
  });
  options.max_supersteps = 3;
  expect_in_all_layouts(path, papers::PulledLevels{{0}}, options, [&](const auto& result) {
    EXPECT_EQ(result.end, RunEnd::kSuperstepLimit);
    ASSERT_EQ(result.supersteps.size(), 3u);
    for (const SuperstepStatistics& each : result.supersteps) EXPECT_EQ(each.updated_vertices, 1u);
  });
}

TEST_P(CushaTest, ValuesThatAreVerticesAreCalledSo) {
  const Shards<std::int32_t> shards(stream(), on_device(small_graph("path", {{"vertices", "5"}})).view());
  EXPECT_EQ(papers::run_cusha(stream(), shards, Labels{}).values_are, ValuesAre::kLowestVertices);
}

template <class P>
std::size_t peak_of_run(StreamRef stream, const DeviceGraph<std::int32_t>& graph, const ShardOptions& options) {
  const Shards<std::int32_t> shards(stream, graph.view(), options);
  stream.synchronize();
  const std::size_t before = stream.device().memory().in_use;
  stream.device().reset_peak_memory();
  (void)papers::run_cusha(stream, shards, P{});
  return stream.device().memory().peak - before;
}

TEST_P(CushaTest, ARunTakesTheMemoryThatItSays) {
  const DeviceGraph<std::int32_t> graph = on_device(small_graph("rmat", {{"scale", "9"}}));
  const VertexId vertices = graph.vertex_count();
  const EdgeId edges = graph.edge_count();
  for (const ShardLayout layout : kLayouts) {
    ShardOptions options;
    options.layout = layout;
    EXPECT_EQ(peak_of_run<Labels>(stream(), graph, options),
              papers::cusha_memory<Labels>(vertices, edges, options).total());
    EXPECT_EQ(peak_of_run<Growth>(stream(), graph, options),
              papers::cusha_memory<Growth>(vertices, edges, options).total());
  }
}

}  // namespace
}  // namespace warpgraph::test
