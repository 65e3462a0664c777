// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/ids.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/framework/graph/edge_list.hpp>
#include <warpgraph/runtime/error.hpp>

namespace warpgraph::test {
namespace {

// What becomes a name: every integer but a VertexId.
static_assert(std::convertible_to<int, VertexName> && std::convertible_to<long, VertexName> &&
              std::convertible_to<long long, VertexName>);
static_assert(std::convertible_to<std::uint64_t, VertexName> && std::convertible_to<std::uint16_t, VertexName>);
static_assert(!std::constructible_from<VertexName, VertexId> && !std::assignable_from<VertexName&, VertexId>);
static_assert(!std::constructible_from<VertexName, double> && !std::constructible_from<VertexName, void*>);
// What a name becomes: nothing, not even on demand.
static_assert(!std::constructible_from<VertexId, VertexName> && !std::constructible_from<std::uint64_t, VertexName>);
static_assert(!std::constructible_from<bool, VertexName>);
template <class T>
concept ComparableToName = requires(VertexName name, T other) {
  name == other;
};
static_assert(ComparableToName<VertexName> && ComparableToName<int> && ComparableToName<std::uint64_t>);
template <class T>
concept IsPlace = requires(std::vector<int> values, T place) {
  values[place];
};
static_assert(IsPlace<VertexId> && !IsPlace<VertexName>);
// It costs what a number costs.
static_assert(sizeof(VertexName) == 8 && std::is_trivially_copyable_v<VertexName>);
static_assert(std::has_unique_object_representations_v<VertexName>);

constexpr std::uint64_t kMaxNumber = std::numeric_limits<std::uint64_t>::max();

TEST(VertexNames, AreTheNumbersThatTheyAreMadeOf) {
  constexpr VertexName kSeven = 7;
  static_assert(kSeven.value() == 7 && VertexName().value() == 0);
  EXPECT_EQ(VertexName(kMaxNumber).value(), kMaxNumber);
  EXPECT_EQ(VertexName(std::numeric_limits<std::int64_t>::max()).value(), kMaxNumber / 2);
}

TEST(VertexNames, AreNotNegative) {
  for (const std::int64_t number : {std::int64_t{-1}, std::numeric_limits<std::int64_t>::min()}) {
    try {
      const VertexName name = number;
      FAIL() << name;
    } catch (const UsageError& error) {
      EXPECT_EQ(error.what(), "the name of a vertex is a number from 0 on, not " + std::to_string(number));
    }
  }
}

TEST(VertexNames, AreOrderedAsTheirNumbers) {
  EXPECT_LT(VertexName(2), VertexName(std::uint64_t{1} << 32));
  EXPECT_LT(VertexName(std::numeric_limits<std::int64_t>::max()), VertexName(kMaxNumber));
  EXPECT_EQ(VertexName(3), 3);
  EXPECT_NE(VertexName(3), std::uint64_t{4});
}

TEST(VertexNames, AreShownAsTheirNumbers) {
  std::ostringstream shown;
  shown << VertexName(17);
  EXPECT_EQ(shown.str(), "17");
  EXPECT_EQ(to_string(VertexName(kMaxNumber)), std::to_string(kMaxNumber));
}

TEST(VertexNames, AreKeysOfUnorderedSets) {
  const std::unordered_set<VertexName> names{3, 17, 3};
  EXPECT_EQ(names.size(), 2u);
  EXPECT_TRUE(names.contains(17));
}

TEST(VertexNames, OfAnIdMapAreItsNumbers) {
  EXPECT_EQ(IdMap{.base = 10}.name_of(4), 14);
  EXPECT_EQ((IdMap{.original = {70, kMaxNumber}}.name_of(1)), kMaxNumber);
}

}  // namespace
}  // namespace warpgraph::test
