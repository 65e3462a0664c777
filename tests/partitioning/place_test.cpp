// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/place.hpp>

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

namespace warpgraph {
namespace {

using namespace partitioning;  // NOLINT(google-build-using-namespace)

constexpr VertexId kVertices = 64 * shards::kSection;
constexpr EdgeId kDegree = 10;

// All rows of the same length.
std::vector<EdgeId> even_rows() {
  std::vector<EdgeId> row(kVertices + 1);
  for (VertexId v = 0; v <= kVertices; ++v) row[v] = v * kDegree;
  return row;
}

std::size_t bytes_of(VertexRange held, int devices) {
  return shards::shard_memory<NoValue>({kVertices, held.size(), held.size() * kDegree, devices}).total();
}

TEST(PlaceWithin, SharesAreEqualWhereTheyFit) {
  const auto row = even_rows();
  const std::vector<DeviceRoom> devices{{"a", 1 << 30}, {"b", 1 << 24}};

  const Placement placement = place_within<NoValue>(row, {}, devices);

  EXPECT_EQ(placement.own, shards::place_by_edges(row, {2}).own);
}

TEST(PlaceWithin, DevicesWithMoreMemoryGetMoreWhereEqualSharesDoNotFit) {
  const auto row = even_rows();
  const std::size_t half = bytes_of({0, kVertices / 2}, 2);
  const std::vector<DeviceRoom> devices{{"a", half * 2}, {"b", half * 3 / 4}};

  const Placement placement = place_within<NoValue>(row, {}, devices);

  EXPECT_GT(placement.own[0].size(), placement.own[1].size());
  for (std::size_t i = 0; i < 2; ++i) EXPECT_LE(bytes_of(placement.held[i], 2), devices[i].free);
  EXPECT_NO_THROW(shards::check_placement(placement, kVertices, 2));
}

// Together they have room enough, but none for what each needs of all vertices.
TEST(PlaceWithin, SaysWhichDeviceHasTooLittle) {
  const auto row = even_rows();
  const std::size_t whole = bytes_of({0, kVertices}, 3);
  const std::vector<DeviceRoom> devices{{"large", whole * 2}, {"small", 2000}, {"smaller", 1000}};

  try {
    (void)place_within<NoValue>(row, {}, devices);
    FAIL();
  } catch (const OutOfMemory& error) {
    EXPECT_EQ(error.free(), 2000u);
    EXPECT_GT(error.asked(), error.free());
    EXPECT_EQ(std::string(error.what()).find("small: not enough memory for a shard of the graph ("), 0u)
        << error.what();
  }
}

TEST(PlaceWithin, OverlapTakesMemoryToo) {
  const auto row = even_rows();
  const std::size_t half = bytes_of({0, kVertices / 2}, 2);

  const std::vector<DeviceRoom> devices{{"a", half}, {"b", half}};

  EXPECT_NO_THROW((void)place_within<NoValue>(row, {}, devices));
  EXPECT_THROW((void)place_within<NoValue>(row, {}, devices, .5), OutOfMemory);
}

// Four grids that no edge joins, dealt out like cards: vertex v is of grid v % 4.
Graph<NoValue> dealt_grids(bool directed) {
  constexpr VertexId kSide = 24;
  EdgeList list;
  list.vertex_count = 4 * kSide * kSide;
  if (!directed) list.direction = Direction::kUndirectedOnce;
  for (VertexId v = 0; v < list.vertex_count; ++v) {
    const VertexId cell = v / 4;
    const auto add = [&](VertexId other) {
      list.source.push_back(v);
      list.target.push_back(other);
    };
    if (cell % kSide + 1 < kSide) add(v + 4);
    if (cell + kSide < kSide * kSide) add(v + 4 * kSide);
  }
  ThreadPool threads(1);
  return build_graph<NoValue>(threads, std::move(list));
}

TEST(OrderByParts, FindsPartsWithoutEdgesBetweenThem) {
  const Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  for (const bool directed : {false, true}) {
    const PartOrder order = order_by_parts(stream, dealt_grids(directed), 4);

    EXPECT_EQ(order.first, (std::vector<VertexId>{0, 576, 1152, 1728, 2304}));
    std::vector<VertexId> old(2304, kNoVertex);
    for (VertexId v = 0; v < 2304; ++v) old.at(order.permutation.at(v)) = v;
    for (VertexId i = 0; i < 2304; ++i) EXPECT_EQ(old[i] % 4, old[i / 576 * 576] % 4) << i;
    for (VertexId i = 0; i + 1 < 2304; i += i % 576 == 574 ? 2 : 1) EXPECT_LT(old[i], old[i + 1]);
  }
}

TEST(PlaceParts, BordersAreAtTheNextSections) {
  const auto row = even_rows();
  const std::vector<DeviceRoom> devices{{"a", 1 << 30}, {"b", 1 << 30}, {"c", 1 << 30}};
  const std::vector<VertexId> first{0, 5 * shards::kSection + 60, 9 * shards::kSection + 70, kVertices};

  const Placement placement = place_parts<NoValue>(row, {}, devices, first);

  EXPECT_EQ(placement.own, (std::vector<VertexRange>{{0, 5 * shards::kSection},
                                                     {5 * shards::kSection, 10 * shards::kSection},
                                                     {10 * shards::kSection, kVertices}}));
  EXPECT_NO_THROW(shards::check_placement(placement, kVertices, 3));
}

TEST(PlaceParts, SaysWhichDeviceHasTooLittle) {
  const auto row = even_rows();
  const std::vector<DeviceRoom> devices{{"a", 1 << 30}, {"b", 1000}};
  const std::vector<VertexId> first{0, kVertices / 2, kVertices};

  EXPECT_THROW((void)place_parts<NoValue>(row, {}, devices, first), OutOfMemory);
}

TEST(PlaceWhole, EveryDeviceHoldsAllAndOwnsAPart) {
  const auto row = even_rows();

  const Placement placement = shards::place_whole(row, 3);

  EXPECT_EQ(placement.own, shards::place_by_edges(row, {3}).own);
  EXPECT_EQ(placement.held, std::vector<VertexRange>(3, {0, kVertices}));
  EXPECT_NO_THROW(shards::check_placement(placement, kVertices, 3));
}

TEST(UsefulDevices, SmallGraphsWantOne) { EXPECT_EQ(shards::useful_devices(1 << 21, 1 << 26, false, 8), 1); }

TEST(UsefulDevices, LargeGraphsWantAsManyAsTheirEdgesFill) {
  EXPECT_EQ(shards::useful_devices(1 << 24, EdgeId{1} << 27, false, 8), 2);
  EXPECT_EQ(shards::useful_devices(1 << 24, EdgeId{3} << 26, false, 8), 3);
  EXPECT_EQ(shards::useful_devices(1 << 24, EdgeId{1} << 31, false, 8), 8);
}

TEST(UsefulDevices, LocalGraphsWantOne) { EXPECT_EQ(shards::useful_devices(1 << 28, EdgeId{1} << 31, true, 8), 1); }

TEST(UsefulDevices, EmptyGraphsWantOne) { EXPECT_EQ(shards::useful_devices(0, 0, false, 4), 1); }

}  // namespace
}  // namespace warpgraph
