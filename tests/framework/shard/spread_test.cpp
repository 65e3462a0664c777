// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/spread.hpp>

#include <optional>
#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph::test {
namespace {

Graph<NoValue> make_graph(bool outgoing = true) {
  ThreadPool threads(1);
  EdgeList edges = generate(parse_generator("rmat", {{"scale", "12"}, {"edge-factor", "64"}}), threads);
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

}  // namespace
}  // namespace warpgraph::test
