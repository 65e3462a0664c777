// SPDX-License-Identifier: Apache-2.0
#include <vector>

#include <gtest/gtest.h>

#include "framework/io/reading.hpp"

namespace warpgraph::test {
namespace {

TEST(Dimacs, ReadsArcs) {
  const EdgeList list = read_text(
      "c 9th DIMACS Implementation Challenge\n"
      "c\n"
      "p sp 4 3\n"
      "c arcs\n"
      "a 1 2 803\n"
      "\n"
      "a 2 1 -3\n"
      "a 3 3 0\n",
      as(files::FileFormat::kDimacs));
  EXPECT_EQ(list.vertex_count, 4u);
  EXPECT_EQ(list.direction, Direction::kDirected);
  EXPECT_EQ(edges_of(list), (Edges{{1, 2, 803}, {2, 1, -3}, {3, 3, 0}}));
  EXPECT_EQ(values_of<std::int32_t>(list), (std::vector<std::int32_t>{803, -3, 0}));
}

TEST(Dimacs, CanLeaveOutWeights) {
  files::ReadOptions options = as(files::FileFormat::kDimacs);
  options.weights = files::WeightType::kNone;
  EXPECT_EQ(read_text("p sp 2 1\na 1 2 7\n", options).values.index(), 0u);
}

TEST(Dimacs, RefusesABadProblemLine) {
  EXPECT_EQ(error_of("c x\na 1 2 3\n", as(files::FileFormat::kDimacs)),
            "file:2: expected a problem line such as 'p sp 4 6' before the first edge");
  EXPECT_EQ(error_of("p max 2 1\n", as(files::FileFormat::kDimacs)), "file:1: expected the problem sp, found 'max'");
  EXPECT_EQ(error_of("p sp 2\n", as(files::FileFormat::kDimacs)),
            "file:1: expected the number of edges, a whole number up to 1152921504606846976, found "
            "the end of the line");
  EXPECT_EQ(error_of("p sp 2 1 0\n", as(files::FileFormat::kDimacs)),
            "file:1: expected the problem, the numbers of vertices and edges, and nothing else");
}

TEST(Dimacs, RefusesBadLines) {
  EXPECT_EQ(error_of("p sp 2 1\ne 1 2\n", as(files::FileFormat::kDimacs)),
            "file:2: expected a line that begins with a (arc) or c (comment), found 'e'");
  EXPECT_EQ(error_of("p sp 2 1\nab 1 2 3\n", as(files::FileFormat::kDimacs)),
            "file:2: expected a line that begins with a (arc) or c (comment), found 'ab'");
  EXPECT_EQ(error_of("p sp 2 1\na 1 3 1\n", as(files::FileFormat::kDimacs)),
            "file:2: expected a vertex id from 1 to 2, found '3'");
  EXPECT_EQ(error_of("p sp 2 1\na 1 2\n", as(files::FileFormat::kDimacs)),
            "file:2: expected an integer weight of at most 64 bits, found the end of the line");
  EXPECT_EQ(error_of("p sp 2 1\na 1 2 3 4\n", as(files::FileFormat::kDimacs)),
            "file:2: expected the end of the line, found '4'");
}

TEST(Dimacs, RefusesAWrongNumberOfArcs) {
  EXPECT_EQ(error_of("p sp 2 2\na 1 2 3\n", as(files::FileFormat::kDimacs)),
            "file:2: expected 2 edges, as the header says, found 1");
  EXPECT_EQ(error_of("p sp 2 0\na 1 2 3\n", as(files::FileFormat::kDimacs)),
            "file:2: expected no more than 0 edges, as the header says; there are 1");
}

TEST(Dimacs, NamesTheLineOfAnEdgeWithoutItsReverseWhereBothDirectionsAreListed) {
  files::ReadOptions options = as(files::FileFormat::kDimacs);
  options.direction = Direction::kUndirectedBoth;
  EXPECT_EQ(error_of("c roads\np sp 3 3\na 1 2 5\nc back\na 2 1 5\na 3 1 4\n", options),
            "file:6: expected every edge in both directions, with one weight: 3 -> 1 is there once, and 1 -> 3 not at "
            "all");
}

TEST(DimacsColouring, ReadsEdgesAndSkipsWhatDescribesThem) {
  const EdgeList list =
      read_text("c x\np edge 3 2\nn 1 4\nd 2 0\nv 1 2\nx 1 2\ne 2 1\ne 3 1\n", as(files::FileFormat::kDimacsColouring));
  EXPECT_EQ(list.direction, Direction::kUndirectedOnce);
  EXPECT_EQ(edges_of(list), (Edges{{2, 1}, {3, 1}}));
  EXPECT_EQ(read_text("p col 1 0\n", as(files::FileFormat::kDimacsColouring)).vertex_count, 1u);
}

TEST(DimacsColouring, RefusesOtherProblemsAndLines) {
  EXPECT_EQ(error_of("p sp 2 1\n", as(files::FileFormat::kDimacsColouring)),
            "file:1: expected the problem edge or col, found 'sp'");
  EXPECT_EQ(error_of("p edge 2 1\na 1 2 1\n", as(files::FileFormat::kDimacsColouring)),
            "file:2: expected a line that begins with e (edge) or c (comment), found 'a'");
  EXPECT_EQ(error_of("p edge 2 1\ne 1 2 1\n", as(files::FileFormat::kDimacsColouring)),
            "file:2: expected the end of the line, found '1'");
}

}  // namespace
}  // namespace warpgraph::test
