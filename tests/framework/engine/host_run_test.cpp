// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/host_run.hpp>

#include <atomic>
#include <cstdint>
#include <thread>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/programs.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/ranks/build_part.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Distances = programs::Distances<std::uint32_t>;

// Random numbers for the vertices, so that the graph's order is not the user's.
Graph<std::int32_t> make_graph(const Runtime& runtime) {
  EdgeList edges = generators::generate(generators::parse_generator("rmat", {{"scale", "10"}, {"weights", "uniform"}}),
                                        runtime.threads());
  return build_graph<std::int32_t>(runtime.threads(), std::move(edges),
                                   {.outgoing = true, .relabel = Relabel::kRandom});
}

std::vector<std::uint32_t> on_one_device(const Graph<std::int32_t>& graph) {
  const Runtime runtime("host");
  const Stream stream(runtime.device());
  return to_host(stream, warpgraph::run(stream, upload(stream, graph), Distances{3}).values);
}

TEST(HostRun, OneDeviceLeavesTheValuesInTheOrderOfTheGraph) {
  Runtime runtime("host");
  const Graph<std::int32_t> graph = make_graph(runtime);

  const HostResult<std::uint32_t> result = warpgraph::run(on(runtime, graph), Distances{3});

  EXPECT_EQ(result.values, on_one_device(graph));
  EXPECT_TRUE(result.converged());
}

TEST(HostRun, SeveralDevicesLeaveTheSameValues) {
  Runtime runtime("host:4");
  const Graph<std::int32_t> graph = make_graph(runtime);

  for (const int devices : {2, 4}) {
    const auto result = warpgraph::run(on(runtime, graph, {.devices = devices}), Distances{3});
    EXPECT_EQ(result.values, on_one_device(graph)) << devices << " devices";
    EXPECT_EQ(result.device_count, devices);
  }
}

TEST(HostRun, ASmallGraphStaysOnOneOfSeveralDevices) {
  Runtime runtime("host:4");

  const auto result = warpgraph::run(on(runtime, make_graph(runtime)), Distances{3});

  EXPECT_EQ(result.device_count, 1);
}

TEST(HostRun, OptionsOfTheEngineCountOnSeveralDevices) {
  Runtime runtime("host:2");

  const auto result =
      warpgraph::run(on(runtime, make_graph(runtime), {.devices = 2}), Distances{3}, {.max_supersteps = 1});

  EXPECT_EQ(result.end, RunEnd::kSuperstepLimit);
  EXPECT_EQ(result.supersteps.size(), 1u);
}

TEST(HostRun, AHubOfAKindThatThereIsNotIsRefused) {
  Runtime runtime("host:2");
  EngineOptions options;
  options.exchange.hub = static_cast<HubKind>(99);

  EXPECT_THROW((void)warpgraph::run(on(runtime, make_graph(runtime), {.devices = 2}), Distances{3}, options),
               UsageError);
}

TEST(HostRun, AGraphWithoutVerticesHasNoValues) {
  Runtime runtime("host:2");

  EXPECT_TRUE(warpgraph::run(on(runtime, Graph<std::int32_t>()), Distances{0}).values.empty());
  EXPECT_TRUE(warpgraph::run(on(runtime, Graph<std::int32_t>(), {.devices = 2}), Distances{0}).values.empty());
}

TEST(HostRun, GoesOnWhileTheCallerWaits) {
  for (const int devices : {1, 2}) {
    Runtime runtime("host:2");
    const auto graph = on(runtime, make_graph(runtime), {.devices = devices});

    auto running = warpgraph::start(graph, Distances{3});
    while (!running.is_done()) std::this_thread::yield();
    const HostResult<Distances::VertexValue> result = running.wait();

    EXPECT_EQ(result.device_count, devices);
    EXPECT_EQ(result.by_name(), warpgraph::run(graph, Distances{3}).by_name());
    EXPECT_FALSE(result.values.empty());
  }
}

TEST(HostRun, EndsEarlyWhenCancelled) {
  for (const int devices : {1, 2}) {
    Runtime runtime("host:2");
    const auto graph = on(runtime, make_graph(runtime), {.devices = devices});
    // The callback holds the run until it was told to end.
    std::atomic<bool> told = false;

    auto running = warpgraph::start(graph, Distances{3}, {.after_superstep = [&](const SuperstepStatistics&) {
                                      while (!told) std::this_thread::yield();
                                      return true;
                                    }});
    running.cancel();
    told = true;

    EXPECT_EQ(running.wait().end, RunEnd::kCancelled) << devices;
  }
}

TEST(HostRun, OnAThreadOfItsOwnThrowsWhereItIsWaitedFor) {
  Runtime runtime("host");
  const auto graph = on(runtime, make_graph(runtime));

  auto running = warpgraph::start(graph, Distances{3}, {.until = {graph.graph().vertex_count()}});

  EXPECT_THROW((void)running.wait(), UsageError);
}

TEST(HostRun, OnAThreadOfItsOwnIsNotForRanks) {
  on_ranks(2, [](Ranks& ranks) {
    Runtime runtime(ranks, "host");
    const auto graph =
        on(runtime, std::get<ranks::GraphPart<std::int32_t>>(ranks::build_part(
                        ranks, runtime.threads(), {.vertex_count = 4, .values = std::vector<std::int32_t>()})));
    EXPECT_THROW((void)warpgraph::start(graph, Distances{3}), UsageError);
    graph.with({}, [](const auto&... on) {
      if constexpr (sizeof...(on) == 1)
        EXPECT_THROW((void)warpgraph::start(on..., Distances{3}), UsageError);
      else
        FAIL() << "a part of a graph lies on ranks";
    });
  });
}

template <class G, class... Stream>
concept CanStart = requires(Stream... stream, G&& graph) {
  warpgraph::start(stream..., std::forward<G>(graph), Distances{0});
};

static_assert(CanStart<const DeviceGraph<std::int32_t>&, StreamRef>);
static_assert(!CanStart<DeviceGraph<std::int32_t>, StreamRef>,
              "a temporary graph would be gone before the run is done");
static_assert(CanStart<const ShardedGraph<std::int32_t>&>);
static_assert(!CanStart<ShardedGraph<std::int32_t>>, "a temporary graph would be gone before the run is done");
static_assert(CanStart<const GraphOn<std::int32_t>&>);
static_assert(!CanStart<GraphOn<std::int32_t>>, "a temporary graph would be gone before the run is done");

}  // namespace
}  // namespace warpgraph::test
