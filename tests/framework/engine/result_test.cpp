// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/result.hpp>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::test {
namespace {

using Names = std::vector<std::uint64_t>;
using Vertices = std::vector<VertexId>;

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();

TEST(FindVertices, AreTheDistancesFromTheBaseOfConsecutiveNames) {
  EXPECT_EQ(find_vertices({.base = 10}, 5, Names{14, 10, 12}), (Vertices{4, 0, 2}));
  EXPECT_EQ(find_vertices({.base = kLargest - 1}, 2, Names{kLargest}), (Vertices{1}));
}

TEST(FindVertices, AreThoseThatHaveTheNamesInAnyOrder) {
  const IdMap permuted{.original = {70, 20, kLargest, 0, 50}};
  EXPECT_EQ(find_vertices(permuted, 5, permuted.original), (Vertices{0, 1, 2, 3, 4}));
  EXPECT_EQ(find_vertices(permuted, 5, Names{50, 0, 70}), (Vertices{4, 3, 0}));
}

TEST(FindVertices, MayBeAskedForANameTwice) {
  EXPECT_EQ(find_vertices({.original = {70, 20, 50}}, 3, Names{50, 70, 50, 50}), (Vertices{2, 0, 2, 2}));
}

TEST(FindVertices, OfNoNamesAreNone) {
  EXPECT_EQ(find_vertices({.original = {70, 20}}, 2, {}), Vertices());
  EXPECT_EQ(find_vertices({}, 0, {}), Vertices());
}

std::string complaint(const IdMap& ids, VertexId vertex_count, const Names& names) {
  try {
    (void)find_vertices(ids, vertex_count, names);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(FindVertices, ComplainAboutTheFirstNameThatNoVertexHas) {
  EXPECT_EQ(complaint({.original = {70, 20, 50}}, 3, {20, 71, 19}), "the graph has no vertex 71");
  EXPECT_EQ(complaint({.base = 10}, 5, {10, 15, 9}), "the graph has no vertex 15");
  EXPECT_EQ(complaint({.base = 10}, 5, {9}), "the graph has no vertex 9");
  EXPECT_EQ(complaint({}, 0, {0}), "the graph has no vertex 0");
}

TEST(FindVertex, IsTheOneThatHasTheName) {
  EXPECT_EQ(find_vertex({.original = {70, 20, 50}}, 3, 50), 2u);
  EXPECT_EQ(find_vertex({.base = 7}, 3, 9), 2u);
  EXPECT_THROW((void)find_vertex({.original = {70, 20, 50}}, 3, 0), InputError);
}

}  // namespace
}  // namespace warpgraph::test
