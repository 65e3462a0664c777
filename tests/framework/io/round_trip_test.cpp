// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/framework/graph/convert.hpp>
#include <warpgraph/framework/io/wg.hpp>
#include <warpgraph/framework/io/write_edge_list.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "framework/io/reading.hpp"
#include "support/temporary_folder.hpp"

namespace warpgraph::test {
namespace {

using Formats = std::vector<files::FileFormat>;

// A random graph with some vertices that have no edges, the last among them.
EdgeList random_graph(std::uint64_t seed, Direction direction, bool loops_and_parallel_edges) {
  std::mt19937_64 random(seed);
  EdgeList list;
  list.vertex_count = 40;
  list.direction = direction;
  for (VertexId u = 0; u + 2 < list.vertex_count; ++u) {
    for (VertexId v = 0; v + 2 < list.vertex_count; ++v) {
      const bool allowed = direction == Direction::kDirected ? u != v : u < v;
      const auto copies = allowed || loops_and_parallel_edges ? random() % 16 / 14 : 0;
      for (std::uint64_t i = 0; i < copies; ++i) {
        list.source.push_back(u);
        list.target.push_back(v);
        if (direction != Direction::kUndirectedBoth) continue;
        list.source.push_back(v);
        list.target.push_back(u);
      }
    }
  }
  return list;
}

// The same weight for both directions of an edge.
template <class T>
EdgeList weighted(EdgeList list, T step) {
  std::vector<T> weights;
  for (std::size_t e = 0; e < list.size(); ++e) {
    const std::uint64_t sum = std::uint64_t{list.source[e]} + list.target[e];
    weights.push_back(static_cast<T>(step + static_cast<T>(sum) * step));
  }
  list.values = std::move(weights);
  return list;
}

class RoundTrip : public testing::Test {
 protected:
  // Writes and reads.
  EdgeList through(files::FileFormat format, const EdgeList& list,
                   files::WeightType weights = files::WeightType::kAuto) const {
    files::WriteOptions writing;
    writing.format = format;
    const auto path = folder_.path() / "graph";
    files::write_edge_list(path, list, writing);
    files::ReadOptions reading = as(format);
    reading.weights = weights;
    return files::read_edge_list(path, reading);
  }

  // Builds a graph, writes it as .wg, and reads that.
  EdgeList through_wg(EdgeList list) const {
    const auto path = folder_.path() / "graph.wg";
    ThreadPool threads(2);
    files::write_wg(path, build_graph(threads, std::move(list)), &threads);
    return to_edge_list(threads, files::read_wg(path, {.verify = true, .threads = &threads}));
  }

  void expect_all_pairs_keep(const EdgeList& list, const Formats& formats,
                             files::WeightType weights = files::WeightType::kAuto) const {
    for (const files::FileFormat first : formats) {
      const EdgeList once = through(first, list, weights);
      for (const files::FileFormat second : formats) {
        if (is_symmetric_only(second) && !is_symmetric_only(first)) continue;
        const EdgeList twice = through(second, once, weights);
        SCOPED_TRACE(testing::Message() << name_of(first) << " to " << name_of(second));
        EXPECT_EQ(twice.vertex_count, list.vertex_count);
        EXPECT_EQ(arcs_of(twice), arcs_of(list));
        EXPECT_EQ(twice.values.index(), list.values.index());
      }
      EXPECT_EQ(arcs_of(through(first, through_wg(once), weights)), arcs_of(list)) << name_of(first) << " by way of wg";
    }
  }

  // Formats that hold undirected graphs only, and say so when they are read.
  static bool is_symmetric_only(files::FileFormat format) {
    return format == files::FileFormat::kMetis || format == files::FileFormat::kDimacsColouring;
  }

  TemporaryFolder folder_;
};

TEST_F(RoundTrip, EveryPairKeepsAnUndirectedGraph) {
  const Formats formats = {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket,
                           files::FileFormat::kMetis,    files::FileFormat::kDimacsColouring,
                           files::FileFormat::kGalois,   files::FileFormat::kGap,
                           files::FileFormat::kEcl};
  expect_all_pairs_keep(random_graph(1, Direction::kUndirectedOnce, false), formats);
  expect_all_pairs_keep(random_graph(2, Direction::kUndirectedBoth, false), formats);
}

TEST_F(RoundTrip, EveryPairKeepsAWeightedUndirectedGraph) {
  const Formats formats = {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket,
                           files::FileFormat::kMetis,    files::FileFormat::kDimacs,
                           files::FileFormat::kGalois,   files::FileFormat::kGapWeighted,
                           files::FileFormat::kEcl};
  expect_all_pairs_keep(weighted(random_graph(3, Direction::kUndirectedOnce, false), 3), formats);
  expect_all_pairs_keep(weighted(random_graph(4, Direction::kUndirectedBoth, false), 3), formats);
}

TEST_F(RoundTrip, EveryPairKeepsADirectedGraphWithLoopsAndParallelEdges) {
  const EdgeList list = random_graph(5, Direction::kDirected, true);
  expect_all_pairs_keep(list, {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket,
                               files::FileFormat::kGalois, files::FileFormat::kGap, files::FileFormat::kEcl});
  expect_all_pairs_keep(weighted(list, -3),
                        {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket, files::FileFormat::kDimacs,
                         files::FileFormat::kGalois, files::FileFormat::kGapWeighted, files::FileFormat::kEcl});
}

TEST_F(RoundTrip, EveryPairKeepsUndirectedLoopsAndParallelEdges) {
  const EdgeList list = random_graph(6, Direction::kUndirectedOnce, true);
  expect_all_pairs_keep(list, {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket,
                               files::FileFormat::kGalois, files::FileFormat::kGap, files::FileFormat::kEcl});
}

TEST_F(RoundTrip, WideIntegersAreKept) {
  const EdgeList list = weighted(random_graph(7, Direction::kDirected, true), std::int64_t{5000000000});
  expect_all_pairs_keep(list, {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket,
                               files::FileFormat::kDimacs, files::FileFormat::kGalois});
}

TEST_F(RoundTrip, RealsAreKeptToTheLastBit) {
  const Formats formats = {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket, files::FileFormat::kGalois};
  const EdgeList list = random_graph(8, Direction::kUndirectedOnce, true);
  expect_all_pairs_keep(weighted(list, 1. / 3), formats, files::WeightType::kDouble);
  expect_all_pairs_keep(weighted(list, 1.f / 3), formats, files::WeightType::kFloat);
  expect_all_pairs_keep(weighted(list, 2.), {files::FileFormat::kEdgeList, files::FileFormat::kMatrixMarket});
}

TEST_F(RoundTrip, EdgeListTextKeepsTheNamesOfVertices) {
  EdgeList list = random_graph(9, Direction::kDirected, false);
  list.ids.base = 17;
  const EdgeList read = through(files::FileFormat::kEdgeList, list);
  EXPECT_EQ(read.ids.base, 17u);
  EXPECT_EQ(edges_of(read), edges_of(list));

  list.ids.base = 0;
  for (std::uint64_t v = 0; v < list.vertex_count; ++v) list.ids.original.push_back(v * v << 30);
  EXPECT_EQ(edges_of(through(files::FileFormat::kEdgeList, list)), edges_of(list));
}

TEST_F(RoundTrip, MetisKeepsVertexWeights) {
  EdgeList list = random_graph(10, Direction::kUndirectedOnce, false);
  list.vertex_weights.count = 3;
  for (std::int64_t i = 0; i < 120; ++i) list.vertex_weights.values.push_back(i * i);
  EXPECT_EQ(through(files::FileFormat::kMetis, list).vertex_weights.values, list.vertex_weights.values);
  const EdgeList both = through(files::FileFormat::kMetis, weighted(list, 2));
  EXPECT_EQ(both.vertex_weights.values, list.vertex_weights.values);
  EXPECT_EQ(arcs_of(both), arcs_of(weighted(list, 2)));
}

TEST_F(RoundTrip, GaloisVersion2IsReadBack) {
  const EdgeList list = weighted(random_graph(11, Direction::kDirected, true), 7);
  files::WriteOptions options;
  options.galois_version = 2;
  const auto path = folder_.path() / "graph.vgr";
  files::write_edge_list(path, list, options);
  EXPECT_EQ(arcs_of(files::read_edge_list(path)), arcs_of(list));
}

TEST_F(RoundTrip, CompressedFilesAreReadBack) {
  const EdgeList list = weighted(random_graph(12, Direction::kDirected, true), 7);
  for (const std::string name : {"graph.txt.gz", "graph.mtx.gz", "graph.gr.zst", "graph.wsg.zst"}) {
    const auto path = folder_.path() / name;
    files::write_edge_list(path, list);
    EXPECT_EQ(arcs_of(files::read_edge_list(path)), arcs_of(list)) << name;
  }
}

TEST_F(RoundTrip, LargeCompressedFilesOfManyPiecesAreReadBack) {
  EdgeList list;
  list.vertex_count = 1000;
  std::mt19937 random(13);
  std::uniform_int_distribution<VertexId> any_vertex(0, list.vertex_count - 1);
  for (int e = 0; e < 200000; ++e) {
    list.source.push_back(any_vertex(random));
    list.target.push_back(any_vertex(random));
  }
  list.source.front() = 0;
  for (const std::string name : {"graph.txt", "graph.txt.gz", "graph.txt.zst"}) {
    const auto path = folder_.path() / name;
    files::write_edge_list(path, list);
    const EdgeList read = files::read_edge_list(path);
    EXPECT_EQ(read.source, list.source) << name;
    EXPECT_EQ(read.target, list.target) << name;
  }
}

}  // namespace
}  // namespace warpgraph::test
