// SPDX-License-Identifier: Apache-2.0
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/refused_graph.hpp>

#include "framework/io/reading.hpp"
#include "io/text/chunked_text.hpp"

namespace warpgraph::test {
namespace {

EdgeList read(std::string_view text, files::ReadOptions options = {}) {
  options.format = files::FileFormat::kEdgeList;
  return read_text(text, options);
}

std::string error(std::string_view text, files::ReadOptions options = {}) {
  options.format = files::FileFormat::kEdgeList;
  return error_of(text, options);
}

files::ReadOptions weights(files::WeightType type) {
  files::ReadOptions options;
  options.weights = type;
  return options;
}

TEST(EdgeListText, ReadsPairsOfIds) {
  const EdgeList list = read("0 1\n1 2\n2 0\n");
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.direction, Direction::kDirected);
  EXPECT_EQ(list.source, (Vertices{0, 1, 2}));
  EXPECT_EQ(list.target, (Vertices{1, 2, 0}));
  EXPECT_EQ(list.values.index(), 0u);
}

TEST(EdgeListText, SkipsCommentsAndBlankLines) {
  const EdgeList list = read("# SNAP\n\n% KONECT\n  // code\n0 1\n \t \n# in between\n1 0\n#end");
  EXPECT_EQ(edges_of(list), (Edges{{0, 1}, {1, 0}}));
}

TEST(EdgeListText, TakesAnySeparatorAndLineEnd) {
  const EdgeList list = read("0,1\r\n1;2\r\n 2\t3 \n3 , 4\n4|0");
  EXPECT_EQ(edges_of(list), (Edges{{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}}));
}

TEST(EdgeListText, PassesOverALineOfNamesOfColumns) {
  for (const std::string_view names : {"from,to\n", "# x\n\"id_1\";\"id_2\"\r\n", "_a B\n\n# y\n", "source\tTarget\n"})
    EXPECT_EQ(edges_of(read(std::string(names) + "0,1\n1 2")), (Edges{{0, 1}, {1, 2}})) << names;
  EXPECT_EQ(values_of<std::int32_t>(read("from,to,weight\n# x\n0,1,5\n")), (std::vector<std::int32_t>{5}));
  EXPECT_EQ(error("from,to\n0,1\nfrom,to\n"), "file:3: expected a vertex id, a whole number below 2^64, found 'from'");
  EXPECT_EQ(error("from,to\na,b\n"), "file:2: expected a vertex id, a whole number below 2^64, found 'a'");
}

TEST(EdgeListText, RefusesNamesOfOtherColumns) {
  for (const std::string_view text :
       {"from 1\n0 1\n", "from,to\n", ",from,to\n0,5,7\n", "id,from,to\n0,5,7\n", "source,weight,\"target\"\n5,1,7\n",
        "target,source\n5,7\n", "p edge 3 2\n1 2\n", "c made by hand\n1 2\n", "from to\r0 1\r1 2\r"})
    EXPECT_NE(error(text).find("file:1: expected a vertex id"), std::string::npos) << text << " gives " << error(text);
}

TEST(EdgeListText, KeepsNamesOfSparseIdsInIncreasingOrder) {
  const EdgeList list = read("30 10\n10 20\n");
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.source, (Vertices{2, 0}));
  EXPECT_EQ(list.target, (Vertices{0, 1}));
  EXPECT_EQ(list.ids.original, (Ids{10, 20, 30}));
}

TEST(EdgeListText, KeepsOnlyTheFirstIdOfConsecutiveIds) {
  const EdgeList list = read("7 5\n5 6\n");
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.ids.base, 5u);
  EXPECT_TRUE(list.ids.original.empty());
  EXPECT_EQ(edges_of(list), (Edges{{5, 6}, {7, 5}}));
}

TEST(EdgeListText, MapsIdsFarApartWithoutABitmap) {
  const EdgeList list = read("4294967294 1\n5 4000000000\n");
  EXPECT_EQ(list.ids.original, (Ids{1, 5, 4000000000u, 4294967294u}));
  EXPECT_EQ(edges_of(list), (Edges{{5, 4000000000u}, {4294967294u, 1}}));
}

TEST(EdgeListText, MapsIdsOf64Bits) {
  const EdgeList list = read("18446744073709551615 3 1.5\n3 4294967295 2\n");
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.ids.original, (Ids{3, 4294967295u, 18446744073709551615u}));
  EXPECT_EQ(edges_of(list), (Edges{{3, 4294967295u, 2}, {18446744073709551615u, 3, 1.5}}));
}

TEST(EdgeListText, KeepsOnlyTheFirstIdOfConsecutiveIdsOf64Bits) {
  const EdgeList list = read("5000000001 5000000000\n5000000002 5000000001\n");
  EXPECT_EQ(list.ids.base, 5000000000u);
  EXPECT_TRUE(list.ids.original.empty());
  EXPECT_EQ(list.source, (Vertices{1, 2}));
}

TEST(EdgeListText, CanKeepIdsAsTheyAre) {
  files::ReadOptions options;
  options.ids = files::IdMapping::kKeep;
  const EdgeList list = read("3 1\n", options);
  EXPECT_EQ(list.vertex_count, 4u);
  EXPECT_EQ(list.ids.base, 0u);
  EXPECT_EQ(list.source, (Vertices{3}));
  EXPECT_NE(error("3 5000000000\n", options).find("4294967295"), std::string::npos);
}

TEST(EdgeListText, TakesVerticesWithoutEdgesFromSnapsComment) {
  const EdgeList list = read("# Nodes: 5 Edges: 1\n1 3\n");
  EXPECT_EQ(list.vertex_count, 5u);
  EXPECT_EQ(list.ids.base, 0u);
  EXPECT_TRUE(list.ids.original.empty());
  EXPECT_EQ(list.source, (Vertices{1}));
}

TEST(EdgeListText, TakesTheFirstIdFromTheComments) {
  const EdgeList list = read("# Nodes: 4 Edges: 1\n# First id: 10\n11 13\n");
  EXPECT_EQ(list.vertex_count, 4u);
  EXPECT_EQ(list.ids.base, 10u);
  EXPECT_EQ(list.source, (Vertices{1}));
}

TEST(EdgeListText, IgnoresANumberOfNodesThatTheIdsContradict) {
  const EdgeList list = read("# Nodes: 2 Edges: 1\n1 3\n");
  EXPECT_EQ(list.vertex_count, 2u);
  EXPECT_EQ(list.ids.original, (Ids{1, 3}));
}

TEST(EdgeListText, TakesTheDirectionFromSnapsCommentOrTheOptions) {
  EXPECT_EQ(read("# Undirected graph: x.txt\n0 1\n").direction, Direction::kUndirectedOnce);
  EXPECT_EQ(read("# Directed graph: x.txt\n0 1\n").direction, Direction::kDirected);
  files::ReadOptions options;
  options.direction = Direction::kUndirectedBoth;
  EXPECT_EQ(read("0 1\n1 0\n", options).direction, Direction::kUndirectedBoth);
}

TEST(EdgeListText, ChoosesTheNarrowestTypeForTheWeights) {
  EXPECT_EQ(values_of<std::int32_t>(read("0 1 5\n1 0 -2147483648\n")), (std::vector<std::int32_t>{5, -2147483648}));
  EXPECT_EQ(values_of<std::int64_t>(read("0 1 5\n1 0 2147483648\n")), (std::vector<std::int64_t>{5, 2147483648}));
  EXPECT_EQ(values_of<double>(read("0 1 5\n1 0 99999999999\n0 0 .5\n")), (std::vector<double>{5, 99999999999, .5}));
  EXPECT_EQ(values_of<double>(read("0 1 99999999999999999999\n")), (std::vector<double>{1e20}));
}

TEST(EdgeListText, ReadsWeightsAsTheTypeThatIsAskedFor) {
  EXPECT_EQ(values_of<float>(read("0 1 5\n1 0 .1\n", weights(files::WeightType::kFloat))),
            (std::vector<float>{5.f, .1f}));
  EXPECT_EQ(values_of<std::int64_t>(read("0 1 5\n", weights(files::WeightType::kInt64))),
            (std::vector<std::int64_t>{5}));
  EXPECT_EQ(read("0 1 5 1082040961\n", weights(files::WeightType::kNone)).values.index(), 0u);
}

TEST(EdgeListText, ReadsWeightsAsPeopleWriteThem) {
  EXPECT_EQ(values_of<double>(read("0 1 +1.\n0 1 -.5e1\n0 1 1E+2\n0 1 1e-400\n")),
            (std::vector<double>{1, -5, 100, 0}));
  EXPECT_EQ(values_of<float>(read("0 1 1e-60\n", weights(files::WeightType::kFloat))), (std::vector<float>{0.f}));
}

TEST(EdgeListText, HoldsNoMoreMemoryThanItNeeds) {
  const EdgeList list = read("# a comment\n0 1\n\n1 2\n");
  EXPECT_EQ(list.source.capacity(), 2u);
  EXPECT_EQ(list.target.capacity(), 2u);
}

TEST(EdgeListText, MayHaveNoEdgesIfItSaysHowManyVertices) {
  const EdgeList list = read("# Nodes: 3 Edges: 0\n");
  EXPECT_EQ(list.vertex_count, 3u);
  EXPECT_EQ(list.size(), 0u);
}

TEST(EdgeListText, RefusesTextWithoutEdges) {
  EXPECT_EQ(error("# nothing\n\n"), "file:1: expected an edge, found nothing but comments");
}

TEST(EdgeListText, RefusesWhatIsNotAnId) {
  EXPECT_EQ(error("0 1\nsource target\n"), "file:2: expected a vertex id, a whole number below 2^64, found 'source'");
  EXPECT_EQ(error("0 -1\n"), "file:1: expected a vertex id, a whole number below 2^64, found '-1'");
  EXPECT_EQ(error("0 1x\n"), "file:1: expected a vertex id, a whole number below 2^64, found '1x'");
  EXPECT_EQ(error("0 18446744073709551616\n"),
            "file:1: expected a vertex id, a whole number below 2^64, found "
            "'18446744073709551616'");
  EXPECT_EQ(error("/ 1\n"), "file:1: expected a vertex id, a whole number below 2^64, found '/'");
}

TEST(EdgeListText, RefusesALineThatIsCutOff) {
  EXPECT_EQ(error("0 1\n\n# x\n1"),
            "file:4: expected a vertex id, a whole number below 2^64, found the end of the line");
}

TEST(EdgeListText, RefusesLinesWithOtherColumnsThanTheFirst) {
  EXPECT_EQ(error("0 1\n1 2 3\n"), "file:2: expected the end of the line, found '3'");
  EXPECT_EQ(error("0 1 2 3\n"), "file:1: expected the end of the line, found '3'");
  EXPECT_EQ(error("0 1 2\n1 2\n"), "file:2: expected a weight that is a finite number, found the end of the line");
}

TEST(EdgeListText, RefusesAnEmptyFieldBetweenSeparators) {
  const std::string empty = "expected a field between separators, found an empty one";
  EXPECT_EQ(error("0,1\n1,,2\n"), "file:2: " + empty);
  EXPECT_EQ(error("0 ; ; 1\n"), "file:1: " + empty);
  EXPECT_EQ(error("0,1,5\n1,2,,7\n"), "file:2: " + empty);
  EXPECT_EQ(edges_of(read("0,1,,7\n", weights(files::WeightType::kNone))), (Edges{{0, 1}}));
  EXPECT_EQ(edges_of(read("0  ,  1\n1 \t 2\n")), (Edges{{0, 1}, {1, 2}}));
}

// As of NetworkX, with the attributes of the edges behind the ids.
TEST(EdgeListText, KnowsThatWeightsCanBeLeftOutWhereTheyAreNoNumbers) {
  const auto reason_of = [](std::string_view text,
                            const files::ReadOptions& options) -> std::optional<graphs::RefusedGraph::Reason> {
    try {
      (void)read_text(text, options);
    } catch (const InputError& error) {
      const auto* const refused = dynamic_cast<const graphs::RefusedGraph*>(&error);
      if (refused != nullptr) return refused->reason();
    }
    return std::nullopt;
  };
  EXPECT_EQ(reason_of("0 28 {}\n", as(files::FileFormat::kEdgeList)), graphs::RefusedGraph::Reason::kWeights);
  EXPECT_EQ(reason_of("0 28 x\n", weights(files::WeightType::kInt32)), std::nullopt);
  EXPECT_EQ(reason_of("0 x 1\n", as(files::FileFormat::kEdgeList)), std::nullopt);
  EXPECT_EQ(edges_of(read("0 28 {}\n", weights(files::WeightType::kNone))), (Edges{{0, 28}}));
}

TEST(EdgeListText, RefusesWeightsThatAreNoFiniteNumbers) {
  for (const std::string bad : {"x", "nan", "NaN", "inf", "-inf", "1e999", "1.5.2", "0x10", "+-1"}) {
    EXPECT_EQ(error("0 1 1\n1 2 " + bad + "\n"),
              "file:2: expected a weight that is a finite number, found '" + bad + "'");
  }
  EXPECT_EQ(error("0 1 1e300\n", weights(files::WeightType::kFloat)),
            "file:1: expected a weight that is a finite number, found '1e300'");
}

TEST(EdgeListText, RefusesWeightsThatAreNotOfTheTypeAskedFor) {
  EXPECT_EQ(error("0 1 2147483648\n", weights(files::WeightType::kInt32)),
            "file:1: expected an integer weight of at most 32 bits, found '2147483648'");
  EXPECT_EQ(error("0 1 .5\n", weights(files::WeightType::kInt64)),
            "file:1: expected an integer weight of at most 64 bits, found '.5'");
}

TEST(EdgeListText, RefusesNegativeWeightsIfToldTo) {
  files::ReadOptions options;
  options.negative_weights = false;
  EXPECT_EQ(error("0 1 0\n0 1 -1\n", options), "file:2: expected no negative weight");
  EXPECT_EQ(error("0 1 0\n0 1 -.5\n", options), "file:2: expected no negative weight");
}

TEST(EdgeListText, ReportsTheFirstOfSeveralErrors) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += i < 500 ? "1 2 3\n" : "bad\n";
  text += "5000000000 1 .5\n";
  EXPECT_EQ(error(text).substr(0, 9), "file:501:");
}

TEST(EdgeListText, ShowsLongAndBinaryFieldsInShort) {
  EXPECT_EQ(error(std::string("0 ") + std::string(100, 'x') + "\n"),
            "file:1: expected a vertex id, a whole number below 2^64, found "
            "'xxxxxxxxxxxxxxxxxxxxxxxx...'");
  EXPECT_EQ(error(std::string("0 \x01\0\xff\n", 6)),
            "file:1: expected a vertex id, a whole number below 2^64, found '"
            "?\?\?'");
}

files::ReadOptions listed_at_both_ends() {
  files::ReadOptions options;
  options.direction = Direction::kUndirectedBoth;
  return options;
}

TEST(EdgeListText, NamesAnEdgeWithoutItsReverseWhereBothDirectionsAreListed) {
  EXPECT_EQ(
      error("0 1\n0 2\n0 3\n2 1\n", listed_at_both_ends()),
      "file:1: expected every edge in both directions, with one weight: 0 -> 1 is there once, and 1 -> 0 not at all");
  EXPECT_EQ(
      error("# ids\n10 30\n\n30 10\n20 10\n", listed_at_both_ends()),
      "file:5: expected every edge in both directions, with one weight: 20 -> 10 is there once, and 10 -> 20 not at "
      "all");
}

TEST(EdgeListText, BothDirectionsOfParallelEdgesAreEquallyMany) {
  EXPECT_EQ(read("0 1\n1 0\n1 0\n0 1\n", listed_at_both_ends()).size(), 4u);
  EXPECT_NE(error("0 1\n1 0\n0 1\n", listed_at_both_ends()).find(": 0 -> 1 is there 2 times, and 1 -> 0 once"),
            std::string::npos);
}

TEST(EdgeListText, BothDirectionsHaveTheSameWeights) {
  EXPECT_EQ(read("0 1 5\n0 1 6\n1 0 6\n1 0 5\n", listed_at_both_ends()).size(), 4u);
  EXPECT_EQ(read("0 1 0.0\n1 0 -0.0\n", listed_at_both_ends()).size(), 2u);
  EXPECT_NE(error("0 1 5\n1 0 6\n", listed_at_both_ends()).find(": 0 -> 1 has the weight 5, and 1 -> 0 has 6"),
            std::string::npos);
}

TEST(EdgeListText, NamesTheWeightsThatDifferOfParallelEdges) {
  EXPECT_NE(error("8 9 0.5\n8 9 7\n9 8 2.5\n9 8 0.5\n", listed_at_both_ends())
                .find("file:2: expected every edge in both directions, with one weight: 8 -> 9 has the weight 7.0, and "
                      "9 -> 8 has 2.5"),
            std::string::npos);
}

TEST(EdgeListText, ASelfLoopIsBothOfItsDirections) {
  EXPECT_EQ(read("0 0\n0 1\n1 0\n", listed_at_both_ends()).size(), 3u);
}

TEST(EdgeListText, BelievesThatBothDirectionsAreListedIfToldTo) {
  files::ReadOptions options = listed_at_both_ends();
  options.check_symmetry = false;
  EXPECT_EQ(read("0 1\n", options).size(), 1u);
}

TEST(EdgeListText, UnderstandsCommentsInAnyCaseBehindEmptyLines) {
  const EdgeList list = read("\n \t\n\r\n  # UNDIRECTED graph\n\n# nodes: 4 EDGES: 1\n1 2\n");
  EXPECT_EQ(list.direction, Direction::kUndirectedOnce);
  EXPECT_EQ(list.vertex_count, 4u);
}

TEST(EdgeListText, RefusesVerticesWhoseIdsAreTooLarge) {
  EXPECT_EQ(error("# Nodes: 3\n# First id: 18446744073709551614\n"),
            "file:1: expected ids below 2^64, found comments that speak of 3 vertices from 18446744073709551614 on");
}

TEST(EdgeListText, TheNewlineThatFollowsATextIsTheEndOfItsLastLine) {
  const std::string text = "0 1\n2 3\n";
  const std::string_view without = std::string_view(text).substr(0, 7);
  const detail::ChunkedText chunks(without, 1, 100, true);
  ASSERT_EQ(chunks.size(), 1u);
  EXPECT_EQ(chunks.chunks()[0].end, text.data() + text.size());
}

}  // namespace
}  // namespace warpgraph::test
