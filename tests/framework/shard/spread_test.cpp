// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/spread.hpp>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::test {
namespace {

Graph<NoValue> make_graph(bool outgoing = true) {
  ThreadPool threads(1);
  EdgeList edges =
      generators::generate(generators::parse_generator("rmat", {{"scale", "12"}, {"edge-factor", "64"}}), threads);
  return build_graph<NoValue>(threads, std::move(edges), {.outgoing = outgoing});
}

RuntimeOptions limited_to(std::size_t bytes) {
  RuntimeOptions options;
  options.memory_limit = bytes;
  return options;
}

// What the whole graph and its run take of one device, without a byte to spare.
std::size_t bytes_of(const Graph<NoValue>& graph) {
  return graph_memory<NoValue>(graph.vertex_count(), graph.edge_count(), true).total();
}

TEST(SpreadGraph, LeavesASmallGraphToOneDevice) {
  Runtime runtime("host:4");

  EXPECT_FALSE(spread_graph(runtime, make_graph(), {}).has_value());
}

TEST(SpreadGraph, TakesAsManyDevicesAsAreAskedFor) {
  Runtime runtime("host:4");

  const auto spread = spread_graph(runtime, make_graph(), {}, {.devices = 3});

  ASSERT_TRUE(spread.has_value());
  EXPECT_EQ(spread->device_count(), 3);
}

TEST(SpreadGraph, TakesMoreDevicesWhereTheGraphDoesNotFitOne) {
  const Graph<NoValue> graph = make_graph();
  Runtime runtime("host:4", limited_to(bytes_of(graph)));

  const auto spread = spread_graph(runtime, graph, {.outgoing = false});

  ASSERT_TRUE(spread.has_value());
  EXPECT_GE(spread->device_count(), 2);
}

TEST(SpreadGraph, ThrowsWhereTheGraphDoesNotFitAllDevices) {
  const Graph<NoValue> graph = make_graph();
  Runtime runtime("host:2", limited_to(bytes_of(graph) / 8));

  EXPECT_THROW(static_cast<void>(spread_graph(runtime, graph, {})), OutOfMemory);
}

TEST(SpreadGraph, RefusesMoreDevicesThanTheRuntimeHas) {
  Runtime runtime("host:2");

  EXPECT_THROW(static_cast<void>(spread_graph(runtime, make_graph(), {}, {.devices = 3})), UsageError);
  EXPECT_THROW(static_cast<void>(spread_graph(runtime, make_graph(), {}, {.devices = -1})), UsageError);
}

TEST(SpreadGraph, GivesShardsOutgoingEdgesIfTheGraphHasThem) {
  Runtime runtime("host:2");

  EXPECT_TRUE(spread_graph(runtime, make_graph(true), {}, {.devices = 2})->has_outgoing());
  EXPECT_FALSE(spread_graph(runtime, make_graph(false), {}, {.devices = 2})->has_outgoing());
  EXPECT_FALSE(spread_graph(runtime, make_graph(true), {.outgoing = false}, {.devices = 2})->has_outgoing());
}

TEST(SpreadGraph, GivesEachDeviceTheWholeGraphIfTheRunNeedsIt) {
  Runtime runtime("host:2");
  const Graph<NoValue> graph = make_graph();

  const auto spread = spread_graph(runtime, graph, {.whole_graph = true}, {.devices = 2});

  ASSERT_TRUE(spread.has_value());
  for (int i = 0; i < 2; ++i) EXPECT_EQ(spread->shard(i).held.size(), graph.vertex_count()) << "device " << i;
}

TEST(SpreadGraph, LeavesTheWholeGraphToOneDeviceIfTheOthersLackTheRoom) {
  const Graph<NoValue> graph = make_graph();
  Runtime runtime("host:4", limited_to(bytes_of(graph)));

  EXPECT_FALSE(spread_graph(runtime, graph, {.whole_graph = true, .reads = 1e9}).has_value());
}

TEST(SpreadGraph, TakesMoreDevicesWhereTheRunDoesNotFitOne) {
  const Graph<NoValue> graph = make_graph();
  const std::size_t limit = 8 * bytes_of(graph);
  Runtime runtime("host:4", limited_to(limit));
  shards::SpreadNeeds needs;
  const auto plan = [&] { return shards::plan_spread(runtime, graph, needs); };
  EXPECT_EQ(plan().devices, 1) << "the graph alone fits";

  needs.memory = [&](StreamRef, const shards::RunSize& size) {
    return MemoryPlan("what one of three devices has no room for", size.devices < 4 ? limit : limit / 8);
  };

  EXPECT_EQ(plan().devices, 4);
}

TEST(SpreadGraph, TakesOneDeviceWhereShardsOfSeveralDoNotFit) {
  const Graph<NoValue> graph = make_graph();
  const std::size_t limit = 2 * bytes_of(graph);
  Runtime runtime("host:2", limited_to(limit));
  shards::SpreadNeeds needs;
  needs.memory = [&](StreamRef, const shards::RunSize&) { return MemoryPlan("more than any device has", limit); };

  const shards::SpreadPlan plan = shards::plan_spread(runtime, graph, needs);

  EXPECT_EQ(plan.devices, 1);
  EXPECT_FALSE(plan.placement.has_value());
  EXPECT_EQ(plan.why, "more have no room for their shards");
  EXPECT_THROW((void)shards::plan_spread(runtime, graph, needs, {.devices = 2}), OutOfMemory) << "two are asked for";
}

TEST(SpreadGraph, AsksTheRunForTheDeviceThatOwnsMost) {
  const Graph<NoValue> graph = make_graph();
  Runtime runtime("host:2");
  std::vector<shards::RunSize> asked;
  shards::SpreadNeeds needs;
  needs.memory = [&](StreamRef, const shards::RunSize& size) {
    asked.push_back(size);
    return MemoryPlan("run", size.own_edges);
  };

  (void)shards::plan_spread(runtime, graph, needs, {.devices = 2});

  ASSERT_FALSE(asked.empty());
  EXPECT_EQ(asked.front().devices, 2);
  EXPECT_LT(asked.front().own_vertices, graph.vertex_count());
  EXPECT_GE(asked.front().own_edges, graph.edge_count() / 2);
  EXPECT_LT(asked.front().own_edges, graph.edge_count());
}

TEST(SpreadGraph, LeavesOutDevicesWithoutWork) {
  Runtime runtime("host:4");

  const auto spread = spread_graph(runtime, make_graph(), {.whole_graph = true, .reads = 1e9, .max_devices = 2});

  ASSERT_TRUE(spread.has_value());
  EXPECT_EQ(spread->device_count(), 2);
}

TEST(SpreadGraph, SaysWhyFewerDevicesRun) {
  const Graph<NoValue> graph = make_graph();
  Runtime large("host:2");
  Runtime small("host:2", limited_to(bytes_of(graph)));

  EXPECT_EQ(shards::plan_spread(large, graph, {}).why, "more would not pay");
  EXPECT_EQ(shards::plan_spread(small, graph, {.whole_graph = true, .reads = 1e9}).why,
            "the whole graph does not fit " + small.device().name());
}

TEST(SpreadGraph, PlacesTheGraphWhereItIsTold) {
  const Graph<NoValue> graph = make_graph();
  Runtime runtime("host:2");
  const VertexId end = graph.vertex_count();
  const Placement uneven{{{0, shards::kSection}, {shards::kSection, end}},
                         {{0, shards::kSection}, {shards::kSection, end}}};

  const auto spread = spread_graph(runtime, graph, {}, {.devices = 2, .place = [&](int devices, const ShardOptions&) {
                                                          EXPECT_EQ(devices, 2);
                                                          return uneven;
                                                        }});

  ASSERT_TRUE(spread.has_value());
  EXPECT_EQ(spread->shard(0).own, uneven.own[0]);
  EXPECT_EQ(spread->shard(1).own, uneven.own[1]);
}

TEST(SpreadGraph, KeepsFewerCopiesWhereItIsTold) {
  Runtime runtime("host:2");

  EXPECT_EQ(spread_graph(runtime, make_graph(), {}, {.devices = 2, .copies = Copies::kRead})->copies(), Copies::kRead);
  EXPECT_EQ(spread_graph(runtime, make_graph(), {}, {.devices = 2})->copies(), Copies::kAll);
}

}  // namespace
}  // namespace warpgraph::test
