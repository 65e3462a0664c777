// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/host_result.hpp>
#include <warpgraph/framework/run/result.hpp>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/error.hpp>

namespace warpgraph::test {
namespace {

using Names = std::vector<VertexName>;
using Vertices = std::vector<VertexId>;

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();

TEST(FindVertices, AreTheDistancesFromTheBaseOfConsecutiveNames) {
  EXPECT_EQ(find_vertices({.base = 10}, 5, Names{14, 10, 12}), (Vertices{4, 0, 2}));
  EXPECT_EQ(find_vertices({.base = kLargest - 1}, 2, Names{kLargest}), (Vertices{1}));
}

TEST(FindVertices, AreThoseThatHaveTheNamesInAnyOrder) {
  const IdMap permuted{.original = {70, 20, kLargest, 0, 50}};
  EXPECT_EQ(find_vertices(permuted, 5, Names{70, 20, kLargest, 0, 50}), (Vertices{0, 1, 2, 3, 4}));
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

// The graph's vertices 0, 1, 2, 3 are the user's 70, 20, 50, 10: they stand at 3, 1, 2, 0.
const IdMap kShuffled{.original = {70, 20, 50, 10}};

TEST(UserOrder, VerticesBecomePlacesInIt) {
  EXPECT_EQ(results::in_user_order(Vertices{0, 0, kNoVertex, 2}, kShuffled, ValuesAre::kVertices),
            (Vertices{2, 3, kNoVertex, 3}));  // 10 has 50, 20 has 70, 50 has none, 70 has itself
  EXPECT_EQ(results::in_user_order(Vertices{0, 0, kNoVertex, 2}, kShuffled, ValuesAre::kNumbers),
            (Vertices{2, 0, kNoVertex, 0}));
}

// {70, 10} and {20, 50}.
TEST(UserOrder, SetsAreCalledByTheirLowestVertexInIt) {
  EXPECT_EQ(results::in_user_order(Vertices{0, 1, 1, 0}, kShuffled, ValuesAre::kLowestVertices),
            (Vertices{0, 1, 1, 0}));
  EXPECT_EQ(results::in_user_order(Vertices{0, 1, 1, kNoVertex}, kShuffled, ValuesAre::kLowestVertices),
            (Vertices{kNoVertex, 1, 1, 3}));
}

// Named 10, 20, 50, 70; 20 leads to 50, 50 to none.
TEST(ByName, AscendsInTheNamesAndNamesValuesThatAreVertices) {
  using Pairs = std::vector<results::Named<std::int64_t>>;
  const Vertices values{0, 2, kNoVertex, 1};
  EXPECT_EQ(by_name(values, kShuffled, ValuesAre::kVertices), (Pairs{{10, 20}, {20, 50}, {50, -1}, {70, 70}}));
  EXPECT_EQ(by_name(values, kShuffled), (Pairs{{10, 1}, {20, 2}, {50, kNoVertex}, {70, 0}})) << "numbers stay";
  EXPECT_EQ(by_name(Vertices{0, 2}, {.base = 7}, ValuesAre::kLowestVertices, 3), (Pairs{{10, 7}, {11, 9}}));
}

TEST(ByName, IsTheSameOfAHostResult) {
  HostResult<float> result;
  result.values = {0.5f, 1.5f};
  result.own = {2, 4};
  result.ids = std::make_shared<const IdMap>(kShuffled);
  EXPECT_EQ(result.by_name(), (std::vector<results::Named<float>>{{10, 1.5f}, {50, 0.5f}}));
  EXPECT_EQ(result.name_of(0), 50);
}

TEST(UserOrder, IsThatOfTheGraphWhereNamesAscend) {
  const Vertices values{2, 0, kNoVertex};
  EXPECT_EQ(results::in_user_order(values, {.base = 5}, ValuesAre::kVertices), values);
  EXPECT_EQ(results::in_user_order(values, {.original = {4, 6, 9}}, ValuesAre::kVertices), values);
}

TEST(UserOrder, RefusesAValueThatIsNoVertex) {
  EXPECT_THROW((void)results::in_user_order(Vertices{0, 0, 4, 0}, kShuffled, ValuesAre::kVertices), UsageError);
}

TEST(UserOrder, AMemberOfStructsMayBeAVertex) {
  struct Nearest {
    float distance;
    VertexId source;
    bool operator==(const Nearest&) const = default;
  };
  const std::vector<Nearest> values{{0, 0}, {1, 0}, {2, 0}, {9, kNoVertex}};
  EXPECT_EQ(results::in_user_order(values, kShuffled, &Nearest::source),
            (std::vector<Nearest>{{9, kNoVertex}, {1, 3}, {2, 3}, {0, 3}}));
}

TEST(NamesOfVertices, AreTheUsersAndMinus1ForNone) {
  EXPECT_EQ(results::names_of_vertices(Vertices{2, kNoVertex, 0}, kShuffled), (std::vector<std::int64_t>{50, -1, 70}));
  EXPECT_EQ(results::names_of_vertices(Vertices{2}, {.base = 5}), (std::vector<std::int64_t>{7}));
  EXPECT_THROW((void)results::names_of_vertices(Vertices{0}, {.original = {kLargest}}), InputError);
}

TEST(FindVertex, IsTheOneThatHasTheName) {
  EXPECT_EQ(find_vertex({.original = {70, 20, 50}}, 3, 50), 2u);
  EXPECT_EQ(find_vertex({.base = 7}, 3, 9), 2u);
  EXPECT_THROW((void)find_vertex({.original = {70, 20, 50}}, 3, 0), InputError);
}

}  // namespace
}  // namespace warpgraph::test
