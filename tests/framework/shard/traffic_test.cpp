// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "framework/shard/compiled_once.hpp"
#include "framework/shard/sharded_case.hpp"

// What devices tell each other, and the memory that it takes.
namespace warpgraph::test {
namespace {

// A device is told only what was updated and what it wants, in the form that takes less.
TEST(ShardTraffic, OnlyWhatWasUpdatedTravels) {
  Runtime runtime("host:2", threaded());
  const auto graph = spread_evenly(runtime, rmat_graph());
  EngineOptions options;
  options.plan = Plan::kPullAll;
  std::uint64_t bytes[3];
  std::uint64_t useful[3];
  for (const Refinement refinement : {Refinement::kAll, Refinement::kMarked, Refinement::kUpdated}) {
    options.exchange.refinement = refinement;
    const auto result = warpgraph::run(graph, Distances{1}, options);
    ASSERT_EQ(result.per_device.size(), result.supersteps.size());
    const auto at = static_cast<std::size_t>(refinement);
    bytes[at] = useful[at] = 0;
    for (std::size_t i = 0; i < result.per_device.size(); ++i) {
      std::uint64_t updated = 0;
      for (const results::DeviceActivity& device : result.per_device[i].devices) updated += device.updated;
      EXPECT_EQ(updated, result.supersteps[i].updated_vertices);
      for (const results::LinkTraffic& link : result.per_device[i].links) {
        bytes[at] += link.bytes;
        useful[at] += link.useful_bytes;
        EXPECT_LE(link.useful_bytes, link.bytes);
      }
    }
  }
  EXPECT_GT(useful[0], 0u);
  EXPECT_EQ(useful[0], useful[1]);
  EXPECT_EQ(useful[1], useful[2]);
  EXPECT_LT(bytes[2], bytes[1]);
  EXPECT_LT(bytes[1], bytes[0]);
}

// Permissive partitioning: where there is room, and only where the run asks for it.
TEST(ShardTraffic, BordersMoveInRunsThatAskForIt) {
  Runtime runtime("host:2", threaded());
  const Graph<std::int32_t>& graph = rmat_graph();
  const auto spread =
      shard_graph(runtime, graph, shards::place_by_edges(graph.incoming().row.span(), {.devices = 2, .overlap = 0.5}));
  for (const bool moves : {false, true}) {
    EngineOptions options;
    if (moves) options.exchange.moves_borders = true;
    std::vector<VertexRange> owned;
    for (const results::PeerSuperstep& superstep : warpgraph::run(spread, Distances{1}, options).per_device)
      owned.push_back(superstep.devices.front().own);
    ASSERT_GT(owned.size(), 2u);
    EXPECT_EQ(std::ranges::count(owned, owned.front()) != static_cast<std::ptrdiff_t>(owned.size()), moves);
  }
}

TEST(ShardTraffic, NothingTravelsWhereAllEdgesAreInsideOfOneShard) {
  Runtime runtime("host:2", threaded());
  ThreadPool threads(1);
  EdgeList list;
  list.vertex_count = 512;
  std::vector<std::int32_t> values;
  for (VertexId v = 0; v < 256; ++v) {
    for (const VertexId first : {0u, 256u}) {
      list.source.push_back(first + v);
      list.target.push_back(first + (v * 5 + 1) % 256);
      values.push_back(static_cast<std::int32_t>(v % 9));
    }
  }
  list.values = std::move(values);
  const auto graph = build_graph<std::int32_t>(threads, std::move(list), {.outgoing = true});
  const auto shards = spread_evenly(runtime, graph);
  const auto result = warpgraph::run(shards, Labels{});
  EXPECT_EQ(result.to_host(shards.streams()), run_serially(graph, Labels{}));
  for (const results::PeerSuperstep& step : result.per_device) EXPECT_TRUE(step.links.empty());
}

// In the first superstep all vertices but the source are unsettled.
TEST(ShardTraffic, CountsTheEdgesOfUnsettledVertices) {
  constexpr VertexId kSource = 1;
  Runtime runtime("host:2", threaded());
  const auto graph = spread_evenly(runtime, rmat_graph());
  EngineOptions options;
  options.plan = Plan::kPullUnsettled;
  const auto result = warpgraph::run(graph, Distances{kSource}, options);
  std::uint64_t walked = 0;
  for (const results::DeviceActivity& device : result.per_device.front().devices) walked += device.edges;
  EXPECT_EQ(walked, rmat_graph().edge_count() - rmat_graph().incoming().degree(kSource));
}

// More than one kernel counts, packs and takes.
TEST(ShardTraffic, ReachesManyDevices) {
  Runtime runtime("host:11", threaded());
  const Graph<std::int32_t> graph = small_graph("rmat", {{"scale", "11"}});
  const auto shards = spread_evenly(runtime, graph);
  const auto result = warpgraph::run(shards, Labels{});
  EXPECT_EQ(result.to_host(shards.streams()), run_serially(graph, Labels{}));
  std::size_t max = 0;
  for (const results::PeerSuperstep& step : result.per_device) max = std::max(max, step.links.size());
  EXPECT_GT(max, 90u);  // of 110
}

// Each vertex has an edge to the one that is `step` behind it.
Graph<std::int32_t> ring(VertexId vertices, VertexId step) {
  ThreadPool threads(1);
  EdgeList list;
  list.vertex_count = vertices;
  list.values = std::vector<std::int32_t>(vertices, 1);
  for (VertexId v = 0; v < vertices; ++v) {
    list.source.push_back(v);
    list.target.push_back((v + step) % vertices);
  }
  return build_graph<std::int32_t>(threads, std::move(list), {.outgoing = true});
}

// Large messages between peers go by way of the outbox.
TEST(ShardTraffic, LargeMessagesArrive) {
  constexpr VertexId kVertices = (1u << 19) + 1024;
  Runtime runtime("host:2", threaded());
  const Graph<std::int32_t> graph = ring(kVertices, kVertices / 2);
  const auto shards = spread_evenly(runtime, graph);
  const auto result = warpgraph::run(shards, Labels{});
  EXPECT_EQ(result.to_host(shards.streams()), run_serially(graph, Labels{}));
  ASSERT_FALSE(result.per_device.front().links.empty());
  EXPECT_GT(result.per_device.front().links.front().bytes, std::uint64_t{1} << 20);
}

// What a run takes of a device's memory.
std::size_t run_memory(Runtime& runtime, const Graph<std::int32_t>& graph) {
  const auto shards = spread_evenly(runtime, graph);
  const std::size_t before = runtime.device().memory().in_use;
  std::size_t in_run = 0;
  EngineOptions options;
  options.max_supersteps = 1;
  options.after_superstep = [&](const SuperstepStatistics&) {
    in_run = runtime.device().memory().in_use;
    return true;
  };
  (void)warpgraph::run(shards, Labels{}, options);
  return in_run - before;
}

TEST(ShardTraffic, BoxesAreAsLargeAsWhatIsWanted) {
  constexpr VertexId kVertices = 1u << 16;
  Runtime runtime("host:2", threaded());
  const std::size_t near = run_memory(runtime, ring(kVertices, 1));
  const std::size_t far = run_memory(runtime, ring(kVertices, kVertices / 2));
  EXPECT_GT(far, near + kVertices / 2 * 2 * sizeof(std::int32_t));
}

}  // namespace
}  // namespace warpgraph::test
