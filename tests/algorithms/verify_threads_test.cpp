// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/algorithms/spanning_forest.hpp>
#include <warpgraph/algorithms/verify.hpp>

#include <algorithm>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/generate/registry.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "algorithms/oracle/betweenness.hpp"
#include "algorithms/oracle/breadth_first.hpp"
#include "algorithms/oracle/components.hpp"
#include "algorithms/oracle/hits.hpp"
#include "algorithms/oracle/k_core.hpp"
#include "algorithms/oracle/page_rank.hpp"
#include "algorithms/oracle/shortest_paths.hpp"
#include "algorithms/oracle/triangles.hpp"
#include "algorithms/oracle/widest_paths.hpp"

// Verifiers on several threads find what they find on one, word by word.
namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

EdgeList spanning_forest_of(const Graph<float>& graph) {
  const Runtime runtime("host");
  const Stream stream(runtime.device(), "test");
  const DeviceGraph<float> on_device = upload(stream, graph);
  return to_edge_list(stream, on_device, minimum_spanning_forest(stream, on_device));
}

class VerifyOnThreads : public testing::TestWithParam<std::string> {
 protected:
  // `largest`: of the weights; small ones make many paths of the same value.
  template <class E>
  Graph<E> graph(bool symmetrise = false, const std::string& largest = "4") {
    const bool is_grid = GetParam() == "grid2d";
    generators::GeneratorArguments arguments{
        {"weights", "uniform"}, {"permute", "true"}, {"lowest-weight", "1"}, {"highest-weight", largest}};
    if (is_grid)
      arguments.insert({{"width", "40"}, {"height", "50"}});
    else
      arguments.insert({{"scale", "11"}, {"edge-factor", "4"}});
    BuildOptions options;
    options.symmetrise = symmetrise && !is_grid;
    return build_graph<E>(two_, generators::generate(generators::parse_generator(GetParam(), arguments), two_),
                          options);
  }

  // verify(values, threads): nothing for the right ones, and for wrong ones the same with any number of threads.
  template <class T, class Verify>
  void expect_the_same(const std::vector<T>& right, Verify&& verify, int rounds = 20) {
    for (ThreadPool* const pool : {static_cast<ThreadPool*>(nullptr), &two_, &five_})
      ASSERT_EQ(verify(right, pool), Problem());
    std::mt19937_64 random(1);
    int found = 0;
    for (int round = 0; round < rounds; ++round) {
      std::vector<T> wrong = right;
      for (int i = 0; i < 4; ++i)
        wrong[random() % wrong.size()] = static_cast<T>(wrong[random() % wrong.size()] + static_cast<T>(round % 2));
      const Problem expected = verify(wrong, nullptr);
      found += expected.has_value();
      EXPECT_EQ(verify(wrong, &two_), expected);
      EXPECT_EQ(verify(wrong, &five_), expected);
    }
    EXPECT_GT(found, 0);
  }

  ThreadPool two_{2};
  ThreadPool five_{5};
};

// From which most edges lead away.
VertexId source_of(const Topology& graph) {
  std::vector<EdgeId> degree(graph.vertex_count());
  for (const VertexId u : graph.column) ++degree[u];
  return static_cast<VertexId>(std::ranges::max_element(degree) - degree.begin());
}

INSTANTIATE_TEST_SUITE_P(Host, VerifyOnThreads, testing::Values("rmat", "grid2d"),
                         [](const auto& suite) { return suite.param; });

TEST_P(VerifyOnThreads, Levels) {
  const auto graph = this->graph<NoValue>();
  const VertexId source = source_of(graph);
  expect_the_same(oracle::breadth_first_levels(graph, source), [&](const auto& level, ThreadPool* threads) {
    return verify_bfs_levels(graph, graph.ids().name_of(source), level, threads);
  });
}

TEST_P(VerifyOnThreads, Parents) {
  const auto graph = this->graph<NoValue>();
  const VertexId source = source_of(graph);
  const auto level = oracle::breadth_first_levels(graph, source);
  std::vector<VertexId> parent(level.size(), kNoVertex);
  for (VertexId v = 0; v < level.size(); ++v)
    for (const VertexId u : graph.incoming().neighbours(v))
      if (level[v] != kNoVertex && level[u] + 1 == level[v]) parent[v] = u;
  parent[source] = source;
  expect_the_same(parent, [&](const auto& wrong, ThreadPool* threads) {
    return verify_bfs_parents(graph, graph.ids().name_of(source), wrong, threads);
  });
}

// Edges lead to and fro, so many parents that lead round in circles are neighbours.
TEST_P(VerifyOnThreads, ParentsThatLeadRoundInCircles) {
  const auto graph = this->graph<NoValue>(/*symmetrise=*/true);
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

TEST_P(VerifyOnThreads, Distances) {
  const auto graph = this->graph<std::int32_t>();
  const VertexId source = source_of(graph);
  expect_the_same(oracle::shortest_paths<Distance<std::int32_t>>(graph, source),
                  [&](const auto& distance, ThreadPool* threads) {
                    return verify_sssp(graph, graph.ids().name_of(source), std::span(distance), 0, threads);
                  });
}

TEST_P(VerifyOnThreads, DistancesOverEdgesOfLengthZero) {
  const auto graph = this->graph<float>();
  const VertexId source = source_of(graph);
  graphs::GraphParts<float> parts;
  parts.incoming.row = std::vector<EdgeId>(graph.incoming().row.span().begin(), graph.incoming().row.span().end());
  parts.incoming.column =
      std::vector<VertexId>(graph.incoming().column.span().begin(), graph.incoming().column.span().end());
  std::vector<float> length(graph.edge_count(), 0);
  for (std::size_t e = 0; e < length.size(); e += 3) length[e] = 1;
  parts.incoming.value = length;
  const auto flat = Graph<float>::of_known_parts(std::move(parts));
  expect_the_same(oracle::shortest_paths<float>(flat, source), [&](const auto& distance, ThreadPool* threads) {
    return verify_sssp(flat, flat.ids().name_of(source), std::span(distance), 0, threads);
  });
}

TEST_P(VerifyOnThreads, Widths) {
  const auto graph = this->graph<float>();
  const VertexId source = source_of(graph);
  auto right = oracle::widest_paths<Width<float>>(graph, source);
  std::ranges::replace(right, 0, kNoWidth<Width<float>>);
  expect_the_same(right, [&](const auto& width, ThreadPool* threads) {
    return verify_widest_path(graph, graph.ids().name_of(source), std::span(width), threads);
  });
}

TEST_P(VerifyOnThreads, Components) {
  const auto graph = this->graph<NoValue>();
  expect_the_same(oracle::components(graph),
                  [&](const auto& label, ThreadPool* threads) { return verify_components(graph, label, threads); });
}

TEST_P(VerifyOnThreads, CoreNumbers) {
  const auto graph = this->graph<NoValue>(true);
  expect_the_same(oracle::core_numbers(graph),
                  [&](const auto& core, ThreadPool* threads) { return verify_core_numbers(graph, core, threads); });
}

TEST_P(VerifyOnThreads, Triangles) {
  const auto graph = this->graph<NoValue>(true);
  std::vector<std::uint64_t> count = oracle::triangles_of_vertices(graph);
  for (ThreadPool* const pool : {static_cast<ThreadPool*>(nullptr), &two_, &five_}) {
    EXPECT_EQ(verify_triangles(graph, count, pool), Problem());
    EXPECT_EQ(verify_triangle_count(graph, oracle::triangle_count(graph), pool), Problem());
  }
  count[1000] += 1;
  count[500] += 1;
  EXPECT_EQ(verify_triangles(graph, count, &five_), verify_triangles(graph, count));
}

TEST_P(VerifyOnThreads, Ranks) {
  const auto graph = this->graph<NoValue>();
  expect_the_same(oracle::page_rank(graph), [&](const auto& rank, ThreadPool* threads) {
    return verify_pagerank(graph, std::span<const double>(rank), {}, true, threads);
  });
}

TEST_P(VerifyOnThreads, HubsAndAuthorities) {
  const auto graph = this->graph<NoValue>();
  HitsOptions options;
  options.tolerance = 1e-3;
  const auto found = oracle::hits(graph, 1e-6, 1000);
  const std::vector<float> hub(found.hub.begin(), found.hub.end());
  const std::vector<float> authority(found.authority.begin(), found.authority.end());
  for (const std::size_t wrong : {0, 1}) {
    std::vector<float> hubs = hub;
    std::vector<float> authorities = authority;
    std::rotate(hubs.begin(), hubs.begin() + wrong, hubs.end());
    std::rotate(authorities.begin(), authorities.begin() + wrong, authorities.end());
    for (ThreadPool* const pool : {&two_, &five_}) {
      EXPECT_EQ(verify_hubs(graph, hubs, options, true, pool), verify_hubs(graph, hubs, options));
      EXPECT_EQ(verify_authorities(graph, authorities, options, true, pool),
                verify_authorities(graph, authorities, options));
    }
    EXPECT_EQ(verify_hubs(graph, hubs, options).has_value(), wrong == 1);
  }
}

TEST_P(VerifyOnThreads, Betweenness) {
  const auto graph = this->graph<NoValue>();
  const std::vector<VertexId> from{1, 5, 9, 13, 17, 21, 25};
  const std::vector<VertexName> sources{1, 5, 9, 13, 17, 21, 25};
  expect_the_same(
      oracle::betweenness(graph, from),
      [&](const auto& value, ThreadPool* threads) {
        return verify_betweenness(graph, sources, std::span<const double>(value), 1e-9, threads);
      },
      4);
}

TEST_P(VerifyOnThreads, SpanningForests) {
  const auto graph = this->graph<float>(true, "1000");
  const EdgeList right = spanning_forest_of(graph);
  EXPECT_EQ(verify_spanning_forest(graph, right), Problem());
  EXPECT_EQ(verify_spanning_forest(graph, right, {}, &five_), Problem());
  for (const std::size_t left_out : {std::size_t{0}, right.size() / 2, right.size() - 1}) {
    EdgeList wrong = right;
    const auto leave_out = [&](auto& all) { all.erase(all.begin() + static_cast<std::ptrdiff_t>(left_out)); };
    leave_out(wrong.source);
    leave_out(wrong.target);
    leave_out(std::get<std::vector<float>>(wrong.values));
    const Problem expected = verify_spanning_forest(graph, wrong);
    EXPECT_TRUE(expected.has_value());
    EXPECT_EQ(verify_spanning_forest(graph, wrong, {}, &five_), expected);
  }
}

}  // namespace
}  // namespace warpgraph::test
