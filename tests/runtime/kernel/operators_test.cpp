// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/kernel/operators.hpp>

namespace warpgraph::test {
namespace {

template <class T>
class OperatorsTest : public testing::Test {
 protected:
  using Limits = std::numeric_limits<T>;
  const std::vector<T> values = {Limits::lowest(), T(0),          T(1),
                                 T(100),           Limits::max(), Limits::has_infinity ? Limits::infinity() : T(7)};

  template <class Op>
  void expect_neutral_identity() {
    const T identity = Op::template identity<T>();
    for (const T value : values) {
      EXPECT_EQ(Op{}(identity, value), value);
      EXPECT_EQ(Op{}(value, identity), value);
    }
  }
};
using Types =
    testing::Types<std::int8_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(OperatorsTest, Types);

TYPED_TEST(OperatorsTest, IdentitiesAreNeutral) {
  this->template expect_neutral_identity<Plus>();
  this->template expect_neutral_identity<Min>();
  this->template expect_neutral_identity<Max>();
  if constexpr (std::is_integral_v<TypeParam>) this->template expect_neutral_identity<Or>();
}

TYPED_TEST(OperatorsTest, CombineTwoValues) {
  const TypeParam three{3};
  const TypeParam five{5};
  EXPECT_EQ(Plus{}(three, five), TypeParam{8});
  EXPECT_EQ(Min{}(three, five), three);
  EXPECT_EQ(Min{}(five, three), three);
  EXPECT_EQ(Max{}(three, five), five);
  EXPECT_EQ(Max{}(five, three), five);
  if constexpr (std::is_integral_v<TypeParam>) {
    EXPECT_EQ(Or{}(three, five), TypeParam{7});
  }
}

}  // namespace
}  // namespace warpgraph::test
