// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/shard/slots.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/engine/sharded.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "framework/shard/sharded_case.hpp"

namespace warpgraph::test {
namespace {

// Vertices 1, 3, 32 and 65 of 70.
const std::vector<std::uint32_t> kWanted{0b1010, 1, 0b10};

TEST(Slots, AscendInThePlacesOfTheVertices) {
  Runtime runtime("host:1", threaded());
  const Stream stream(runtime.device(), "test");
  const Buffer<std::uint32_t> wanted = to_device(stream, kWanted, "wanted");
  const shards::ShardSlots slots = detail::order_slots(stream, wanted.view());
  EXPECT_EQ(slots.count, 4u);
  EXPECT_EQ(to_host(stream, slots.place), (std::vector<VertexId>{1, 3, 32, 65}));
  EXPECT_EQ(to_host(stream, slots.before), (std::vector<VertexId>{0, 2, 3}));
}

TEST(Slots, NameCopiesThatDoNotFollowEachOther) {
  Runtime runtime("host:1", threaded());
  const Stream stream(runtime.device(), "test");
  const Buffer<std::uint32_t> wanted = to_device(stream, kWanted, "wanted");
  shards::LocalIds ids;
  ids.count = 200;
  const shards::ShardCopies copies =
      detail::find_copies(stream, detail::order_slots(stream, wanted.view()), {100, {}, {}}, ids, true);
  EXPECT_EQ(to_host(stream, copies.local), (std::vector<VertexId>{101, 103, 132, 165}));
}

TEST(Slots, TakeNoMemoryForCopiesThatFollowEachOther) {
  Runtime runtime("host:1", threaded());
  const Stream stream(runtime.device(), "test");
  const Buffer<std::uint32_t> wanted = to_device(stream, std::vector<std::uint32_t>{0b11110}, "wanted");
  shards::LocalIds ids;
  ids.count = 200;
  const shards::ShardCopies copies =
      detail::find_copies(stream, detail::order_slots(stream, wanted.view()), {100, {}, {}}, ids, true);
  EXPECT_TRUE(copies.local.empty());
  EXPECT_EQ(copies.first, 101u);
}

TEST(Slots, OfAShardWithCopiesOfWhatItReadsFollowEachOther) {
  Runtime runtime("host:3", threaded());
  const Graph<std::int32_t> graph = small_graph("rmat", {{"scale", "10"}});
  const auto shards =
      shard_graph(runtime, graph, shards::place_by_edges(graph.incoming().row.span(), {3}), {.copies = Copies::kRead});
  for (int i = 0; i < 3; ++i)
    for (const shards::ShardCopies& each : shards.shard(i).told_by) EXPECT_TRUE(each.local.empty());
}

}  // namespace
}  // namespace warpgraph::test
