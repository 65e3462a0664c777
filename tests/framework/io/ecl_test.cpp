// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "framework/io/reading.hpp"

namespace warpgraph::test {
namespace {

// 0 - 1, both directions
std::string one_edge() { return binary(3, 2, 0, 1, 2, 2, 1, 0); }

TEST(Ecl, ReadsAGraph) {
  const EdgeList list = read_text(one_edge(), as(files::FileFormat::kEcl));
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.direction, Direction::kDirected);
  EXPECT_EQ(edges_of(list), (Edges{{0, 1}, {1, 0}}));
  EXPECT_EQ(list.values.index(), 0u);
}

TEST(Ecl, TakesTheDirectionFromTheOptions) {
  files::ReadOptions options = as(files::FileFormat::kEcl);
  options.direction = Direction::kUndirectedBoth;
  EXPECT_EQ(read_text(one_edge(), options).direction, Direction::kUndirectedBoth);
}

TEST(Ecl, ReadsWeightsIfTheFileGoesOn) {
  const EdgeList list = read_text(one_edge() + binary(5, -6), as(files::FileFormat::kEcl));
  EXPECT_EQ(values_of<std::int32_t>(list), (std::vector<std::int32_t>{5, -6}));
}

TEST(Ecl, RefusesATruncatedFileWhereverItEnds) {
  const std::string bytes = one_edge() + binary(5, -6);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    if (size == one_edge().size()) continue;  // a file without weights
    EXPECT_TRUE(error_of(bytes.substr(0, size), as(files::FileFormat::kEcl)).starts_with("file: expected ")) << size;
  }
}

TEST(Ecl, RefusesABadHeader) {
  EXPECT_EQ(error_of(binary(-1, 0), as(files::FileFormat::kEcl)),
            "file: expected numbers of vertices and edges that are not negative, found -1 and 0");
  EXPECT_EQ(error_of(binary(2147483647, 2147483647, 0), as(files::FileFormat::kEcl)),
            "file: expected offsets (2147483648 x 4 bytes) from byte 8 on, but the file has only 4 "
            "bytes there");
}

TEST(Ecl, RefusesBadOffsetsAndNeighbours) {
  EXPECT_EQ(error_of(binary(1, 1, 1, 1, 0), as(files::FileFormat::kEcl)),
            "file: expected 0 as the first offset, found 1");
  EXPECT_EQ(error_of(binary(2, 1, 0, 1, 0, 0), as(files::FileFormat::kEcl)),
            "file: expected the neighbours of vertex 1 to end between places 1 and 1, found 0");
  EXPECT_EQ(error_of(binary(1, 1, 0, 1, 1), as(files::FileFormat::kEcl)),
            "file: expected neighbours below 1, edge 0 has 1");
}

TEST(Ecl, RefusesTrailingBytes) {
  EXPECT_EQ(error_of(one_edge() + binary(5, 6, 7), as(files::FileFormat::kEcl)),
            "file: expected the end after 40 bytes, found 4 more");
}

TEST(Ecl, NamesANegativeOffsetAsItIs) {
  EXPECT_EQ(error_of(binary(2, 1, 0, -1, 1, 0), as(files::FileFormat::kEcl)),
            "file: expected the neighbours of vertex 0 to end between places 0 and 1, found -1");
}

TEST(Ecl, NamesAnEdgeWithoutItsReverseWhereBothDirectionsAreListed) {
  files::ReadOptions options = as(files::FileFormat::kEcl);
  options.direction = Direction::kUndirectedBoth;
  EXPECT_EQ(
      error_of(binary(2, 1, 0, 1, 1, 1), options),
      "file: expected every edge in both directions, with one weight: 0 -> 1 is there once, and 1 -> 0 not at all");
}

}  // namespace
}  // namespace warpgraph::test
