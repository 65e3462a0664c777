// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/partitioning/place.hpp>

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph {
namespace {

constexpr VertexId kVertices = 64 * kSection;
constexpr EdgeId kDegree = 10;

// All rows of the same length.
std::vector<EdgeId> even_rows() {
  std::vector<EdgeId> row(kVertices + 1);
  for (VertexId v = 0; v <= kVertices; ++v) row[v] = v * kDegree;
  return row;
}

std::size_t bytes_of(VertexRange held, int devices) {
  return shard_memory<NoValue>({kVertices, held.size(), held.size() * kDegree, devices}).total();
}

TEST(PlaceWithin, SharesAreEqualWhereTheyFit) {
  const auto row = even_rows();
  const std::vector<DeviceRoom> devices{{"a", 1 << 30}, {"b", 1 << 24}};

  const Placement placement = place_within<NoValue>(row, {}, devices);

  EXPECT_EQ(placement.own, place_by_edges(row, {2}).own);
}

TEST(PlaceWithin, DevicesWithMoreMemoryGetMoreWhereEqualSharesDoNotFit) {
  const auto row = even_rows();
  const std::size_t half = bytes_of({0, kVertices / 2}, 2);
  const std::vector<DeviceRoom> devices{{"a", half * 2}, {"b", half * 3 / 4}};

  const Placement placement = place_within<NoValue>(row, {}, devices);

  EXPECT_GT(placement.own[0].size(), placement.own[1].size());
  for (std::size_t i = 0; i < 2; ++i) EXPECT_LE(bytes_of(placement.held[i], 2), devices[i].free);
  EXPECT_NO_THROW(check_placement(placement, kVertices, 2));
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

TEST(PlaceWhole, EveryDeviceHoldsAllAndOwnsAPart) {
  const auto row = even_rows();

  const Placement placement = place_whole(row, 3);

  EXPECT_EQ(placement.own, place_by_edges(row, {3}).own);
  EXPECT_EQ(placement.held, std::vector<VertexRange>(3, {0, kVertices}));
  EXPECT_NO_THROW(check_placement(placement, kVertices, 3));
}

TEST(UsefulDevices, SmallGraphsWantOne) { EXPECT_EQ(useful_devices(1 << 21, 1 << 26, false, 8), 1); }

TEST(UsefulDevices, LargeGraphsWantAsManyAsTheirEdgesFill) {
  EXPECT_EQ(useful_devices(1 << 24, EdgeId{1} << 27, false, 8), 2);
  EXPECT_EQ(useful_devices(1 << 24, EdgeId{3} << 26, false, 8), 3);
  EXPECT_EQ(useful_devices(1 << 24, EdgeId{1} << 31, false, 8), 8);
}

TEST(UsefulDevices, LocalGraphsWantOne) { EXPECT_EQ(useful_devices(1 << 28, EdgeId{1} << 31, true, 8), 1); }

TEST(UsefulDevices, EmptyGraphsWantOne) { EXPECT_EQ(useful_devices(0, 0, false, 4), 1); }

}  // namespace
}  // namespace warpgraph
