// SPDX-License-Identifier: Apache-2.0
#pragma once

// How transactions keep out of each other's way. A trial runs its body, and then three steps that the driver calls, a
// barrier of the warp between any two; each step returns whether the trial goes on.
//
//   touch(t, access, writes)   a word's first access: fills in value and before
//   touch_again(t, access)     a word that was read is written now
//   acquire(t), settle(t)      behind the body
//   commit(t) or roll_back(t)  the end
//   is_parked(t)               whether a transaction that lost had better not try yet
//
// kInPlace: writes go to memory at once, and are undone. kWriteOrder: release where versions say whether a word that
// was read is right, so that a transaction that sees the word sees the lock. kPatience: a transaction that has lost
// more trials than that stays out of a random number of them, so that transactions that stop each other in a circle,
// trial by trial, come out of step.

#include <warpgraph/runtime/transaction/policies/priority.hpp>
#include <warpgraph/runtime/transaction/policies/versioned_priority.hpp>
