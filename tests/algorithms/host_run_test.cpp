// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/circuit.hpp>
#include <warpgraph/algorithms/components.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/heat.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/neural_network.hpp>
#include <warpgraph/algorithms/pagerank.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/machines.hpp"

// The algorithms from host memory to host memory, against themselves on a graph that was uploaded to one device.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

struct Param {
  std::string devices;
  int count;
};
std::ostream& operator<<(std::ostream& out, const Param& param) { return out << param.devices; }

class HostRun : public testing::TestWithParam<Param> {
 protected:
  void SetUp() override {
    const Param& param = GetParam();
    const std::string devices = on_gpus_here(param.devices);
    if (devices.empty()) GTEST_SKIP() << "no CUDA device";
    runtime_ = std::make_unique<Runtime>(devices);
    stream_ = std::make_unique<Stream>(runtime_->device(), "one device");
  }

  [[nodiscard]] Runtime& runtime() const { return *runtime_; }
  [[nodiscard]] StreamRef stream() const { return *stream_; }
  // All devices, whether they pay or not.
  [[nodiscard]] SpreadOptions everywhere() const { return {.devices = GetParam().count}; }

  // Random numbers for the vertices, so that the graph's order is not the user's.
  template <EdgeValueType EdgeValue>
  [[nodiscard]] Graph<EdgeValue> graph(bool undirected) const {
    EdgeList edges = generators::generate(
        generators::parse_generator("rmat", {{"scale", "10"}, {"edge-factor", "4"}, {"weights", "uniform"}}),
        runtime_->threads());
    return build_graph<EdgeValue>(runtime_->threads(), std::move(edges),
                                  {.symmetrise = undirected, .outgoing = true, .relabel = Relabel::kRandom});
  }
  // The vertex with the most outgoing edges, as the user calls it.
  template <EdgeValueType EdgeValue>
  [[nodiscard]] static VertexName good_source(const Graph<EdgeValue>& graph) {
    VertexId best = 0;
    for (VertexId v = 0; v < graph.vertex_count(); ++v)
      if (graph.out_degree(v) > graph.out_degree(best)) best = v;
    return graph.ids().name_of(best);
  }

  template <class Value>
  void expect_equal(const HostResult<Value>& found, const Buffer<Value>& expected) const {
    EXPECT_EQ(found.device_count, GetParam().count);
    EXPECT_TRUE(found.converged());
    EXPECT_EQ(found.values, to_host(stream(), expected));
  }
  template <class Value>
  void expect_near(const std::vector<Value>& found, const Buffer<Value>& buffer, Value error) const {
    const std::vector<Value> expected = to_host(stream(), buffer);
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t v = 0; v < found.size(); ++v) ASSERT_NEAR(found[v], expected[v], error) << "vertex " << v;
  }

 private:
  std::unique_ptr<Runtime> runtime_;
  std::unique_ptr<Stream> stream_;
};

std::string param_name(const testing::TestParamInfo<Param>& info) {
  return std::to_string(info.param.count) + (info.param.count == 1 ? "_device" : "_devices");
}
INSTANTIATE_TEST_SUITE_P(Host, HostRun, testing::Values(Param{"host", 1}, Param{"host:2", 2}, Param{"host:4", 4}),
                         param_name);
INSTANTIATE_TEST_SUITE_P(Cuda, HostRun, testing::Values(Param{"cuda:0", 1}), param_name);
INSTANTIATE_TEST_SUITE_P(MultiGpu, HostRun, testing::Values(Param{"cuda:0,1", 2}), param_name);

TEST_P(HostRun, LevelsAndParentsAreThoseOfOneDevice) {
  const Graph<NoValue> host = graph<NoValue>(/*undirected=*/false);
  BfsOptions options{.source = good_source(host)};
  options.engine.deterministic = true;

  expect_equal(bfs_levels(on(runtime(), host, everywhere()), options),
               bfs_levels(stream(), upload(stream(), host), options).values);
  expect_equal(bfs_parents(on(runtime(), host, everywhere()), options),
               bfs_parents(stream(), upload(stream(), host), options).values);
}

TEST_P(HostRun, PathsAreThoseOfOneDevice) {
  const Graph<std::int32_t> host = graph<std::int32_t>(/*undirected=*/false);
  const VertexName source = good_source(host);

  expect_equal(sssp(on(runtime(), host, everywhere()), {.source = source}),
               sssp(stream(), upload(stream(), host), {.source = source}).values);
  expect_equal(widest_path(on(runtime(), host, everywhere()), {.source = source}),
               widest_path(stream(), upload(stream(), host), {.source = source}).values);
}

TEST_P(HostRun, GraphsOfAnyTypeHaveTheResultsOfTheirOwn) {
  const AnyGraph any = graph<float>(/*undirected=*/true);
  const auto& host = std::get<Graph<float>>(any);
  const VertexName source = good_source(host);
  const auto distances = std::get<HostResult<float>>(sssp(on(runtime(), any, everywhere()), {.source = source}));
  EXPECT_EQ(distances.values, sssp(on(runtime(), host, everywhere()), {.source = source}).values);
  const AnyDeviceGraph on_device = upload(stream(), any);
  const auto widths = std::get<Result<float>>(widest_path(stream(), on_device, {.source = source}));
  EXPECT_EQ(to_host(stream(), widths.values), widest_path(on(runtime(), host), {.source = source}).values);
  const auto forest = std::get<SpanningForest<float>>(minimum_spanning_forest(stream(), on_device));
  EXPECT_EQ(forest.weight, minimum_spanning_forest(on(runtime(), host)).weight);
}

TEST_P(HostRun, ComponentsAreThoseOfOneDevice) {
  const Graph<NoValue> host = graph<NoValue>(/*undirected=*/true);

  expect_equal(connected_components(on(runtime(), host, everywhere())),
               connected_components(stream(), upload(stream(), host)).values);
  expect_equal(component_labels(on(runtime(), host, everywhere())),
               component_labels(stream(), upload(stream(), host)).values);
}

TEST_P(HostRun, RanksAreThoseOfOneDevice) {
  const Graph<NoValue> host = graph<NoValue>(/*undirected=*/false);
  const PageRankOptions options{.tolerance = 1e-10, .max_iterations = 1000};

  const auto found = pagerank<double>(on(runtime(), host, everywhere()), options);

  EXPECT_EQ(found.device_count, GetParam().count);
  expect_near(found.values, pagerank<double>(stream(), upload(stream(), host), options).values, 1e-9);
}

TEST_P(HostRun, HubsAndAuthoritiesAreThoseOfOneDevice) {
  const Graph<NoValue> host = graph<NoValue>(/*undirected=*/false);

  const HostHitsResult found = hits(on(runtime(), host, everywhere()));

  const HitsResult expected = hits(stream(), upload(stream(), host));
  EXPECT_EQ(found.device_count, GetParam().count);
  expect_near(found.hubs, expected.hubs, 1e-5f);
  expect_near(found.authorities, expected.authorities, 1e-5f);
}

TEST_P(HostRun, SimulationsAreThoseOfOneDevice) {
  const Graph<NoValue> host = graph<NoValue>(/*undirected=*/true);
  const VertexName hot = good_source(host);
  const CircuitOptions volts{.fixed = {{hot, 5.0f}}, .tolerance = 0, .max_iterations = 20};
  const HeatOptions degrees{.hot = {{hot, 1000.0f}}, .tolerance = 0, .max_iterations = 20};
  const NeuralNetworkOptions outputs{.inputs = {{hot, 0.5f}}, .tolerance = 0, .max_iterations = 5};

  expect_near(circuit(on(runtime(), host, everywhere()), volts).values,
              circuit(stream(), upload(stream(), host), volts).values, 1e-4f);
  expect_near(heat(on(runtime(), host, everywhere()), degrees).values,
              heat(stream(), upload(stream(), host), degrees).values, 1e-2f);
  expect_near(neural_network(on(runtime(), host, everywhere()), outputs).values,
              neural_network(stream(), upload(stream(), host), outputs).values, 1e-4f);
}

TEST_P(HostRun, CoreNumbersAreThoseOfOneDevice) {
  const Graph<NoValue> host = graph<NoValue>(/*undirected=*/true);

  expect_equal(core_numbers(on(runtime(), host, everywhere())), core_numbers(stream(), upload(stream(), host)).values);
}

TEST_P(HostRun, TrianglesAreThoseOfOneDevice) {
  const Graph<NoValue> host = graph<NoValue>(/*undirected=*/true);

  const HostTriangles found = count_triangles(on(runtime(), host, everywhere()), {.of_vertices = true});

  const Triangles expected = count_triangles(stream(), upload(stream(), host), {.of_vertices = true});
  expect_equal(found, expected.values);
  EXPECT_EQ(found.total, expected.total);
  EXPECT_EQ(found.wedges, expected.wedges);
}

TEST_P(HostRun, BetweennessIsThatOfOneDevice) {
  const Graph<NoValue> host = graph<NoValue>(/*undirected=*/true);

  const auto found = betweenness(on(runtime(), host, everywhere()), {.samples = 8});

  EXPECT_EQ(found.device_count, GetParam().count);
  expect_near(found.values, betweenness(stream(), upload(stream(), host), {.samples = 8}).values, 1e-6);
}

TEST_P(HostRun, TheForestIsThatOfOneDevice) {
  const Graph<float> host = graph<float>(/*undirected=*/true);
  const DeviceGraph<float> copy = upload(stream(), host);

  const HostSpanningForest<float> found = minimum_spanning_forest(on(runtime(), host, everywhere()));

  const SpanningForest<float> forest = minimum_spanning_forest(stream(), copy);
  const EdgeList expected = to_edge_list(stream(), copy, forest);
  EXPECT_EQ(found.device_count, GetParam().count);
  EXPECT_EQ(found.edges.source, expected.source);
  EXPECT_EQ(found.edges.target, expected.target);
  EXPECT_EQ(found.component_count, forest.component_count);
  EXPECT_NEAR(found.weight, forest.weight, 1e-6 * forest.weight);
}

TEST_P(HostRun, TakesAnyGraph) {
  const AnyGraph host = graph<float>(/*undirected=*/true);

  const auto found = bfs_levels(on(runtime(), host, everywhere()), {.source = 3});

  expect_equal(found, bfs_levels(stream(), upload(stream(), host), {.source = 3}).values);
}

// What one device refuses, several refuse, although they could make outgoing edges of their own.
TEST_P(HostRun, HitsRefuseAGraphWithoutOutgoingEdges) {
  const EdgeList edges{.vertex_count = 300, .source = {0, 1, 2}, .target = {1, 2, 0}};
  const auto host = build_graph<NoValue>(runtime().threads(), edges);

  EXPECT_THROW(hits(on(runtime(), host, everywhere())), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
