// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/algorithms/trees.hpp>
#include <warpgraph/framework/graph/build.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/stream.hpp>
#include <warpgraph/runtime/thread_pool.hpp>

#include "forests.hpp"
#include "serial_forest.hpp"

namespace warpgraph::test {
namespace {

using namespace algorithms;  // NOLINT(google-build-using-namespace)

using Vertices = std::vector<VertexId>;

// Forests by their parents, and what the verifier says of forests.
class Parents : public testing::Test {
 protected:
  RootedForest rooted(const Vertices& parent) {
    ThreadPool threads(1);
    ParentForest given = forest_of_parents(parent);
    const Graph<NoValue> graph = build_graph<NoValue>(threads, std::move(given.edges));
    RootForestOptions options;
    options.roots = given.roots;
    return root_forest(stream_, upload(stream_, graph), options);
  }
  std::string refusal(const Vertices& parent) {
    try {
      (void)rooted(parent);
    } catch (const InputError& error) {
      return error.what();
    }
    return "no error";
  }

  Runtime runtime_{"host"};
  Stream stream_{runtime_.device(), "test"};
};

TEST_F(Parents, AreThoseOfTheRootedForest) {
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const Graph<NoValue> graph = oracle::graph_of(each.vertices, each.edges);
    const HostForest forest = oracle::rooted(graph, {oracle::lowest_roots(graph)});
    EXPECT_EQ(to_host(stream_, rooted(forest.parent).parent), forest.parent);
  }
}

TEST_F(Parents, OfRootsMayBeNone) {
  EXPECT_EQ(to_host(stream_, rooted({kNoVertex, 0, 2, 2}).parent), (Vertices{0, 0, 2, 2}));
}

TEST_F(Parents, MustBeVertices) {
  EXPECT_NE(refusal({0, 7, 0}).find("the parent of 1 is 7, and vertices end at 2"), std::string::npos);
}

TEST_F(Parents, MustNotGoRoundInACircle) {
  EXPECT_NE(refusal({0, 2, 3, 1, 0}).find("the edge 2 - 3 closes one"), std::string::npos);
  EXPECT_NE(refusal({1, 0}).find("the edge 0 - 1 closes one"), std::string::npos);
}

//     0
//    / \      5
//   1   2     |
//  / \        6
// 3   4
class Verifier : public testing::Test {
 protected:
  // Expects that the verifier has something to say, with this in it, once the forest has been changed.
  void expect_problem(const std::function<void(HostForest&)>& change, const std::string& text) const {
    HostForest forest = forest_;
    change(forest);
    const Problem problem = verify_forest(graph_, forest);
    ASSERT_TRUE(problem);
    EXPECT_NE(problem->find(text), std::string::npos) << *problem;
  }

  Graph<NoValue> graph_ = oracle::graph_of(7, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {5, 6}});
  HostForest forest_ = oracle::rooted(graph_, {0, 5});
};

TEST_F(Verifier, TakesEveryForestOfTheOracle) {
  ThreadPool threads(2);
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const Graph<NoValue> graph = oracle::graph_of(each.vertices, each.edges);
    const HostForest forest = oracle::rooted(graph, oracle::lowest_roots(graph));
    EXPECT_EQ(verify_forest(graph, forest, &threads), Problem());
  }
}

TEST_F(Verifier, SeesWhatIsWrong) {
  expect_problem([](HostForest& forest) { forest.parent[3] = 2; }, "vertex 1 has a subtree of another size");
  expect_problem([](HostForest& forest) { forest.parent[6] = 6; }, "vertex 5 has a subtree of another size");
  expect_problem([](HostForest& forest) { forest.parent[2] = 9; }, "vertex 0 has a subtree of another size");
  expect_problem([](HostForest& forest) { forest.root[4] = 5; }, "vertex 4 has another root than its parent");
  expect_problem([](HostForest& forest) { forest.depth[6] = 2; }, "vertex 6 is not one deeper than its parent");
  expect_problem([](HostForest& forest) { forest.size[6] = 2; }, "vertex 5 has a subtree of another size");
  expect_problem([](HostForest& forest) { forest.preorder[4] = forest.preorder[3]; },
                 "preorder number 2 is there 2 times");
  expect_problem([](HostForest& forest) { std::swap(forest.preorder[2], forest.preorder[3]); },
                 "vertex 3 has a preorder number outside of its parent's subtree");
}

TEST_F(Verifier, SeesTreesThatLackAnEdge) {
  const Graph<NoValue> more = oracle::graph_of(7, {{0, 1}, {0, 2}, {1, 3}, {1, 4}, {5, 6}, {4, 5}});
  EXPECT_EQ(verify_forest(more, forest_), Problem("the trees have not all edges of the graph"));
}

TEST_F(Verifier, SeesWrongCommonAncestors) {
  const Vertices a{3, 3, 6};
  const Vertices b{4, 2, 2};
  EXPECT_EQ(verify_common_ancestors(graph_, forest_, a, b, Vertices{1, 0, kNoVertex}), Problem());
  EXPECT_EQ(verify_common_ancestors(graph_, forest_, a, b, Vertices{1, 1, kNoVertex}),
            Problem("3 and 2 meet at 0, not at 1"));
  EXPECT_EQ(verify_common_ancestors(graph_, forest_, a, b, Vertices{1, 0, 0}),
            Problem("6 and 2 meet nowhere, not at 0"));
}

TEST_F(Verifier, FindsCommonAncestorsOfDeepTreesAsTheOracleDoes) {
  for (const ForestCase& each : forest_cases()) {
    SCOPED_TRACE(each.name);
    const Graph<NoValue> graph = oracle::graph_of(each.vertices, each.edges);
    const HostForest forest = oracle::rooted(graph, oracle::lowest_roots(graph));
    Vertices a;
    Vertices b;
    Vertices common;
    for (VertexId v = 0; v < each.vertices; ++v) {
      a.push_back(v);
      b.push_back(v * 31 % each.vertices);
      common.push_back(oracle::meet(forest, a.back(), b.back()));
    }
    EXPECT_EQ(verify_common_ancestors(graph, forest, a, b, common), Problem());
  }
}

}  // namespace
}  // namespace warpgraph::test
