// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/framework/engine/detail/exchange/message_layout.hpp>

#include <gtest/gtest.h>

namespace warpgraph::detail {
namespace {

constexpr std::size_t kValue = 4;
constexpr std::uint64_t kSlots = 1024;

MessageLayout of(std::uint64_t updated, bool is_uniform = false) {
  return MessageLayout::cheapest(updated, kValue, kSlots, is_uniform);
}

TEST(MessageLayout, IsNothingWhereNothingWasUpdated) { EXPECT_EQ(of(0).bytes, 0u); }
TEST(MessageLayout, IsTheValuesAloneWhereAllWereUpdated) {
  EXPECT_EQ(of(kSlots).form, results::MessageForm::kEverything);
  EXPECT_EQ(of(kSlots).bytes, kSlots * kValue);
}
TEST(MessageLayout, IsOneValueWhereAllWereUpdatedToIt) {
  EXPECT_EQ(of(kSlots, true).form, results::MessageForm::kEverything);
  EXPECT_EQ(of(kSlots, true).bytes, kValue);
}
TEST(MessageLayout, HasPairsOfFewAndABitmaskOfMany) {
  EXPECT_EQ(of(kSlots / 64).form, results::MessageForm::kPairs);
  EXPECT_EQ(of(kSlots / 16).form, results::MessageForm::kBitmask);
}
TEST(MessageLayout, HasABitmaskOfOneBitForEachSlot) {
  const std::uint64_t updated = kSlots / 2;
  const MessageLayout layout = of(updated);
  EXPECT_EQ(layout.words, kSlots / 32);
  EXPECT_EQ(layout.bytes, updated * kValue + kSlots / 8 + sizeof(std::uint32_t));  // of one tile the offset
}
TEST(MessageLayout, HasValuesThatWereNotUpdatedWhereTheyCostLessThanOffsets) {
  constexpr std::uint64_t kMany = 64 * kSlots;
  const MessageLayout layout = MessageLayout::cheapest(kMany - 1, kValue, kMany, false);
  EXPECT_EQ(layout.form, results::MessageForm::kEverything);
  EXPECT_EQ(layout.bytes, kMany * kValue + kMany / 8);
}
TEST(MessageLayout, NeverTakesMoreThanItsBox) {
  for (const std::size_t value : {1u, 4u, 12u, 16u})
    for (const std::uint64_t slots : {1u, 31u, 33u, 1025u, 4096u})
      for (std::uint64_t updated = 0; updated <= slots; ++updated)
        for (const bool is_uniform : {false, true})
          ASSERT_LE(MessageLayout::cheapest(updated, value, slots, is_uniform).bytes,
                    MessageLayout::max_bytes(value, slots))
              << value << " bytes, " << updated << " of " << slots;
}

}  // namespace
}  // namespace warpgraph::detail
