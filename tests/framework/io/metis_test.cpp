// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "framework/io/reading.hpp"

namespace warpgraph::test {
namespace {

EdgeList read_metis(std::string_view text, files::ReadOptions options = {}) {
  options.format = files::FileFormat::kMetis;
  return read_text(text, options);
}

std::string metis_error(std::string_view text, files::ReadOptions options = {}) {
  options.format = files::FileFormat::kMetis;
  return error_of(text, options);
}

// 1 - 2 - 3, 1 - 3, and 4 alone
TEST(Metis, ReadsNeighbourLists) {
  const EdgeList list = read_metis("% comment\n4 3\n2 3\n1 3\n%comment\n1 2\n\n");
  EXPECT_EQ(list.vertex_count, 4u);
  EXPECT_EQ(list.direction, Direction::kUndirectedBoth);
  EXPECT_EQ(list.ids.base, 1u);
  EXPECT_EQ(list.source, (Vertices{0, 0, 1, 1, 2, 2}));
  EXPECT_EQ(list.target, (Vertices{1, 2, 0, 2, 0, 1}));
  EXPECT_TRUE(list.vertex_weights.values.empty());
}

TEST(Metis, ReadsEdgeWeights) {
  const EdgeList list = read_metis("3 2 1\n2 7\n1 7 3 9\n2 9\n");
  EXPECT_EQ(edges_of(list), (Edges{{1, 2, 7}, {2, 1, 7}, {2, 3, 9}, {3, 2, 9}}));
  EXPECT_EQ(values_of<std::int32_t>(list), (std::vector<std::int32_t>{7, 7, 9, 9}));
  EXPECT_EQ(values_of<std::int64_t>(read_metis("2 1 001\n2 9000000000\n1 9000000000\n")),
            (std::vector<std::int64_t>{9000000000, 9000000000}));
}

TEST(Metis, ReadsVertexWeightsOfSeveralConstraints) {
  const EdgeList list = read_metis("3 1 10 2\n1 2 2\n3 4 1\n5 6\n");
  EXPECT_EQ(list.vertex_weights.count, 2u);
  EXPECT_EQ(list.vertex_weights.values, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(edges_of(list), (Edges{{1, 2}, {2, 1}}));
}

TEST(Metis, ReadsOneVertexWeightWhereTheNumberIsNotGiven) {
  const EdgeList list = read_metis("2 1 011\n8 2 5\n0 1 5\n");
  EXPECT_EQ(list.vertex_weights.count, 1u);
  EXPECT_EQ(list.vertex_weights.values, (std::vector<std::int64_t>{8, 0}));
  EXPECT_EQ(edges_of(list), (Edges{{1, 2, 5}, {2, 1, 5}}));
}

TEST(Metis, SkipsVertexSizes) {
  const EdgeList list = read_metis("2 1 111 1\n4 8 2 5\n4 9 1 5\n");
  EXPECT_EQ(list.vertex_weights.values, (std::vector<std::int64_t>{8, 9}));
  EXPECT_EQ(edges_of(read_metis("2 1 100\n4 2\n4 1\n")), (Edges{{1, 2}, {2, 1}}));
}

// 1 - 2 twice, and a loop at 2
TEST(Metis, ReadsLoopsAndParallelEdgesAsTheTenthDimacsChallengeWritesThem) {
  const EdgeList list = read_metis("2 5 100\n2 2\n1 1 2\n");
  EXPECT_EQ(edges_of(list), (Edges{{1, 2}, {1, 2}, {2, 1}, {2, 1}, {2, 2}}));
}

TEST(Metis, ALastEmptyLineMayBeMissing) {
  EXPECT_EQ(read_metis("3 1\n2\n1\n").vertex_count, 3u);
  EXPECT_EQ(metis_error("4 1\n2\n1\n"), "file:3: expected 4 lines, one for every vertex, found 2");
}

TEST(Metis, CanLeaveOutEdgeWeights) {
  files::ReadOptions options;
  options.weights = files::WeightType::kNone;
  EXPECT_EQ(read_metis("2 1 1\n2 7\n1 7\n", options).values.index(), 0u);
  EXPECT_EQ(metis_error("2 1 1\n2 7\n1\n", options),
            "file:3: expected the weight of the edge, found the end of the line");
}

TEST(Metis, RefusesABadHeader) {
  EXPECT_EQ(metis_error("% x\n"), "file:1: expected a header with the numbers of vertices and edges");
  EXPECT_EQ(metis_error("two 1\n"),
            "file:1: expected the number of vertices, a whole number up to 4294967295, found "
            "'two'");
  EXPECT_EQ(metis_error("2 1 002\n"), "file:1: expected the format code, three digits 0 or 1, found '002'");
  EXPECT_EQ(metis_error("2 1 1 3\n"), "file:1: expected no constraints, as the format code says, found 3");
  EXPECT_EQ(metis_error("2 1 10 1 5\n"), "file:1: expected at most four numbers in the header");
}

TEST(Metis, RefusesTooFewOrTooManyLines) {
  EXPECT_EQ(metis_error("3 1 10\n1 2\n1 1\n"), "file:3: expected 3 lines, one for every vertex, found 2");
  EXPECT_EQ(metis_error("2 1\n2\n1\n\n1\n"), "file:5: expected no more than 2 lines, one for every vertex");
}

TEST(Metis, RefusesANumberOfEdgesThatIsNotThatOfTheLists) {
  EXPECT_EQ(metis_error("2 2\n2\n1\n"), "file:1: expected 4 neighbours (each of the edges twice), the lists have 2");
}

TEST(Metis, BelievesNoHeaderThatPromisesMoreThanTheFileHolds) {
  EXPECT_EQ(metis_error("4294967295 1152921504606846976 11 1048576\n1 2\n").substr(0, 7), "file:2:");
}

TEST(Metis, RefusesBadNeighbours) {
  EXPECT_EQ(metis_error("2 1\n3\n1\n"), "file:2: expected a vertex id from 1 to 2, found '3'");
  EXPECT_EQ(metis_error("2 1\n0\n1\n"), "file:2: expected a vertex id from 1 to 2, found '0'");
  EXPECT_EQ(metis_error("2 1\n2\n-1\n"), "file:3: expected a vertex id from 1 to 2, found '-1'");
  EXPECT_EQ(metis_error("2 1\n1\n1\n"), "file:2: expected no self-loop: vertex 1 lists itself");
}

TEST(Metis, RefusesBadWeights) {
  EXPECT_EQ(metis_error("2 1 1\n2 -5\n1 -5\n"), "file:2: expected no negative weight");
  EXPECT_EQ(metis_error("2 1 1\n2 1.5\n1 1.5\n"), "file:2: expected an integer weight of at most 64 bits, found '1.5'");
  EXPECT_EQ(metis_error("2 1 1\n2 5\n1\n"),
            "file:3: expected an integer weight of at most 64 bits, found the end of the line");
  EXPECT_EQ(metis_error("2 1 10\n-1 2\n1 1\n"), "file:2: expected a weight of the vertex, a whole number, found '-1'");
  EXPECT_EQ(metis_error("2 1 110\nx 1 2\n1 1 1\n"),
            "file:2: expected the size of the vertex, a whole number, found 'x'");
}

TEST(Metis, RefusesAnEdgeThatOnlyOneOfItsEndsLists) {
  EXPECT_EQ(metis_error("4 2\n2\n1 3\n4\n%\n\n"),
            "file:3: expected every edge in the lists of both its ends, with one weight: 2 -> 3 is there once, and "
            "3 -> 2 not at all");
  EXPECT_EQ(metis_error("2 1 1\n2 5\n1 6\n"),
            "file:2: expected every edge in the lists of both its ends, with one weight: 1 -> 2 has the weight 5, and "
            "2 -> 1 has 6");
}

TEST(Metis, SkipsTheCheckOfSymmetryIfAskedTo) {
  files::ReadOptions options;
  options.check_symmetry = false;
  EXPECT_EQ(read_metis("4 1\n2 3\n\n\n\n", options).size(), 2u);
}

}  // namespace
}  // namespace warpgraph::test
