// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <variant>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/algorithms/widest_path.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/machines.hpp"

// What is particular to calls from host memory to host memory, and to graphs of any type: catalogue_test.cpp compares
// the values of all algorithms with those on one device.
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

TEST_P(HostRun, WhatIsBesideTheValuesComesBackToo) {
  const Graph<float> host = graph<float>(/*undirected=*/true);
  const auto in_memory = on(runtime(), host, everywhere());
  const DeviceGraph<float> copy = upload(stream(), host);

  const HostHitsResult both = hits(in_memory);
  EXPECT_EQ(both.device_count, GetParam().count);
  EXPECT_EQ(both.hubs.size(), host.vertex_count());
  EXPECT_EQ(both.authorities.size(), host.vertex_count());

  const HostTriangles triangles = count_triangles(in_memory);
  EXPECT_EQ(triangles.device_count, GetParam().count);
  EXPECT_EQ(triangles.wedges, count_triangles(stream(), copy).wedges);

  const HostSpanningForest<float> forest = minimum_spanning_forest(in_memory);
  EXPECT_EQ(forest.device_count, GetParam().count);
  EXPECT_EQ(forest.component_count, minimum_spanning_forest(stream(), copy).component_count);
}

TEST_P(HostRun, TakesAnyGraph) {
  const AnyGraph host = graph<float>(/*undirected=*/true);

  const auto found = bfs_levels(on(runtime(), host, everywhere()), {.source = 3});

  expect_equal(found, bfs_levels(stream(), upload(stream(), host), {.source = 3}).values);
}

}  // namespace
}  // namespace warpgraph::test
