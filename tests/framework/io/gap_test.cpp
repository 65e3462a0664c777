// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "framework/io/reading.hpp"

namespace warpgraph::test {
namespace {

using U8 = std::uint8_t;
using I64 = std::int64_t;

std::string head(U8 directed, I64 edges, I64 vertices) { return binary(directed, edges, vertices); }

// 0 - 1, undirected
std::string one_edge_of_gap() { return head(0, 2, 3) + binary(I64{0}, I64{1}, I64{2}, I64{2}) + binary(1, 0); }

TEST(Gap, ReadsAnUndirectedGraph) {
  const EdgeList list = read_text(one_edge_of_gap(), as(files::FileFormat::kGap));
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.direction, Direction::kUndirectedBoth);
  EXPECT_EQ(edges_of(list), (Edges{{0, 1}, {1, 0}}));
}

// 0 -> 1
TEST(Gap, ReadsTheOutgoingEdgesOfADirectedGraph) {
  const std::string bytes = head(1, 1, 2) + binary(I64{0}, I64{1}, I64{1}, 1) + binary(I64{0}, I64{0}, I64{1}, 0);
  const EdgeList list = read_text(bytes, as(files::FileFormat::kGap));
  EXPECT_EQ(list.direction, Direction::kDirected);
  EXPECT_EQ(edges_of(list), (Edges{{0, 1}}));
  EXPECT_EQ(error_of(bytes.substr(0, bytes.size() - 4), as(files::FileFormat::kGap)),
            "file: expected incoming neighbours (1 x 4 bytes) from byte 69 on, but the file has "
            "only 0 bytes there");
}

TEST(Gap, ReadsWeights) {
  const std::string bytes = head(0, 2, 2) + binary(I64{0}, I64{1}, I64{2}) + binary(1, 7, 0, 7);
  const EdgeList list = read_text(bytes, as(files::FileFormat::kGapWeighted));
  EXPECT_EQ(values_of<std::int32_t>(list), (std::vector<std::int32_t>{7, 7}));
  EXPECT_EQ(edges_of(list), (Edges{{0, 1, 7}, {1, 0, 7}}));
  files::ReadOptions options = as(files::FileFormat::kGapWeighted);
  options.weights = files::WeightType::kDouble;
  EXPECT_EQ(values_of<double>(read_text(bytes, options)), (std::vector<double>{7, 7}));
  options.weights = files::WeightType::kNone;
  EXPECT_EQ(read_text(bytes, options).values.index(), 0u);
}

TEST(Gap, RefusesATruncatedFileWhereverItEnds) {
  const std::string bytes = one_edge_of_gap();
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_TRUE(error_of(bytes.substr(0, size), as(files::FileFormat::kGap)).starts_with("file: expected ")) << size;
  }
}

TEST(Gap, RefusesAWeightedFileAsAnUnweightedOne) {
  EXPECT_EQ(error_of(one_edge_of_gap() + binary(1, 1), as(files::FileFormat::kGap)),
            "file: expected the end after 57 bytes, found 8 more");
}

TEST(Gap, RefusesABadHeader) {
  EXPECT_EQ(error_of(head(2, 0, 0), as(files::FileFormat::kGap)),
            "file: expected 0 or 1 (directed) in the first byte, found 2");
  EXPECT_EQ(error_of(head(0, 0, -1), as(files::FileFormat::kGap)),
            "file: expected no more than 2147483647 vertices, found 18446744073709551615");
  EXPECT_EQ(error_of(head(0, -1, 0) + binary(I64{0}), as(files::FileFormat::kGap)),
            "file: expected neighbours (18446744073709551615 x 4 bytes) from byte 25 on, but the "
            "file has only 0 bytes there");
}

TEST(Gap, RefusesBadOffsetsAndNeighbours) {
  EXPECT_EQ(error_of(head(0, 1, 1) + binary(I64{1}, I64{1}, 0), as(files::FileFormat::kGap)),
            "file: expected 0 as the first offset, found 1");
  EXPECT_EQ(error_of(head(0, 1, 1) + binary(I64{0}, I64{2}, 0), as(files::FileFormat::kGap)),
            "file: expected the neighbours of vertex 0 to end between places 0 and 1, found 2");
  EXPECT_EQ(error_of(head(0, 1, 1) + binary(I64{0}, I64{1}, -1), as(files::FileFormat::kGap)),
            "file: expected neighbours below 1, edge 0 has -1");
}

TEST(Gap, RefusesAnUndirectedGraphWithOneDirectionOfAnEdge) {
  const std::string bytes = head(0, 1, 2) + binary(I64{0}, I64{0}, I64{1}, 0);
  EXPECT_EQ(
      error_of(bytes, as(files::FileFormat::kGap)),
      "file: expected both directions of every edge of an undirected graph, with one weight: 1 -> 0 is there once, "
      "and 0 -> 1 not at all");
}

}  // namespace
}  // namespace warpgraph::test
