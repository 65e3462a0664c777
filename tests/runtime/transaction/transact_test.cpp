// SPDX-License-Identifier: Apache-2.0
#include <warpgraph/runtime/transaction/transact.hpp>

#include <cstdint>
#include <set>

#include <gtest/gtest.h>

#include "runtime/transaction/transact_case.hpp"

namespace warpgraph::test::transacted {
namespace {

class Transact : public TransactCase<transactions::PriorityPolicy, transactions::VersionedPriorityPolicy> {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(Transact);

TEST_P(Transact, LosesNoAdditionToACounter) { lose_no_addition_to_a_counter(); }

TEST_P(Transact, IsSerialisableForABank) { are_serialisable_for_a_bank(); }

TEST_P(Transact, KeepsSortedListsSorted) { keep_sorted_lists_sorted(); }

TEST_P(Transact, EndsWhereLocksAreWantedInOppositeOrders) { end_where_locks_are_wanted_in_opposite_orders(); }

TEST_P(Transact, LeavesNothingOfTransactionsThatTouchTooMuchOrGiveUp) {
  leave_nothing_of_those_that_touch_too_much_or_give_up();
}

TEST(TransactionStrength, IsEverybodysOwn) {
  for (const std::uint32_t seed : {0u, 1u, 12345u}) {
    std::set<std::uint32_t> all;
    for (std::uint32_t i = 0; i < 5000; ++i) all.insert(transactions::transaction_strength(i, seed));
    EXPECT_EQ(all.size(), 5000u);
    EXPECT_GT(*all.begin(), 0u);
    EXPECT_LE(*all.rbegin(), std::uint32_t{1} << 30);
  }
  EXPECT_GT(transactions::transaction_strength(0), transactions::transaction_strength(1));
}

}  // namespace
}  // namespace warpgraph::test::transacted
