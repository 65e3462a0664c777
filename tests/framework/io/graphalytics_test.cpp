// SPDX-License-Identifier: Apache-2.0
//
// Files of vertices beside edge lists, and the data sets of LDBC Graphalytics, which have one.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/io/companion_files.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>

#include "framework/io/reading.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

class GraphalyticsTest : public testing::Test {
 protected:
  std::filesystem::path write(const std::string& name, const std::string& content) const {
    return folder_.file(name, content);
  }
  // Each line becomes one of a graph that is called small.1.
  std::filesystem::path properties(const std::string& lines) const {
    std::string text = "# a graph\n\n";
    std::istringstream stream(lines);
    for (std::string line; std::getline(stream, line);) text += "graph.small.1." + line + "\n";
    return write("g.properties", text);
  }
  // The whole message, without the folder.
  std::string error(const std::filesystem::path& path, const files::ReadOptions& options = {}) const {
    std::string message = refusal<Error>([&] { (void)files::read_edge_list(path, options); });
    const std::string folder = folder_.path().string() + "/";
    for (std::size_t at; (at = message.find(folder)) != message.npos;) message.erase(at, folder.size());
    return message;
  }
  files::ReadOptions with_vertices(const std::string& content) const {
    files::ReadOptions options;
    options.vertices = write("g.v", content);
    return options;
  }

  TemporaryFolder folder_;
};

constexpr const char* kFiles = "vertex-file = g.v\nedge-file = g.e\n";

TEST_F(GraphalyticsTest, VerticesWithoutEdgesStandInTheFileOfVertices) {
  const EdgeList list =
      files::read_edge_list(write("g.e", "7 900\n900 20\n"), with_vertices("900\n7\n# none\n20\n8\n"));
  EXPECT_EQ(list.vertex_count, 4u);
  EXPECT_EQ(list.ids.original, (Ids{7, 8, 20, 900}));
  EXPECT_EQ(edges_of(list), (Edges{{7, 900}, {900, 20}}));
}

TEST_F(GraphalyticsTest, ConsecutiveIdsNeedNoTable) {
  const EdgeList list = files::read_edge_list(write("g.e", "12 14\n"), with_vertices("11\n12\n13\n14\n"));
  EXPECT_EQ(list.ids.base, 11u);
  EXPECT_TRUE(list.ids.original.empty());
  EXPECT_EQ(edges_of(list), (Edges{{12, 14}}));
}

TEST_F(GraphalyticsTest, IdsMayBeAnyOf64Bits) {
  const files::ReadOptions options = with_vertices("0\n18446744073709551615\n9007199254740993\n");
  const EdgeList list = files::read_edge_list(write("g.e", "18446744073709551615 9007199254740993\n"), options);
  EXPECT_EQ(list.ids.original, (Ids{0, 9007199254740993u, ~std::uint64_t{0}}));
  EXPECT_EQ(list.source, (Vertices{2}));
  EXPECT_EQ(list.target, (Vertices{1}));
}

TEST_F(GraphalyticsTest, AGraphMayHaveVerticesOnly) {
  for (const char* const content : {"", "# no edges\n"}) {
    const EdgeList list = files::read_edge_list(write("g.e", content), with_vertices("3\n5\n"));
    EXPECT_EQ(list.vertex_count, 2u);
    EXPECT_EQ(list.size(), 0u);
  }
}

TEST_F(GraphalyticsTest, WrongFilesOfVerticesAreRefused) {
  const std::filesystem::path edges = write("g.e", "1 2\n2 4\n");
  EXPECT_EQ(error(edges, with_vertices("1\n2\n3\n")), "g.e:2: has vertex 4, which is not in g.v");
  EXPECT_EQ(error(edges, with_vertices("1\n2\n\n4\n2\n")), "g.v:5: has vertex 2 again, after line 2");
  EXPECT_EQ(error(edges, with_vertices("1\n2 3\n")), "g.v:2: expected one id a line, found '3' behind 2");
  EXPECT_EQ(error(edges, with_vertices("1\n-2\n")),
            "g.v:2: expected the id of a vertex, a whole number up to 18446744073709551615, found '-2'");
  EXPECT_EQ(error(edges, with_vertices("# 1\n")), "g.v: expected the id of a vertex, found nothing but comments");
  EXPECT_EQ(error(edges, with_vertices("")), "g.v: is empty");
}

TEST_F(GraphalyticsTest, OnlyEdgeListsTakeAFileOfVertices) {
  files::ReadOptions options = with_vertices("1\n");
  EXPECT_EQ(error(write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n"), options),
            "a file of vertices belongs to an edge list, and mtx files say which vertices there are");
  options.ids = files::IdMapping::kKeep;
  EXPECT_EQ(error(write("g.e", "1 1\n"), options),
            "a file of vertices says which ids there are; they cannot be kept up to the largest as well");
}

TEST_F(GraphalyticsTest, PropertiesSayWhatTheGraphIs) {
  write("g.v", "1\n2\n3\n10\n");
  write("g.e", "1 2 5\n2 10 0.5\n");
  const EdgeList list = files::read_edge_list(
      properties(std::string(kFiles) + "meta.vertices = 4\nmeta.edges = 2\ndirected = true\n"
                                       "edge-properties.names = weight\nedge-properties.types = real\n"));
  EXPECT_EQ(list.direction, Direction::kDirected);
  EXPECT_EQ(list.vertex_count, 4u);
  EXPECT_EQ(values_of<double>(list), (std::vector<double>{5, .5}));
  EXPECT_EQ(files::read_edge_list(properties(std::string(kFiles) + "directed = false\n")).direction,
            Direction::kUndirectedOnce);
}

TEST_F(GraphalyticsTest, WrongPropertiesAreRefused) {
  write("g.v", "1\n2\n");
  write("g.e", "1 2\n");
  const auto refusal = [&](const std::string& lines) { return error(properties(std::string(kFiles) + lines)); };
  EXPECT_EQ(refusal(""), "g.properties: expected a line \"graph.small.1.directed = ...\"");
  EXPECT_EQ(refusal("directed = yes\n"), "g.properties:5: expected true or false, found 'yes'");
  EXPECT_EQ(refusal("directed = true\nmeta.edges = 2x\n"), "g.properties:6: expected a whole number, found '2x'");
  EXPECT_EQ(refusal("directed = true\nmeta.edges = 7\n"), "g.properties: speaks of 7 edges, and its files have 1");
  EXPECT_EQ(refusal("directed = true\nmeta.vertices = 3\n"),
            "g.properties: speaks of 3 vertices, and its files have 2");
  EXPECT_EQ(refusal("directed = true\ndirected = true\n"), "g.properties:6: has 'directed' again, after line 5");
  EXPECT_EQ(error(write("g.properties", "graph.g.vertex-file g.v\n")),
            "g.properties:1: expected KEY = VALUE, found 'graph.g.vertex-file g.v'");
  EXPECT_EQ(error(write("g.properties", "graph.g.vertex-file = g.v\ngraph.h.edge-file = g.e\n")),
            "g.properties:2: expected a property that begins with 'graph.g.', found 'graph.h.edge-file'");
  EXPECT_EQ(error(write("g.properties", "directed = true\n")),
            "g.properties: expected a line \"graph.NAME.vertex-file = ...\"");
}

TEST_F(GraphalyticsTest, WeightsAreWhatThePropertiesDeclare) {
  write("g.v", "1\n2\n");
  write("g.e", "1 2\n");
  const std::string directed = std::string(kFiles) + "directed = true\n";
  const auto refusal = [&](const std::string& lines) { return error(properties(directed + lines)); };
  EXPECT_EQ(refusal("edge-properties.names = length\nedge-properties.types = real\n"),
            "g.properties: says that edges have a weight, and those of g.e have none");
  EXPECT_EQ(refusal("edge-properties.names = a, b\nedge-properties.types = real, int\n"),
            "g.properties:6: expected one property of the edges, their weight, found 'a, b'");
  EXPECT_EQ(refusal("edge-properties.types = real\n"),
            "g.properties: expected a line \"graph.small.1.edge-properties.names = ...\"");
  EXPECT_EQ(refusal("edge-properties.names = a\nedge-properties.types = text\n"),
            "g.properties:7: expected the type real or int, found 'text'");
  write("g.e", "1 2 7\n");  // weights that nothing declares are weights
  EXPECT_EQ(values_of<std::int32_t>(files::read_edge_list(properties(directed))), (std::vector<std::int32_t>{7}));
  files::ReadOptions options;
  options.direction = Direction::kUndirectedOnce;
  EXPECT_EQ(error(properties(directed), options),
            "g.properties: direction: the properties say whether edges are directed");
}

TEST_F(GraphalyticsTest, CommentsOfTheEdgesDoNotCountVertices) {
  const std::filesystem::path edges = write("g.e", "# Nodes: 5 Edges: 1\n1 2\n");
  EXPECT_EQ(files::read_edge_list(edges, with_vertices("1\n2\n4\n")).ids.original, (Ids{1, 2, 4}));
}

TEST_F(GraphalyticsTest, ADeviceWithoutAnEndIsRefusedAtOnce) {
  files::ReadOptions options;
  options.vertices = "/dev/zero";
  EXPECT_EQ(error(write("g.e", "1 2\n"), options), "/dev/zero:1: expected text, found a byte 0");
}

TEST_F(GraphalyticsTest, TheFilesThatBelongToPropertiesAreKnown) {
  using Paths = std::vector<std::filesystem::path>;
  const std::filesystem::path folder = folder_.path();
  const std::filesystem::path path = properties("vertex-file = a.v\nedge-file = b.e\ndirected = true\n");
  EXPECT_EQ(files::files_read_with(path), (Paths{folder / "a.v", folder / "b.e"}));
  EXPECT_EQ(files::files_written_with(path), (Paths{folder / "g.v", folder / "g.e"}));
  for (const char* const other : {"g.el", "missing.properties"})
    EXPECT_EQ(files::files_read_with(folder / other), Paths()) << other;
}

TEST_F(GraphalyticsTest, WhatIsWrittenIsReadAgain) {
  EdgeList list;
  list.vertex_count = 4;
  list.source = {3, 0};
  list.target = {1, 2};
  list.direction = Direction::kUndirectedOnce;
  list.values = std::vector<double>{1, 2.5};
  list.ids.original = {40, 10, 20, 30};
  const std::filesystem::path path = folder_.path() / "out.properties";
  EXPECT_EQ(files::write_edge_list(path, list), 0u);
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "out.v"), "10\n20\n30\n40\n");
  EXPECT_EQ(TemporaryFolder::content(folder_.path() / "out.e"), "10 30 1.0\n20 40 2.5\n");
  const EdgeList again = files::read_edge_list(path);
  EXPECT_EQ(again.ids.original, (Ids{10, 20, 30, 40}));
  EXPECT_EQ(again.direction, Direction::kUndirectedOnce);
  EXPECT_EQ(edges_of(again), (Edges{{10, 30, 1}, {20, 40, 2.5}}));
}

TEST_F(GraphalyticsTest, StandardOutputAndOtherNamesAreRefused) {
  EdgeList list;
  list.vertex_count = 1;
  files::WriteOptions options;
  options.format = files::FileFormat::kGraphalytics;
  const auto refusal = [&](const std::filesystem::path& path) {
    return refusal_of([&] { files::write_edge_list(path, list, options); }, folder_.path());
  };
  EXPECT_EQ(refusal("-"), "graphalytics files are three; standard output takes one, expected a path");
  EXPECT_EQ(refusal(folder_.path() / "g.txt"), "g.txt: expected a name that ends in .properties");
  for (const char* const name : {" g.properties", "g = h.properties", "g#.properties", "g\nh.properties"})
    EXPECT_EQ(
        refusal(folder_.path() / name),
        name + std::string(": expected a name without blanks and without =, # and !, which cut lines of properties"));
  std::filesystem::create_symlink(folder_.path() / "real.properties", folder_.path() / "link.properties");
  EXPECT_TRUE(refusal(folder_.path() / "link.properties").starts_with("link.properties: is a link; "));
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "link.v"));
}

}  // namespace
}  // namespace warpgraph::test
