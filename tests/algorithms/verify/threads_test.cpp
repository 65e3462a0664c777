// SPDX-License-Identifier: Apache-2.0
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/bfs.hpp>
#include <warpgraph/algorithms/sssp.hpp>
#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/oracle/shortest_paths.hpp"

// Verifiers on several threads find what they find on one, word by word, where they could go round in circles.
// catalogue_verify_test.cpp has results of all algorithms.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

class VerifyOnThreads : public testing::Test {
 protected:
  Graph<float> graph(bool symmetrise) {
    const generators::GeneratorArguments arguments{
        {"weights", "uniform"}, {"permute", "true"}, {"scale", "11"}, {"edge-factor", "4"}};
    return build_graph<float>(five_, generators::generate(generators::parse_generator("rmat", arguments), five_),
                              {.symmetrise = symmetrise});
  }

  // With the most edges.
  static VertexId source_of(const Graph<float>& graph) {
    VertexId source = 0;
    for (VertexId v = 1; v < graph.vertex_count(); ++v)
      if (graph.in_degree(v) > graph.in_degree(source)) source = v;
    return source;
  }

  ThreadPool five_{5};
};

// Edges lead to and fro, so many parents that lead round in circles are neighbours.
TEST_F(VerifyOnThreads, ParentsThatLeadRoundInCircles) {
  const auto graph = this->graph(true);
  const VertexId source = source_of(graph);
  std::vector<VertexId> parent(graph.vertex_count(), kNoVertex);
  for (VertexId v = 0; v < parent.size(); ++v)
    if (!graph.incoming().neighbours(v).empty()) parent[v] = graph.incoming().neighbours(v).back();
  parent[source] = source;

  const Problem expected = verify_bfs_parents(graph, graph.ids().name_of(source), parent);

  ASSERT_TRUE(expected.has_value());
  EXPECT_NE(expected->find("which does not lead to the source"), std::string::npos) << *expected;
  EXPECT_EQ(verify_bfs_parents(graph, graph.ids().name_of(source), parent, &five_), expected);
}

TEST_F(VerifyOnThreads, DistancesOverEdgesOfLengthZero) {
  graphs::GraphParts<float> parts = this->graph(true).release();
  std::vector<float> length(parts.incoming.column.size(), 0);
  for (std::size_t e = 0; e < length.size(); e += 3) length[e] = 1;
  parts.incoming.value = length;
  const auto flat = Graph<float>::of_known_parts(std::move(parts));
  const VertexId source = source_of(flat);
  const std::vector<float> right = oracle::shortest_paths<float>(flat, source);
  EXPECT_EQ(verify_sssp(flat, flat.ids().name_of(source), right, 0, &five_), Problem());
  std::mt19937_64 random(1);
  int found = 0;
  for (int round = 0; round < 20; ++round) {
    std::vector<float> wrong = right;
    for (int i = 0; i < 4; ++i) wrong[random() % wrong.size()] += static_cast<float>(round % 2);
    const Problem expected = verify_sssp(flat, flat.ids().name_of(source), wrong);
    found += expected.has_value() ? 1 : 0;
    EXPECT_EQ(verify_sssp(flat, flat.ids().name_of(source), wrong, 0, &five_), expected);
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace warpgraph::test
