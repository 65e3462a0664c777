// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/papers/shards.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>

#include "algorithms/oracle/graphs.hpp"
#include "support/machines.hpp"

namespace warpgraph::test {
namespace {

using papers::ShardLayout;
using papers::ShardOptions;
using papers::Shards;

class ShardsTest : public MachineTest {
 protected:
  // In shards of two vertices.
  //
  //   0 -> 1    weights: the edge's number, from 10 on
  //   0 -> 2
  //   4 -> 0    shard 0: vertices 0 and 1; shard 1: 2 and 3; shard 2: 4
  //   2 -> 0
  //   2 -> 0
  //   3 -> 3
  //   4 -> 1
  [[nodiscard]] DeviceGraph<std::int32_t> drawn_graph() const {
    const auto graph =
        oracle::weighted_graph_of<std::int32_t>(5, {{0, 1}, {0, 2}, {4, 0}, {2, 0}, {2, 0}, {3, 3}, {4, 1}},
                                                {10, 11, 12, 13, 14, 15, 16}, Direction::kDirected);
    DeviceGraph<std::int32_t> copied = upload(stream(), graph);
    stream().synchronize();
    return copied;
  }
  template <class T>
  [[nodiscard]] std::vector<T> host(View<const T> values) const {
    return to_host(stream(), values);
  }
};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(ShardsTest);

using Numbers = std::vector<std::uint32_t>;

TEST_P(ShardsTest, EntriesAscendInTheirSources) {
  const Shards<std::int32_t> shards(stream(), drawn_graph().view(), {ShardLayout::kGShards, 2});
  const auto view = shards.view();
  EXPECT_EQ(shards.shard_count(), 3u);
  EXPECT_EQ(host(view.first_entry), (Numbers{0, 5, 7, 7}));
  EXPECT_EQ(host(view.source), (Numbers{0, 2, 2, 4, 4, 0, 3}));
  EXPECT_EQ(host(view.target), (Numbers{1, 0, 0, 0, 1, 2, 3}));
  EXPECT_EQ(host(view.value), (std::vector<std::int32_t>{10, 13, 14, 12, 16, 11, 15}));
}

TEST_P(ShardsTest, GShardsSayWhereWindowsBegin) {
  const Shards<std::int32_t> shards(stream(), drawn_graph().view(), {ShardLayout::kGShards, 2});
  EXPECT_EQ(host(shards.view().first_window), (Numbers{0, 1, 3, 5, 6, 7, 7, 7, 7, 7}));
  EXPECT_TRUE(shards.view().mapper.empty());
}

TEST_P(ShardsTest, WindowsOfOneRangeAreConcatenated) {
  const Shards<std::int32_t> shards(stream(), drawn_graph().view(), {ShardLayout::kConcatenatedWindows, 2});
  const auto view = shards.view();
  EXPECT_EQ(host(view.first_mapped), (Numbers{0, 2, 5, 7}));
  EXPECT_EQ(host(view.mapper), (Numbers{0, 5, 1, 2, 6, 3, 4}));
  EXPECT_EQ(host(view.source), (Numbers{0, 0, 2, 2, 3, 4, 4}));
  EXPECT_EQ(host(view.target), (Numbers{1, 0, 0, 0, 1, 2, 3}));
  EXPECT_TRUE(view.first_window.empty());
}

TEST_P(ShardsTest, GraphsWithoutVerticesHaveNoShards) {
  const Shards<NoValue> shards(stream(), GraphView<NoValue>{});
  EXPECT_EQ(shards.shard_count(), 0u);
  EXPECT_EQ(shards.edge_count(), 0u);
}

TEST_P(ShardsTest, TakeTheMemoryThatTheySay) {
  const DeviceGraph<std::int32_t> graph = drawn_graph();
  for (const ShardLayout layout : {ShardLayout::kGShards, ShardLayout::kConcatenatedWindows}) {
    for (const VertexId size : {1u, 2u, 0u}) {
      ShardOptions options;
      options.layout = layout;
      options.vertices_per_shard = size;
      const std::size_t before = device().memory().in_use;
      const Shards<std::int32_t> shards(stream(), graph.view(), options);
      stream().synchronize();
      EXPECT_EQ(device().memory().in_use - before, papers::shards_memory(5, 7, sizeof(std::int32_t), options).total());
    }
  }
}

TEST_P(ShardsTest, RefuseMoreThanTheyHold) {
  GraphView<NoValue> large;
  large.vertex_count = 1;
  large.edge_count = EdgeId{1} << 32;
  EXPECT_THROW(Shards<NoValue>(stream(), large), UsageError);
  ShardOptions options;
  options.vertices_per_shard = papers::kMaxVerticesPerShard + 1;
  EXPECT_THROW(Shards<std::int32_t>(stream(), drawn_graph().view(), options), UsageError);
}

TEST(ShardSizes, AWindowHas32EntriesOnAverage) {
  struct Choice {
    VertexId vertices;
    EdgeId edges;
    VertexId expected;
  };
  constexpr VertexId kMax = papers::kMaxVerticesPerShard;
  for (const Choice& each :
       {Choice{0, 0, kMax}, Choice{1, 0, kMax}, Choice{1, 1000, 32}, Choice{3200, 3200, 320}, Choice{3201, 3200, 352},
        Choice{1u << 20, 1u << 25, 1024}, Choice{33554432, 335544320, kMax}})
    EXPECT_EQ(papers::choose_vertices_per_shard(each.vertices, each.edges), each.expected) << each.vertices;
}

// Table 2.2 of Khorasani's dissertation (2016): 5503 million bytes for the values of RM33V335E and its windows.
TEST(ShardSizes, WindowsTakeWhatThePaperSays) {
  constexpr VertexId kVertices = 33554432;
  constexpr EdgeId kEdges = 335544320;
  const std::size_t values = (std::size_t{kVertices} + kEdges) * 4;
  const double bytes = static_cast<double>(values + papers::shards_memory(kVertices, kEdges, 0).total());
  EXPECT_NEAR(bytes * 1e-6, 5503, 1);
}

}  // namespace
}  // namespace warpgraph::test
