// SPDX-License-Identifier: Apache-2.0
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "framework/io/reading.hpp"

namespace warpgraph::test {
namespace {

using U32 = std::uint32_t;
using U64 = std::uint64_t;

EdgeList read_galois(std::string_view bytes, files::ReadOptions options = {}) {
  options.format = files::FileFormat::kGalois;
  return read_text(bytes, options);
}

std::string galois_error(std::string_view bytes, files::ReadOptions options = {}) {
  options.format = files::FileFormat::kGalois;
  return error_of(bytes, options);
}

std::string head(U64 version, U64 data_bytes, U64 vertices, U64 edges) {
  return binary(version, data_bytes, vertices, edges);
}

// 0 -> 1, 0 -> 2, 2 -> 0, in version 1
std::string three_edges(U64 data_bytes) {
  return head(1, data_bytes, 3, 3) + binary(U64{2}, U64{2}, U64{3}) + binary(U32{1}, U32{2}, U32{0}, U32{0});
}

const Edges kThreeEdges = {{0, 1}, {0, 2}, {2, 0}};

TEST(Galois, ReadsVersion1) {
  const EdgeList list = read_galois(three_edges(0));
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.direction, Direction::kDirected);
  EXPECT_EQ(edges_of(list), kThreeEdges);
  EXPECT_EQ(list.values.index(), 0u);
}

TEST(Galois, TheFillingMayBeMissingWhereNoDataFollow) {
  const std::string bytes = three_edges(0);
  EXPECT_EQ(edges_of(read_galois(bytes.substr(0, bytes.size() - 4))), kThreeEdges);
}

TEST(Galois, ReadsDataAfterTheFilling) {
  const std::string bytes = three_edges(4) + binary(7, -8, 9);
  EXPECT_EQ(edges_of(read_galois(bytes)), (Edges{{0, 1, 7}, {0, 2, -8}, {2, 0, 9}}));
  EXPECT_EQ(values_of<std::int32_t>(read_galois(bytes)), (std::vector<std::int32_t>{7, -8, 9}));
}

TEST(Galois, ReadsDataAsTheTypeThatIsAskedFor) {
  files::ReadOptions options;
  options.weights = files::WeightType::kFloat;
  EXPECT_EQ(values_of<float>(read_galois(three_edges(4) + binary(.5f, 1.f, 2.f), options)),
            (std::vector<float>{.5f, 1.f, 2.f}));
  options.weights = files::WeightType::kDouble;
  EXPECT_EQ(values_of<double>(read_galois(three_edges(8) + binary(.5, 1., 2.), options)),
            (std::vector<double>{.5, 1., 2.}));
  EXPECT_EQ(values_of<std::int64_t>(read_galois(three_edges(8) + binary(U64{1}, U64{2}, U64{3}))),
            (std::vector<std::int64_t>{1, 2, 3}));
  options.weights = files::WeightType::kNone;
  EXPECT_EQ(edges_of(read_galois(three_edges(3) + std::string(9, 'x'), options)), kThreeEdges);
}

TEST(Galois, ReadsVersion2WithAndWithoutFilling) {
  const std::string bytes = head(2, 8, 2, 1) + binary(U64{0}, U64{1}, U64{0});
  const Edges edges = {{1, 0, 5}};
  EXPECT_EQ(edges_of(read_galois(bytes + binary(U64{5}))), edges);
  EXPECT_EQ(edges_of(read_galois(bytes + binary(U64{0}, U64{5}))), edges);
}

TEST(Galois, ReadsAGraphWithoutEdges) {
  EXPECT_EQ(read_galois(head(1, 4, 2, 0) + binary(U64{0}, U64{0})).vertex_count, 2u);
  EXPECT_EQ(read_galois(head(1, 0, 0, 0)).vertex_count, 0u);
}

TEST(Galois, RefusesOtherVersions) {
  EXPECT_EQ(galois_error(head(3, 0, 0, 0)), "file: expected version 1 or 2 of Galois .gr, found 3");
  EXPECT_EQ(galois_error("p sp 2 1\n"), "file: expected version 1 or 2 of Galois .gr, found 3539884422020145264");
}

TEST(Galois, RefusesATruncatedFileWhereverItEnds) {
  const std::string bytes = three_edges(4) + binary(7, -8, 9);
  for (std::size_t size = 1; size < bytes.size(); ++size) {
    EXPECT_TRUE(galois_error(bytes.substr(0, size)).starts_with("file: expected ")) << size;
  }
}

TEST(Galois, BelievesNoHeaderThatPromisesMoreThanTheFileHolds) {
  EXPECT_EQ(galois_error(head(1, 0, 4294967295, 1)),
            "file: expected ends of rows (4294967295 x 8 bytes) from byte 32 on, but the file has "
            "only 0 bytes there");
  EXPECT_EQ(galois_error(head(1, 0, U64{1} << 61, 0)),
            "file: expected no more than 4294967295 vertices, found 2305843009213693952");
  EXPECT_EQ(galois_error(head(1, 0, 0, U64{1} << 62)),
            "file: expected neighbours (4611686018427387904 x 4 bytes) from byte 32 on, but the "
            "file has only 0 bytes there");
  files::ReadOptions options;
  options.weights = files::WeightType::kNone;
  EXPECT_EQ(galois_error(head(1, U64{1} << 63, 1, 2) + binary(U64{2}, U32{0}, U32{0}), options),
            "file: expected 9223372036854775808 bytes of data for each of 2 edges, the file ends "
            "before");
}

TEST(Galois, RefusesRowsThatDoNotFollowOneAnother) {
  const std::string rest = binary(U32{0}, U32{0});
  EXPECT_EQ(galois_error(head(1, 0, 2, 2) + binary(U64{2}, U64{1}) + rest),
            "file: expected the neighbours of vertex 1 to end between places 2 and 2, found 1");
  EXPECT_EQ(galois_error(head(1, 0, 2, 2) + binary(U64{3}, U64{3}) + rest),
            "file: expected the neighbours of vertex 0 to end between places 0 and 2, found 3");
  EXPECT_EQ(galois_error(head(1, 0, 2, 2) + binary(U64{0}, U64{1}) + rest),
            "file: expected 2 edges, as the header says, found offsets for 1");
}

TEST(Galois, RefusesNeighboursOutOfRange) {
  EXPECT_EQ(galois_error(head(1, 0, 1, 2) + binary(U64{2}, U32{0}, U32{1})),
            "file: expected neighbours below 1, edge 1 has 1");
}

TEST(Galois, RefusesWeightsThatAreNotFiniteOrNotWanted) {
  files::ReadOptions options;
  options.weights = files::WeightType::kFloat;
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(galois_error(three_edges(4) + binary(1.f, nan, 1.f), options),
            "file: expected weights that are finite, edge 1 has nan");
  options.weights = files::WeightType::kAuto;
  options.negative_weights = false;
  EXPECT_EQ(galois_error(three_edges(4) + binary(1, 2, -3), options),
            "file: expected weights that are finite and not negative, edge 2 has -3");
}

TEST(Galois, RefusesDataThatAreNoWeights) {
  EXPECT_EQ(galois_error(three_edges(2) + std::string(6, '\0')),
            "file: expected 0, 4 or 8 bytes of data for an edge, found 2 (they can be left out)");
}

TEST(Galois, RefusesTrailingBytes) {
  EXPECT_EQ(galois_error(three_edges(0) + "x"), "file: expected the end after 68 bytes, found 5 more");
}

}  // namespace
}  // namespace warpgraph::test
