// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "framework/io/reading.hpp"

namespace warpgraph::test {
namespace {

EdgeList read(std::string_view text, files::ReadOptions options = {}) {
  options.format = files::FileFormat::kMatrixMarket;
  return read_text(text, options);
}

std::string error(std::string_view text, files::ReadOptions options = {}) {
  options.format = files::FileFormat::kMatrixMarket;
  return error_of(text, options);
}

TEST(MatrixMarket, ReadsAGeneralRealMatrix) {
  const EdgeList list = read(
      "%%MatrixMarket matrix coordinate real general\n"
      "% a comment\n"
      "\n"
      "5 5 3\n"
      "1 1 1.000e+00\n"
      "  4   2  2.505e+02\n"
      "4 5 -33.32\n");
  EXPECT_EQ(list.vertex_count, 5u);
  EXPECT_EQ(list.direction, Direction::kDirected);
  EXPECT_EQ(list.ids.base, 1u);
  EXPECT_EQ(values_of<double>(list).size(), 3u);
  EXPECT_EQ(edges_of(list), (Edges{{1, 1, 1}, {4, 2, 250.5}, {4, 5, -33.32}}));
}

TEST(MatrixMarket, ReadsASymmetricPatternAsUndirected) {
  const EdgeList list = read("%%MatrixMarket matrix coordinate pattern symmetric\n4 4 3\n2 1\n3 1\n4 4\n");
  EXPECT_EQ(list.direction, Direction::kUndirectedOnce);
  EXPECT_EQ(list.values.index(), 0u);
  EXPECT_EQ(edges_of(list), (Edges{{2, 1}, {3, 1}, {4, 4}}));
}

TEST(MatrixMarket, ListsBothDirectionsOfASkewSymmetricMatrix) {
  const EdgeList list = read("%%MatrixMarket matrix coordinate integer skew-symmetric\n3 3 2\n2 1 5\n3 2 -7\n");
  EXPECT_EQ(list.direction, Direction::kDirected);
  EXPECT_EQ(values_of<std::int32_t>(list), (std::vector<std::int32_t>{5, -7, -5, 7}));
  EXPECT_EQ(edges_of(list), (Edges{{1, 2, -5}, {2, 1, 5}, {2, 3, 7}, {3, 2, -7}}));
}

TEST(MatrixMarket, ReadsIntegersOf64BitsOnlyIfThereAreSome) {
  const std::string head = "%%MatrixMarket matrix coordinate integer general\n2 2 2\n";
  EXPECT_EQ(values_of<std::int32_t>(read(head + "1 1 1\n1 2 2147483647\n")),
            (std::vector<std::int32_t>{1, 2147483647}));
  EXPECT_EQ(values_of<std::int64_t>(read(head + "1 1 1\n1 2 2147483648\n")),
            (std::vector<std::int64_t>{1, 2147483648}));
}

TEST(MatrixMarket, ReadsTheBannerInAnyCaseAndDoubleAsReal) {
  const EdgeList list = read("%%matrixmarket MATRIX Coordinate Double GENERAL\r\n1 1 1\r\n1 1 2\r\n");
  EXPECT_EQ(values_of<double>(list), (std::vector<double>{2}));
}

TEST(MatrixMarket, ReadsRealsAsFloatsOrNotAtAllIfAskedTo) {
  const std::string text = "%%MatrixMarket matrix coordinate real general\n1 1 1\n1 1 .1\n";
  files::ReadOptions options;
  options.weights = files::WeightType::kFloat;
  EXPECT_EQ(values_of<float>(read(text, options)), (std::vector<float>{.1f}));
  options.weights = files::WeightType::kNone;
  EXPECT_EQ(read(text, options).values.index(), 0u);
}

TEST(MatrixMarket, KeepsVerticesWithoutEdges) {
  EXPECT_EQ(read("%%MatrixMarket matrix coordinate pattern general\n9 9 0\n").vertex_count, 9u);
}

TEST(MatrixMarket, RefusesAnotherBanner) {
  EXPECT_EQ(error("1 2\n"), "file:1: expected the banner '%%matrixmarket', found '1'");
  EXPECT_EQ(error("%%MatrixMarket vector coordinate real general\n"),
            "file:1: expected the object 'matrix', found 'vector'");
  EXPECT_EQ(error("%%MatrixMarket matrix array real general\n"),
            "file:1: expected the format 'coordinate', found 'array'");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate complex general\n"),
            "file:1: expected the field pattern, integer or real, found 'complex'");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real hermitian\n"),
            "file:1: expected the symmetry general, symmetric or skew-symmetric, found "
            "'hermitian'");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real\n"),
            "file:1: expected the symmetry general, symmetric or skew-symmetric, found the end of "
            "the line");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate pattern skew-symmetric\n"),
            "file:1: expected weights in a skew-symmetric matrix, found the field pattern");
}

constexpr std::string_view kPattern = "%%MatrixMarket matrix coordinate pattern general\n";

std::string pattern(std::string_view rest) { return std::string(kPattern) + std::string(rest); }

TEST(MatrixMarket, RefusesBadSizes) {
  EXPECT_EQ(error(pattern("% only a comment\n")),
            "file:2: expected the numbers of rows, columns and entries, found the end");
  EXPECT_EQ(error(pattern("2 3 1\n1 1\n")), "file:2: expected a square matrix, found 2 rows and 3 columns");
  EXPECT_EQ(error(pattern("2 2\n")),
            "file:2: expected the number of entries, a whole number up to 1152921504606846976, "
            "found the end of the line");
  EXPECT_EQ(error(pattern("4294967296 4294967296 1\n")),
            "file:2: expected the number of rows, a whole number up to 4294967295, found "
            "'4294967296'");
  EXPECT_EQ(error(pattern("2 2 99999999999999999999\n")),
            "file:2: expected the number of entries, a whole number up to 1152921504606846976, "
            "found '99999999999999999999'");
  EXPECT_EQ(error(pattern("2 2 1 1\n")), "file:2: expected rows, columns, entries and nothing else");
}

TEST(MatrixMarket, RefusesFewerOrMoreEntriesThanTheHeaderSays) {
  EXPECT_EQ(error(pattern("2 2 3\n1 1\n1 2\n")), "file:4: expected 3 edges, as the header says, found 2");
  EXPECT_EQ(error(pattern("2 2 1\n1 1\n% x\n1 2\n2 2\n")),
            "file:5: expected no more than 1 edges, as the header says; there are 3");
}

TEST(MatrixMarket, BelievesNoHeaderThatPromisesMoreThanTheFileHolds) {
  EXPECT_EQ(error(pattern("4294967295 4294967295 1152921504606846976\n1 1\n")),
            "file:3: expected 1152921504606846976 edges, as the header says, found 1");
}

TEST(MatrixMarket, RefusesIndicesOutOfRange) {
  EXPECT_EQ(error(pattern("2 2 1\n1 3\n")), "file:3: expected a vertex id from 1 to 2, found '3'");
  EXPECT_EQ(error(pattern("2 2 1\n0 1\n")), "file:3: expected a vertex id from 1 to 2, found '0'");
}

TEST(MatrixMarket, RefusesBadValues) {
  const std::string real = "%%MatrixMarket matrix coordinate real general\n2 2 1\n";
  const std::string integer = "%%MatrixMarket matrix coordinate integer general\n2 2 1\n";
  EXPECT_EQ(error(real + "1 2 nan\n"), "file:3: expected a weight that is a finite number, found 'nan'");
  EXPECT_EQ(error(real + "1 2\n"), "file:3: expected a weight that is a finite number, found the end of the line");
  EXPECT_EQ(error(integer + "1 2 1.5\n"), "file:3: expected an integer weight of at most 64 bits, found '1.5'");
  EXPECT_EQ(error(pattern("2 2 1\n1 2 1.5\n")), "file:3: expected the end of the line, found '1.5'");
}

TEST(MatrixMarket, RefusesTheDiagonalOfASkewSymmetricMatrix) {
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n2 2 1\n"),
            "file:3: expected no entry on the diagonal of a skew-symmetric matrix");
}

TEST(MatrixMarket, ReportsABadEntryBeforeAWrongCount) {
  EXPECT_EQ(error(pattern("2 2 1\n1 9\n1 2\n2 2\n")).substr(0, 7), "file:3:");
  EXPECT_EQ(error(pattern("2 2 1\n1 1\n1 9\n")).substr(0, 7), "file:4:");
}

TEST(MatrixMarket, QuotesTheBannerAsItIsWritten) {
  EXPECT_EQ(error("%%MatrixMarket matrix Array Real General\n1 1 0\n"),
            "file:1: expected the format 'coordinate', found 'Array'");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate Complex general\n1 1 0\n"),
            "file:1: expected the field pattern, integer or real, found 'Complex'");
  EXPECT_EQ(error("%%MatrixMarket matrix coordinate real Hermitian\n1 1 0\n"),
            "file:1: expected the symmetry general, symmetric or skew-symmetric, found 'Hermitian'");
}

}  // namespace
}  // namespace warpgraph::test
