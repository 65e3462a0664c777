// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ranks/write_part.hpp>

#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/io/read_edge_list.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/ranks/build_part.hpp>
#include <warpgraph/framework/ranks/generate_part.hpp>
#include <warpgraph/framework/ranks/read_part.hpp>

#include "parts.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

using std::filesystem::path;

class WritePart : public ::testing::TestWithParam<int> {
 protected:
  // What `make` gives each rank is written as `graph` is.
  template <class Make>
  void expect_bytes_of(const AnyGraph& graph, Make&& make) {
    files::write_wg(folder_.path() / "one.wg", graph);
    on_ranks(GetParam(), [&](Ranks& ranks) {
      ThreadPool threads(2);
      ranks::write_part(ranks, folder_.path() / "together.wg", make(ranks, threads), threads);
    });
    EXPECT_TRUE(TemporaryFolder::content(folder_.path() / "together.wg") ==
                TemporaryFolder::content(folder_.path() / "one.wg"));
  }
  void expect_bytes_of_file(const path& file, const BuildOptions& building = {}) {
    SCOPED_TRACE(file);
    ThreadPool threads(2);
    const bool is_wg = file.extension() == ".wg";
    expect_bytes_of(is_wg ? files::read_wg(file) : build_graph(threads, files::read_edge_list(file), building),
                    [&](Ranks& ranks, ThreadPool& pool) {
                      ranks::ReadPartOptions options;
                      options.read.pool = &pool;
                      options.build = building;
                      return ranks::read_part(ranks, file, options);
                    });
  }
  void expect_bytes_of_generator(const generators::GeneratorSpec& spec) {
    ThreadPool threads(2);
    expect_bytes_of(build_graph(threads, generators::generate(spec, threads)),
                    [&](Ranks& ranks, ThreadPool& pool) { return ranks::generate_part(ranks, pool, spec); });
  }

  TemporaryFolder folder_;
};
INSTANTIATE_TEST_SUITE_P(Host, WritePart, ::testing::ValuesIn(kRankCounts),
                         [](const auto& param) { return "ranks" + std::to_string(param.param); });

TEST_P(WritePart, FilesBecomeThoseThatOneRankWrites) {
  expect_bytes_of_file(folder_.file("numbers.el", "0 1\n1 2\n2 0\n"));
  expect_bytes_of_file(folder_.file("names.txt", "5 6 1\n600 7 2\n5 600 2\n7 7 1.5\n"));
  expect_bytes_of_file(folder_.file("wide.txt", "18446744073709551615 1099511627776 9000000000\n5 6 3\n"));
  expect_bytes_of_file(
      folder_.file("one.txt", "# Undirected graph\n# Nodes: 4 Edges: 3\n# First id: 1\n1 2\n2 3\n3 3\n"));
  expect_bytes_of_file(folder_.file("no_edge.txt", "# Directed graph\n# Nodes: 3 Edges: 0\n"));
  expect_bytes_of_file(folder_.file("no_vertex.txt", "# Directed graph\n# Nodes: 0 Edges: 0\n"));
  expect_bytes_of_file(
      folder_.file("real.mtx", "%%MatrixMarket matrix coordinate real general\n3 3 2\n1 2 .5\n3 1 2\n"));
  const path metis = folder_.file("weights.graph", "4 3 011 2\n7 1 2 5\n3 2 1 5 3 2\n0 0 2 2 4 1\n9 8 3 1\n");
  expect_bytes_of_file(metis);
  BuildOptions no_loops;
  no_loops.drop_self_loops = true;
  expect_bytes_of_file(metis, no_loops);
}

// Ids that follow each other need no section, in whatever way they were read.
TEST_P(WritePart, OwnFilesAreWrittenAgain) {
  ThreadPool threads(2);
  EdgeList named{.vertex_count = 3, .source = {0, 1}, .target = {1, 2}};
  for (const std::vector<std::uint64_t>& ids : {std::vector<std::uint64_t>{7, 8, 9}, {9, 7, 8}}) {
    named.ids = {.base = 1, .original = ids};
    files::write_wg(folder_.path() / "named.wg", build_graph(threads, named));
    expect_bytes_of_file(folder_.path() / "named.wg");
  }
  const path metis = folder_.file("weights.graph", "4 3 011 2\n7 1 2 5\n3 2 1 5 3 2\n0 0 2 2 4 1\n9 8 3 1\n");
  files::write_wg(folder_.path() / "weights.wg", build_graph(threads, files::read_edge_list(metis)));
  expect_bytes_of_file(folder_.path() / "weights.wg");
}

// Rows of several MiB, whose blocks lie on several ranks, and some ranks between them.
TEST_P(WritePart, ChecksumsAreThoseOfTheWholeFile) {
  for (const char* const vertices : {"200000", "300001"})
    expect_bytes_of_generator(generators::parse_generator(
        "erdos-renyi",
        {{"vertices", vertices}, {"edges", "700000"}, {"weights", "uniform"}, {"weight-type", "double"}}));
  static_cast<void>(files::read_wg(folder_.path() / "together.wg", {.verify = true}));
}

TEST_P(WritePart, GridsAndIdsOf64BitsAreRefused) {
  const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
    const auto first = static_cast<std::uint64_t>(ranks.rank()) * 10;
    ranks::SparseEdgeList edges;
    const ranks::AnyGraphPart part =
        ranks::build_part(ranks, threads, std::move(edges), ranks::GlobalRange{first, first + 10});
    ranks::write_part(ranks, folder_.path() / "g.wg", part, threads);
  });
  for (const std::string& error : errors) EXPECT_EQ(error, "UsageError");
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "g.wg"));
}

TEST_P(WritePart, PartsOfSeveralGraphsAreRefused) {
  if (GetParam() == 1) return;
  const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
    ranks::AnyGraphPart part =
        ranks::generate_part(ranks, threads, generators::parse_generator("cycle", {{"vertices", "1000"}}));
    if (ranks.rank() == 1) part = graphs::convert_values<double>(threads, std::move(part));
    ranks::write_part(ranks, folder_.path() / "g.wg", part, threads);
  });
  for (const std::string& error : errors) EXPECT_EQ(error, "UsageError");
}

TEST_P(WritePart, WhatCannotBeWrittenIsAnErrorOnAllRanks) {
  const generators::GeneratorSpec spec = generators::parse_generator("cycle", {{"vertices", "1000"}});
  for (const path& target : {path("/dev/null"), folder_.path() / "missing" / "g.wg"}) {
    const auto errors = errors_of(GetParam(), [&](Ranks& ranks, ThreadPool& threads) {
      ranks::write_part(ranks, target, ranks::generate_part(ranks, threads, spec), threads);
    });
    for (const std::string& error : errors) EXPECT_NE(error.find(target.string()), error.npos) << error;
  }
}

}  // namespace
}  // namespace warpgraph::test
