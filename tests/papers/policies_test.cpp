// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <warpgraph/papers/policies/invisible_reads.hpp>
#include <warpgraph/papers/policies/pessimistic.hpp>
#include <warpgraph/papers/policies/value.hpp>

#include "runtime/transaction/transact_case.hpp"

namespace warpgraph::test::transacted {
namespace {

class PapersPolicies
    : public TransactCase<papers::PessimisticPolicy, papers::InvisibleReadsPolicy, papers::ValuePolicy> {};
WARPGRAPH_INSTANTIATE_ON_ALL_MACHINES(PapersPolicies);

TEST_P(PapersPolicies, LosesNoAdditionToACounter) { lose_no_addition_to_a_counter(); }

TEST_P(PapersPolicies, IsSerialisableForABank) { are_serialisable_for_a_bank(); }

TEST_P(PapersPolicies, KeepsSortedListsSorted) { keep_sorted_lists_sorted(); }

TEST_P(PapersPolicies, EndsWhereLocksAreWantedInOppositeOrders) { end_where_locks_are_wanted_in_opposite_orders(); }

TEST_P(PapersPolicies, LeavesNothingOfTransactionsThatTouchTooMuchOrGiveUp) {
  leave_nothing_of_those_that_touch_too_much_or_give_up();
}

}  // namespace
}  // namespace warpgraph::test::transacted
