// SPDX-License-Identifier: Apache-2.0
//
// What shards know of their rows, by which the engine chooses kernels.
#include <algorithm>
#include <cstdint>
#include <utility>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/detail/part/device_part.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/shard/sharded_graph.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "algorithms/rank_parts.hpp"
#include "support/thread_ranks.hpp"

namespace warpgraph::test {
namespace {

constexpr VertexId kLeavesAndCentre = 20'000;

// A directed star: edges lead from vertex 0 to all others, or from all others to it.
Graph<NoValue> star(bool outward, bool outgoing) {
  ThreadPool threads(1);
  EdgeList edges{.vertex_count = kLeavesAndCentre};
  for (VertexId v = 1; v < kLeavesAndCentre; ++v) {
    edges.source.push_back(outward ? 0 : v);
    edges.target.push_back(outward ? v : 0);
  }
  return build_graph<NoValue>(threads, std::move(edges), {.outgoing = outgoing});
}

ShardedGraph<NoValue> on_two(Runtime& runtime, const Graph<NoValue>& graph) {
  return shard_graph(runtime, graph, shards::place_by_edges(graph.incoming().row.span(), {.devices = 2}));
}

// What a push from a device uses.
std::uint32_t lanes_of(const ShardedGraph<NoValue>& graph, int device) {
  const EngineOptions options;
  const shards::Shard<NoValue>& shard = graph.shard(device);
  detail::DevicePart part(graph.stream(device), {}, options, shard.local_ids.count, shard.local_ids.first, shard.held);
  part.known_rows = &shard.rows;
  return part.lanes();
}

TEST(ShardRows, LanesOfAPushAreChosenByTheRowsThatItWalks) {
  Runtime runtime("host:2");
  const ShardedGraph<NoValue> outward = on_two(runtime, star(true, false));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(outward.shard(i).rows.incoming.longest, 1u);
    EXPECT_GT(outward.shard(i).rows.outgoing.longest, kLeavesAndCentre / 4)
        << "the heavy vertex has edges to both devices";
    EXPECT_EQ(lanes_of(outward, i), 0u);
  }
  const ShardedGraph<NoValue> inward = on_two(runtime, star(false, false));
  for (int i = 0; i < 2; ++i) {
    EXPECT_LE(inward.shard(i).rows.outgoing.longest, 1u);
    EXPECT_EQ(lanes_of(inward, i), 1u);
  }
}

TEST(ShardRows, OutgoingRowsOfTheWholeGraphAreKnownWhateverTheGraphHas) {
  Runtime runtime("host:2");
  for (const bool outgoing : {false, true}) {
    const ShardedGraph<NoValue> outward = on_two(runtime, star(true, outgoing));
    const ShardedGraph<NoValue> inward = on_two(runtime, star(false, outgoing));
    EdgeId longest = 0;
    VertexId empty = 0;
    for (int i = 0; i < 2; ++i) {
      longest = std::max(longest, outward.shard(i).out_rows.longest);
      empty += outward.shard(i).out_rows.empty;
      EXPECT_LE(inward.shard(i).out_rows.longest, 1u);
    }
    EXPECT_EQ(longest, kLeavesAndCentre - 1);
    EXPECT_EQ(empty, kLeavesAndCentre - 1);
  }
}

TEST(ShardRows, OutgoingRowsOfAnUndirectedGraphAreItsIncomingOnes) {
  Runtime runtime("host:2");
  const Graph<std::int32_t> graph = make_graph("rmat", {{"scale", "9"}, {"weights", "uniform"}}, true);
  const auto sharded = shard_graph(runtime, graph, shards::place_by_edges(graph.incoming().row.span(), {.devices = 2}));
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(sharded.shard(i).out_rows.longest, sharded.shard(i).rows.incoming.longest);
    EXPECT_EQ(sharded.shard(i).out_rows.empty, sharded.shard(i).rows.incoming.empty);
  }
}

class ShardLocality : public ::testing::TestWithParam<bool> {
 protected:
  // Numbers follow space, or are drawn.
  [[nodiscard]] static Graph<std::int32_t> graph() {
    const generators::GeneratorArguments local{{"width", "64"}, {"height", "64"}, {"weights", "uniform"}};
    const generators::GeneratorArguments random{{"vertices", "4096"}, {"weights", "uniform"}};
    return GetParam() ? make_graph("grid2d", local, true) : make_graph("urand", random, true);
  }
};
INSTANTIATE_TEST_SUITE_P(Host, ShardLocality, ::testing::Bool(),
                         [](const auto& is_local) { return is_local.param ? "Local" : "Random"; });

TEST_P(ShardLocality, ShardsHaveThatOfTheirGraph) {
  Runtime runtime("host:2");
  const Graph<std::int32_t> whole = graph();
  const Placement placement = shards::place_by_edges(whole.incoming().row.span(), {.devices = 2});
  const auto spread = shard_graph(runtime, whole, placement);
  const Stream stream(runtime.device(), "upload");
  const DeviceGraph<std::int32_t> on_device = upload(stream, whole);
  stream.synchronize();
  const auto copied = shard_graph(runtime, on_device, placement);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(spread.shard(i).rows.has_locality, GetParam());
    EXPECT_EQ(copied.shard(i).rows.has_locality, GetParam());
  }
}

TEST_P(ShardLocality, RanksAgreeOnThatOfTheWholeGraph) {
  const Graph<std::int32_t> whole = graph();
  on_ranks(3, [&](Ranks& ranks) {
    Runtime runtime("host:1");
    const auto sharded = shards::shard_part(ranks, runtime, part_of(whole, ranks));
    EXPECT_EQ(sharded.shard(0).rows.has_locality, GetParam());
  });
}

}  // namespace
}  // namespace warpgraph::test
