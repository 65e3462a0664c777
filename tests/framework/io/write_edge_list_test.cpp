// SPDX-License-Identifier: Apache-2.0
//
// What the writers write, and which graphs they refuse. That it can be read back, round_trip_test
// shows.

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/write_edge_list.hpp>

#include "framework/io/reading.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

// 0 -> 1, 1 -> 2, 2 -> 0, and vertex 3 alone
EdgeList triangle(Direction direction, EdgeValues values = {}) {
  EdgeList list;
  list.vertex_count = 4;
  list.source = {0, 1, 2};
  list.target = {1, 2, 0};
  list.direction = direction;
  list.values = std::move(values);
  return list;
}

EdgeList loop() {
  EdgeList list;
  list.vertex_count = 1;
  list.source = {0};
  list.target = {0};
  list.direction = Direction::kUndirectedOnce;
  return list;
}

class WriteEdgeList : public testing::Test {
 protected:
  std::string written(const std::string& name, const EdgeList& list, const files::WriteOptions& options = {}) const {
    files::write_edge_list(folder_.path() / name, list, options);
    return TemporaryFolder::content(folder_.path() / name);
  }

  // The message without the folder's name.
  std::string error(const std::string& name, const EdgeList& list) const {
    return refusal_of([&] { files::write_edge_list(folder_.path() / name, list); }, folder_.path());
  }

  TemporaryFolder folder_;
};

TEST_F(WriteEdgeList, EdgeListTextBeginsWithCommentsAsSnapWritesThem) {
  EXPECT_EQ(written("g.txt", triangle(Direction::kDirected)), "# Directed graph\n# Nodes: 4 Edges: 3\n0 1\n1 2\n2 0\n");
  EXPECT_EQ(written("g.txt", triangle(Direction::kUndirectedOnce, std::vector<double>{1, .5, -2})),
            "# Undirected graph, each edge once\n# Nodes: 4 Edges: 3\n"
            "0 1 1.0\n1 2 0.5\n2 0 -2.0\n");
}

TEST_F(WriteEdgeList, FilesForDataFramesHaveNamesOfColumnsAndCommas) {
  EXPECT_EQ(written("g.csv", triangle(Direction::kDirected)), "source,target\n0,1\n1,2\n2,0\n");
  EXPECT_EQ(written("g.csv", triangle(Direction::kUndirectedOnce, std::vector<double>{1, .5, -2})),
            "source,target,weight\n0,1,1.0\n1,0,1.0\n1,2,0.5\n2,1,0.5\n2,0,-2.0\n0,2,-2.0\n")
      << "without a comment both directions must be there";
  EXPECT_EQ(written("g.tsv", triangle(Direction::kDirected)),
            "# Directed graph\n# Nodes: 4 Edges: 3\n0\t1\n1\t2\n2\t0\n");
}

TEST_F(WriteEdgeList, FilesForGapHaveNoComments) {
  EXPECT_EQ(written("g.el", triangle(Direction::kDirected)), "0 1\n1 2\n2 0\n");
  EXPECT_EQ(written("g.wel", triangle(Direction::kDirected, std::vector<int>{7, 8, 9})), "0 1 7\n1 2 8\n2 0 9\n");
}

TEST_F(WriteEdgeList, FilesWithoutCommentsListUndirectedEdgesAtBothEnds) {
  EdgeList list = triangle(Direction::kUndirectedOnce);
  list.target[2] = 2;
  EXPECT_EQ(written("g.el", list), "0 1\n1 0\n1 2\n2 1\n2 2\n");
  list.direction = Direction::kUndirectedBoth;
  EXPECT_EQ(written("g.el", list), "0 1\n1 2\n2 2\n");
}

TEST_F(WriteEdgeList, EdgeListTextHasTheUsersIds) {
  EdgeList list = triangle(Direction::kDirected);
  list.ids.base = 1;
  EXPECT_EQ(written("g.txt", list), "# Directed graph\n# Nodes: 4 Edges: 3\n# First id: 1\n1 2\n2 3\n3 1\n");
  list.ids = {.base = 0, .original = {10, 20, 30, 40}};
  EXPECT_EQ(written("g.txt", list), "# Directed graph\n# Edges: 3\n10 20\n20 30\n30 10\n");
}

TEST_F(WriteEdgeList, EdgeListTextNamesAllVerticesWhoseIdsAreConsecutiveInAnyOrder) {
  EdgeList list = triangle(Direction::kDirected);
  list.ids.original = {7, 5, 8, 6};
  EXPECT_EQ(written("g.txt", list), "# Directed graph\n# Nodes: 4 Edges: 3\n# First id: 5\n7 5\n5 8\n8 7\n");
  list.ids.original = {3, 0, 1, 2};
  EXPECT_EQ(written("g.txt", list), "# Directed graph\n# Nodes: 4 Edges: 3\n3 0\n0 1\n1 3\n");
}

TEST_F(WriteEdgeList, MatrixMarketHasTheLowerTriangleOfUndirectedGraphs) {
  EXPECT_EQ(written("g.mtx", triangle(Direction::kDirected)),
            "%%MatrixMarket matrix coordinate pattern general\n4 4 3\n1 2\n2 3\n3 1\n");
  EXPECT_EQ(written("g.mtx", triangle(Direction::kUndirectedOnce, std::vector<int>{7, 8, 9})),
            "%%MatrixMarket matrix coordinate integer symmetric\n4 4 3\n2 1 7\n3 2 8\n3 1 9\n");
  EXPECT_EQ(written("g.mtx", triangle(Direction::kUndirectedOnce, std::vector<float>{1, .1f, 2})),
            "%%MatrixMarket matrix coordinate real symmetric\n4 4 3\n2 1 1.0\n3 2 0.1\n3 1 2.0\n");
}

TEST_F(WriteEdgeList, MetisListsBothDirections) {
  EXPECT_EQ(written("g.graph", triangle(Direction::kUndirectedOnce)), "4 3\n2 3\n1 3\n1 2\n\n");
  EdgeList list = triangle(Direction::kUndirectedOnce, std::vector<int>{7, 8, 9});
  EXPECT_EQ(written("g.graph", list), "4 3 001\n2 7 3 9\n1 7 3 8\n1 9 2 8\n\n");
  list.vertex_weights = {.count = 1, .values = {4, 3, 2, 1}};
  EXPECT_EQ(written("g.graph", list), "4 3 011\n4 2 7 3 9\n3 1 7 3 8\n2 1 9 2 8\n1\n");
}

TEST_F(WriteEdgeList, DimacsListsBothDirectionsAndNeedsWeights) {
  EXPECT_EQ(written("g.gr", triangle(Direction::kDirected)), "p sp 4 3\na 1 2 1\na 2 3 1\na 3 1 1\n");
  EXPECT_EQ(written("g.gr", triangle(Direction::kUndirectedOnce, std::vector<int>{7, 8, 9})),
            "p sp 4 6\na 1 2 7\na 2 1 7\na 2 3 8\na 3 2 8\na 3 1 9\na 1 3 9\n");
  EXPECT_EQ(written("g.col", triangle(Direction::kUndirectedOnce)), "p edge 4 3\ne 1 2\ne 2 3\ne 3 1\n");
}

TEST_F(WriteEdgeList, BinaryFormatsHaveTheirExactLayouts) {
  using U32 = std::uint32_t;
  using U64 = std::uint64_t;
  const EdgeList list = triangle(Direction::kDirected, std::vector<int>{7, 8, 9});
  EXPECT_EQ(written("g.vgr", list), binary(U64{1}, U64{4}, U64{4}, U64{3}) + binary(U64{1}, U64{2}, U64{3}, U64{3}) +
                                        binary(U32{1}, U32{2}, U32{0}, U32{0}, 7, 8, 9));
  EXPECT_EQ(written("g.egr", list), binary(4, 3, 0, 1, 2, 3, 3, 1, 2, 0, 7, 8, 9));
  EXPECT_EQ(written("g.wsg", list), binary(std::uint8_t{1}, U64{3}, U64{4}) +
                                        binary(U64{0}, U64{1}, U64{2}, U64{3}, U64{3}, 1, 7, 2, 8, 0, 9) +
                                        binary(U64{0}, U64{1}, U64{2}, U64{3}, U64{3}, 2, 9, 0, 7, 1, 8));
  EXPECT_EQ(written("g.sg", triangle(Direction::kUndirectedOnce)),
            binary(std::uint8_t{0}, U64{6}, U64{4}) + binary(U64{0}, U64{2}, U64{4}, U64{6}, U64{6}, 1, 2, 0, 2, 0, 1));
}

TEST_F(WriteEdgeList, IntegersStoredAsRealsAreIntegers) {
  EXPECT_EQ(written("g.egr", triangle(Direction::kDirected, std::vector<double>{7, 8, -9})),
            binary(4, 3, 0, 1, 2, 3, 3, 1, 2, 0, 7, 8, -9));
}

TEST_F(WriteEdgeList, RefusesWeightsThatTheFormatCannotHold) {
  const EdgeList half = triangle(Direction::kUndirectedOnce, std::vector<double>{1, .5, 2});
  EXPECT_EQ(error("g.gr", half),
            "g.gr: the format holds weights that are integers from -9223372036854775808 to "
            "9223372036854775807; that of the edge 1 - 2 is 0.500000");
  EXPECT_EQ(error("g.graph", triangle(Direction::kUndirectedOnce, std::vector<int>{0, 1, 1})),
            "g.graph: the format holds weights that are integers from 1 to 9223372036854775807; "
            "that of the edge 0 - 1 is 0");
  const EdgeList wide = triangle(Direction::kDirected, std::vector<std::int64_t>{1, 1, 1LL << 31});
  EXPECT_EQ(error("g.egr", wide),
            "g.egr: the format holds weights that are integers from -2147483648 to 2147483647; "
            "that of the edge 2 - 0 is 2147483648");
  EXPECT_EQ(error("g.egr", triangle(Direction::kDirected, std::vector<double>{1e300, 1, 1})).substr(0, 17),
            "g.egr: the format");
  EXPECT_EQ(error("g.sg", half), "g.sg: GAP .sg files hold no weights, this graph has some; .wsg files do");
  EXPECT_EQ(error("g.col", half), "g.col: DIMACS colouring files hold no weights, this graph has some");
}

TEST_F(WriteEdgeList, LeavesWeightsOutIfAskedTo) {
  files::WriteOptions options;
  options.weights = false;
  const EdgeList list = triangle(Direction::kUndirectedOnce, std::vector<double>{1, .5, 2});
  EXPECT_EQ(written("g.col", list, options), "p edge 4 3\ne 1 2\ne 2 3\ne 3 1\n");
  EXPECT_EQ(written("g.graph", list, options), "4 3\n2 3\n1 3\n1 2\n\n");
  EXPECT_EQ(written("g.el", list, options), "0 1\n1 0\n1 2\n2 1\n2 0\n0 2\n");
}

TEST_F(WriteEdgeList, RefusesGraphsThatAreNotUndirectedAndSimpleWhereTheFormatIs) {
  const std::string refusal = "hold undirected graphs, this one is directed";
  EXPECT_EQ(error("g.graph", triangle(Direction::kDirected)), "g.graph: METIS files " + refusal);
  EXPECT_EQ(error("g.col", triangle(Direction::kDirected)), "g.col: DIMACS colouring files " + refusal);
  EXPECT_EQ(error("g.graph", loop()), "g.graph: METIS files hold no self-loops, vertex 0 has one");
  EdgeList parallel = triangle(Direction::kUndirectedOnce);
  parallel.source.push_back(2);
  parallel.target.push_back(1);
  EXPECT_EQ(error("g.graph", parallel), "g.graph: METIS files hold no parallel edges, there are some between 2 and 1");
}

TEST_F(WriteEdgeList, RefusesAListThatIsNotOne) {
  EdgeList list = triangle(Direction::kDirected);
  list.target.pop_back();
  EXPECT_THROW(files::write_edge_list(folder_.path() / "g.el", list), UsageError);
  list = triangle(Direction::kDirected, std::vector<int>{1});
  EXPECT_THROW(files::write_edge_list(folder_.path() / "g.el", list), UsageError);
}

TEST_F(WriteEdgeList, RefusesAnUnknownExtension) {
  EXPECT_EQ(error("graph.xyz", loop()),
            "graph.xyz: expected an extension that says the format; give it, one of edges mtx "
            "metis dimacs dimacs-edge galois sg wsg egr graphalytics");
}

TEST_F(WriteEdgeList, AGraphThatIsRefusedLeavesTheOldFile) {
  folder_.file("g.graph", "old");
  EXPECT_NE(error("g.graph", loop()), "no error");
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "g.graph"), "old");
}

TEST_F(WriteEdgeList, CountsTheVerticesThatTheFileDoesNotHave) {
  const EdgeList list = triangle(Direction::kDirected);  // vertex 3 has no edge
  EXPECT_EQ(files::write_edge_list(folder_.path() / "g.el", list), 1u);
  EXPECT_EQ(files::write_edge_list(folder_.path() / "g.wel.gz", list), 1u);
  EXPECT_EQ(files::write_edge_list(folder_.path() / "g.csv", list), 1u);
  EXPECT_EQ(files::write_edge_list(folder_.path() / "g.txt", list), 0u);
  EXPECT_EQ(files::write_edge_list(folder_.path() / "g.mtx", list), 0u);
  EdgeList relabelled = list;
  relabelled.ids.original = {7, 5, 8, 6};
  EXPECT_EQ(files::write_edge_list(folder_.path() / "g.txt", relabelled), 0u);
  EXPECT_EQ(files::write_edge_list(folder_.path() / "g.el", relabelled), 1u);
  EdgeList sparse = list;
  sparse.ids.original = {5, 7, 11, 13};
  EXPECT_EQ(files::write_edge_list(folder_.path() / "g.txt", sparse), 1u);
}

TEST_F(WriteEdgeList, RefusesToWriteAnEdgeListThatWouldNameNoVertex) {
  EdgeList list;
  list.vertex_count = 2;
  EXPECT_EQ(error("g.el", list), "g.el: a graph without edges cannot be written: the file would name no vertex");
  EXPECT_EQ(error("g.txt", list), "no error");
  list.ids.original = {5, 7};
  EXPECT_EQ(error("h.txt", list), "h.txt: a graph without edges cannot be written: the file would name no vertex");
}

}  // namespace
}  // namespace warpgraph::test
