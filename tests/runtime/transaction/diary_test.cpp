// SPDX-License-Identifier: Apache-2.0
#include "runtime/transaction/diary.hpp"

#include <gtest/gtest.h>

namespace warpgraph::test {
namespace {

TEST(IsSerialisable, SeesReadersBetweenTheHalvesOfATransfer) {
  const Diary transfer{{{0, 0, 100, 95}, {1, 0, 100, 105}, {}}, 2, 0};
  const Diary before{{{0, 0, 100, 100}, {1, 0, 100, 100}, {2, 0, 100, 100}}, 3, 3};
  const Diary between{{{0, 1, 95, 95}, {1, 0, 100, 100}, {2, 0, 100, 100}}, 3, 3};
  const Diary wrong{{{0, 1, 90, 90}, {1, 1, 105, 105}, {2, 0, 100, 100}}, 3, 3};
  // Each reads what the other writes, before it does.
  const Diary skew{{{3, 0, 100, 100}, {2, 0, 100, 100}, {4, 0, 100, 100}}, 3, 2};
  const Diary other_skew{{{4, 0, 100, 100}, {2, 0, 100, 100}, {3, 0, 100, 100}}, 3, 2};
  EXPECT_TRUE(is_serialisable({skew, transfer}, 5, 100));
  EXPECT_FALSE(is_serialisable({skew, other_skew}, 5, 100));
  EXPECT_TRUE(is_serialisable({transfer, before}, 3, 100));
  EXPECT_FALSE(is_serialisable({transfer, between}, 3, 100));
  EXPECT_FALSE(is_serialisable({transfer, wrong}, 3, 100));
  EXPECT_FALSE(is_serialisable({transfer, transfer}, 3, 100));
}

}  // namespace
}  // namespace warpgraph::test
