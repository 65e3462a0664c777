// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "framework/generate/generated.hpp"

namespace warpgraph::test {
namespace {

EdgeList tree(const char* vertices, const char* trees, const char* children) {
  return generated("tree", {{"vertices", vertices}, {"trees", trees}, {"children", children}, {"permute", "false"}});
}

TEST(RandomTreesTest, AreTreesInTheirNumberAndBound) {
  for (const char* trees : {"1", "2", "10", "999", "1000"}) {
    for (const char* children : {"0", "1", "2", "3", "20", "1024"}) {
      const EdgeList edges = tree("1000", trees, children);
      ASSERT_TRUE(is_forest(edges)) << trees << " trees, " << children << " children";
      EXPECT_EQ(std::to_string(components(edges).size()), trees);
      const auto out = count_occurrences(edges.source, edges.vertex_count);
      if (std::string_view(children) != "0") {
        EXPECT_LE(*std::max_element(out.begin(), out.end()), std::stoul(children));
      }
    }
  }
}

TEST(RandomTreesTest, VerticesComeInOrderAndBehindTheirParents) {
  for (const char* children : {"0", "1", "2", "3"}) {
    const EdgeList edges = tree("500", "4", children);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      EXPECT_EQ(edges.target[i], 4 + i);
      EXPECT_LT(edges.source[i], edges.target[i]);
    }
  }
}

// A binary tree that grows by its free places has the shape of a random search tree: of n vertices a third are leaves,
// a third have one child and a third have two.
TEST(RandomTreesTest, BinaryTreesHaveTheShapeOfRandomSearchTrees) {
  const EdgeList edges = tree("30000", "1", "2");
  const auto out = count_occurrences(edges.source, edges.vertex_count);
  for (const std::uint64_t children : {0, 1, 2})
    EXPECT_NEAR(static_cast<double>(std::count(out.begin(), out.end(), children)), 10000, 400);
  EXPECT_LT(search(edges, 0).levels, 60u);  // 4.3 ln n
}

// In a random recursive tree half of the vertices are leaves.
TEST(RandomTreesTest, UnboundedTreesAreRecursiveTrees) {
  const auto out = count_occurrences(tree("30000", "1", "0").source, 30000);
  EXPECT_NEAR(static_cast<double>(std::count(out.begin(), out.end(), 0u)), 15000, 500);
}

TEST(RandomTreesTest, OneChildMakesListsOfEqualLength) {
  for (const std::size_t size : components(tree("1000", "8", "1"))) EXPECT_EQ(size, 125u);
}

TEST(CompleteTreeTest, ParentsAreTheHeaps) {
  const std::vector<EdgePair> expected = {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {1, 5}, {1, 6}, {2, 7}};
  EXPECT_EQ(pairs_of(generated("complete-tree", {{"vertices", "8"}, {"children", "3"}})), expected);
  EXPECT_EQ(search(generated("complete-tree", {{"vertices", "1023"}}), 0).levels, 10u);
}

// 0 - 3 - 6
// |\  |\  |
// 1 2 4 5 7
TEST(CaterpillarTest, HasLegs) {
  const std::vector<EdgePair> expected = {{0, 1}, {0, 2}, {0, 3}, {3, 4}, {3, 5}, {3, 6}, {6, 7}};
  EXPECT_EQ(pairs_of(generated("caterpillar", {{"vertices", "8"}, {"legs", "2"}})), expected);
}

}  // namespace
}  // namespace warpgraph::test
