// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/betweenness.hpp>
#include <warpgraph/algorithms/connected_components.hpp>
#include <warpgraph/algorithms/hits.hpp>
#include <warpgraph/algorithms/k_core.hpp>
#include <warpgraph/algorithms/triangles.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/graph_case.hpp"
#include "algorithms/placement_case.hpp"
#include "support/machines.hpp"
#include "support/sanitizers.hpp"

// What is particular to the algorithms that are no vertex program on several devices.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

struct Param {
  MachineParam machine;
  int devices;
};
std::ostream& operator<<(std::ostream& out, const Param& param) {
  return out << param.devices << " devices, " << param.machine;
}

class OnSeveral : public testing::TestWithParam<Param> {
 protected:
  void SetUp() override {
    const MachineParam& machine = GetParam().machine;
    const std::string devices = on_gpus_here(machine.devices);
    if (devices.empty()) GTEST_SKIP() << "no CUDA device";
    runtime_ = std::make_unique<Runtime>(devices, machine.options);
    stream_.emplace(runtime_->device(), "test");
  }
  void TearDown() override { stream_.reset(); }

  [[nodiscard]] StreamRef stream() const { return *stream_; }
  template <EdgeValueType E>
  [[nodiscard]] DeviceGraph<E> on_one(const Graph<E>& graph) const {
    DeviceGraph<E> copy = upload(stream(), graph);
    stream().synchronize();
    return copy;
  }
  template <EdgeValueType E>
  [[nodiscard]] ShardedGraph<E> on_all(const Graph<E>& graph, VertexId overlap = 0,
                                       const ShardOptions& options = {}) const {
    return shard_graph(*runtime_, graph, place(graph.vertex_count(), GetParam().devices, overlap), options);
  }
  template <class Value, EdgeValueType E>
  static std::vector<Value> values_of(const ShardedResult<Value>& result, const ShardedGraph<E>& graph) {
    return result.to_host(graph.streams());
  }

 private:
  std::unique_ptr<Runtime> runtime_;
  std::optional<Stream> stream_;
};

std::vector<Param> machines() {
  std::vector<Param> params;
  const auto add = [&](const std::string& name, HostExecution execution, int devices, unsigned threads) {
    const std::string text = std::to_string(devices);
    const auto seed = static_cast<std::uint64_t>(devices);
    params.push_back({host_machine(name + "_" + text, execution, seed, "host:" + text, threads), devices});
  };
  add("threads", HostExecution::kThreads, 3, 1);
  if (kOnlyThreads) return params;
  add("shuffled", HostExecution::kShuffled, 4, 1);
  if (kSanitized) return params;
  add("inline", HostExecution::kInline, 1, 1);
  add("shuffled", HostExecution::kShuffled, 2, 1);
  add("inline", HostExecution::kInline, 7, 1);
  return params;
}
std::vector<Param> gpus() { return {{{"cuda_2", "cuda:0,1", {}}, 2}, {{"cuda_4", "cuda:0,1,2,3", {}}, 4}}; }
std::string name_of(const testing::TestParamInfo<Param>& info) { return info.param.machine.name; }
INSTANTIATE_TEST_SUITE_P(Host, OnSeveral, testing::ValuesIn(machines()), name_of);
INSTANTIATE_TEST_SUITE_P(MultiGpu, OnSeveral, testing::ValuesIn(gpus()), name_of);

const ExchangeOptions kThroughHost{.hub = HubKind::kHost};

// Case by case, in turns: with and without what may make a difference.
bool odd(const GraphCase& each, const std::vector<GraphCase>& cases) { return (&each - cases.data()) % 2 != 0; }

TEST_P(OnSeveral, ComponentsOfLongPathsAreThoseOfOneDevice) {
  for (const char* const size : {"3000", "20000"}) {
    const Graph<NoValue> graph = build_case({"path", {{"vertices", size}, {"permute", "false"}}}, true);
    const ShardedGraph<NoValue> sharded = on_all(graph);
    EXPECT_EQ(values_of(connected_components(sharded), sharded), std::vector<VertexId>(graph.vertex_count(), 0));
  }
}

template <class Value>
double distance(const std::vector<Value>& a, const std::vector<Value>& b) {
  double sum = 0;
  for (std::size_t v = 0; v < a.size(); ++v) sum += std::abs(static_cast<double>(a[v]) - static_cast<double>(b[v]));
  return sum;
}

TEST_P(OnSeveral, HubsAndAuthoritiesAreThoseOfOneDevice) {
  const HitsOptions options{.tolerance = 0, .max_iterations = 12};
  HitsOptions through_host = options;
  through_host.engine.exchange = kThroughHost;
  for (const GraphCase& each : kLinkCases) {
    SCOPED_TRACE(each.generator);
    const bool is_odd = odd(each, kLinkCases);
    const Graph<NoValue> graph = build_case(each, is_odd);
    const HitsResult expected = hits(stream(), on_one(graph), options);
    const ShardedGraph<NoValue> sharded = on_all(graph, is_odd ? 1 : 0);
    const ShardedHitsResult found = hits(sharded, options);
    const ShardedHitsResult again = hits(sharded, through_host);
    EXPECT_EQ(found.end, RunEnd::kSuperstepLimit);
    for (std::size_t i = 0; i < found.hubs.size(); ++i) {
      const auto hubs = to_host(sharded.streams()[i], found.hubs[i]);
      const auto authorities = to_host(sharded.streams()[i], found.authorities[i]);
      EXPECT_LT(distance(hubs, to_host(stream(), expected.hubs)), 5e-5);
      EXPECT_LT(distance(authorities, to_host(stream(), expected.authorities)), 5e-5);
      EXPECT_EQ(hubs, to_host(sharded.streams()[i], again.hubs[i]));
      EXPECT_EQ(authorities, to_host(sharded.streams()[i], again.authorities[i]));
    }
  }
}

TEST_P(OnSeveral, HubsAndAuthoritiesAreThoseOfOneDeviceInDouble) {
  const HitsOptions options{.tolerance = 0, .max_iterations = 12};
  const Graph<NoValue> graph = build_case({"rmat", {{"scale", "8"}}});
  const HitsResult expected = hits<double>(stream(), on_one(graph), options);
  const ShardedGraph<NoValue> sharded = on_all(graph);
  const ShardedHitsResult found = hits<double>(sharded, options);
  for (std::size_t i = 0; i < found.hubs.size(); ++i) {
    const StreamRef on = sharded.streams()[i];
    EXPECT_LT(distance(to_host(on, found.hubs[i]), to_host(stream(), expected.hubs)), 1e-13);
    EXPECT_LT(distance(to_host(on, found.authorities[i]), to_host(stream(), expected.authorities)), 1e-13);
  }
}

TEST_P(OnSeveral, HubsStopAtTheirTolerance) {
  const Graph<NoValue> graph = build_case({"rmat", {{"scale", "8"}}});
  const ShardedGraph<NoValue> sharded = on_all(graph);
  HitsOptions options{.tolerance = 1e-6};
  options.engine.time_supersteps = true;
  const ShardedHitsResult found = hits(sharded, options);
  EXPECT_TRUE(found.converged());
  ASSERT_EQ(found.per_device.size(), found.supersteps.size());
  EXPECT_EQ(found.per_device.front().devices.size(), static_cast<std::size_t>(GetParam().devices));
  options.engine.after_superstep = [](const SuperstepStatistics& step) { return step.superstep < 2; };
  EXPECT_EQ(hits(sharded, options).supersteps.size(), 3u);
}

// Some devices have a source less than others, and than searches at once.
TEST_P(OnSeveral, BetweennessIsTheSameWithSeveralSearchesAtOnce) {
  const Graph<NoValue> graph = build_case({"rmat", {{"scale", "7"}}}, true);
  const ShardedGraph<NoValue> sharded = on_all(graph, kEverything);
  for (const std::uint64_t samples : {1u, 4u, 5u, 7u}) {
    const BetweennessOptions alone{.samples = samples, .searches_at_once = 1};
    const auto expected = to_host(stream(), betweenness(stream(), on_one(graph), alone).values);
    for (const unsigned searches : {2u, 3u}) {
      const BetweennessOptions options{.samples = samples, .searches_at_once = searches};
      const std::vector<double> found = values_of(betweenness(sharded, options), sharded);
      ASSERT_EQ(found.size(), expected.size());
      for (std::size_t v = 0; v < found.size(); ++v)
        ASSERT_NEAR(found[v], expected[v], 14 * 0x1p-53 * expected[v]) << "at vertex " << v;
      EXPECT_EQ(values_of(betweenness(sharded, options), sharded), found);
    }
  }
}

TEST_P(OnSeveral, BetweennessIsOfFewerSourcesThanDevices) {
  const Graph<NoValue> graph = build_case({"star", {{"vertices", "700"}}}, true);
  const ShardedGraph<NoValue> sharded = on_all(graph, kEverything);
  BetweennessOptions options{.sources = {graph.ids().name_of(1)}};
  std::uint64_t supersteps = 0;
  options.engine.after_superstep = [&](const SuperstepStatistics&) { return ++supersteps != 0; };
  EXPECT_EQ(values_of(betweenness(sharded, options), sharded),
            to_host(stream(), betweenness(stream(), on_one(graph), {.sources = options.sources}).values));
  EXPECT_GT(supersteps, 0u);
}

TEST_P(OnSeveral, ReportsWhatTheDevicesSaidToEachOther) {
  const Graph<NoValue> graph = build_case({"kron", {{"scale", "9"}}});
  const ShardedGraph<NoValue> sharded = on_all(graph);
  const auto bytes_of = [](const RunReport& report) {
    std::uint64_t bytes = 0;
    for (const results::PeerSuperstep& step : report.per_device)
      for (const results::LinkTraffic& link : step.links) bytes += link.bytes;
    return bytes;
  };
  const bool tells = GetParam().devices > 1;
  EXPECT_EQ(bytes_of(connected_components(sharded)) > 0, tells);
  EXPECT_EQ(bytes_of(count_triangles(sharded)) > 0, tells);
  EXPECT_EQ(bytes_of(hits(sharded)) > 0, tells);
  const ShardedResult<std::uint32_t> cores = core_numbers(sharded);
  EXPECT_EQ(bytes_of(cores) > 0, tells);
  ASSERT_EQ(cores.per_device.size(), cores.supersteps.size());
  std::uint64_t gone = 0;
  for (const SuperstepStatistics& step : cores.supersteps) gone += step.active_vertices;
  std::uint64_t with_neighbours = 0;
  for (const std::uint32_t core : values_of(cores, sharded)) with_neighbours += core > 0 ? 1 : 0;
  EXPECT_EQ(gone, with_neighbours);
}

// A path in no order falls apart across the devices, a few vertices a round: more rounds than a launch takes.
TEST_P(OnSeveral, PeelingGoesOnFromLaunchToLaunch) {
  const Graph<NoValue> graph = build_case({"path", {{"vertices", "4000"}, {"permute", "true"}}}, true);
  const ShardedGraph<NoValue> sharded = on_all(graph);
  const ShardedResult<std::uint32_t> found = core_numbers(sharded);
  EXPECT_EQ(values_of(found, sharded), std::vector<std::uint32_t>(graph.vertex_count(), 1));
  CoreNumbersOptions options;
  options.engine.max_supersteps = 301;
  const ShardedResult<std::uint32_t> limited = core_numbers(sharded, options);
  if (GetParam().devices > 1) {
    EXPECT_GT(found.supersteps.size(), 512u);
    EXPECT_GT(found.supersteps[256].active_edges, 0u);  // those that the launch before it has left to be told
    EXPECT_EQ(limited.supersteps.size(), 301u);
    EXPECT_EQ(limited.end, RunEnd::kSuperstepLimit);
  }
}

TEST_P(OnSeveral, RoundsOfPeelingAreTimedLimitedAndStopped) {
  const ShardedGraph<NoValue> sharded = on_all(build_case({"kron", {{"scale", "9"}}}));
  CoreNumbersOptions options;
  options.engine.time_supersteps = true;
  const ShardedResult<std::uint32_t> timed = core_numbers(sharded, options);
  EXPECT_TRUE(timed.converged());
  for (const SuperstepStatistics& step : timed.supersteps) EXPECT_GT(step.microseconds, 0);
  ASSERT_GT(timed.supersteps.size(), 2u);
  options.engine.max_supersteps = 2;
  const ShardedResult<std::uint32_t> limited = core_numbers(sharded, options);
  EXPECT_EQ(limited.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(limited.supersteps.size(), 2u);
  options.engine.after_superstep = [](const SuperstepStatistics&) { return false; };
  const ShardedResult<std::uint32_t> stopped = core_numbers(sharded, options);
  EXPECT_EQ(stopped.end, RunEnd::kStopped);
  EXPECT_EQ(stopped.supersteps.size(), 1u);
}

TEST_P(OnSeveral, RunsWithoutSuperstepsAreTimedAsAWhole) {
  const ShardedGraph<NoValue> sharded = on_all(build_case({"kron", {{"scale", "9"}}}));
  const EngineOptions engine{.time_supersteps = true};
  const auto expect_timed = [&](const RunReport& report) {
    EXPECT_TRUE(report.supersteps.empty());
    ASSERT_EQ(report.per_device.size(), 1u);
    ASSERT_EQ(report.per_device[0].devices.size(), static_cast<std::size_t>(GetParam().devices));
    for (const results::DeviceActivity& each : report.per_device[0].devices) EXPECT_GT(each.compute_microseconds, 0);
  };
  expect_timed(connected_components(sharded, {.engine = engine}));
  expect_timed(count_triangles(sharded, {.engine = engine}));
}

TEST_P(OnSeveral, RefuseWhatTheyCannotDo) {
  const ShardedGraph<NoValue> spread = on_all(build_case({"rmat", {{"scale", "9"}}}));
  if (GetParam().devices > 1) {
    EXPECT_THROW((void)betweenness(spread), UsageError);
  }
  const ShardedGraph<NoValue> incoming = on_all(build_case({"kron", {{"scale", "8"}}}), 0, {.outgoing = false});
  EXPECT_THROW((void)core_numbers(incoming), UsageError);
  EXPECT_THROW((void)hits(incoming), UsageError);
  const ShardedGraph<NoValue> read_only = on_all(build_case({"kron", {{"scale", "8"}}}), 0, {.copies = Copies::kRead});
  EXPECT_THROW((void)connected_components(read_only), UsageError);
  EXPECT_THROW((void)core_numbers(read_only), UsageError);
}

}  // namespace
}  // namespace warpgraph::test
