// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <thread>
#include <vector>

#include <warpgraph/runtime/transaction/log.hpp>
#include <warpgraph/runtime/transaction/policies.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>
#include <warpgraph/runtime/view.hpp>

// The transactional memory of kernels (transact.hpp) for threads of the host that run no kernel: the same words, locks
// and policies, one transaction at a time for each thread.
namespace warpgraph::transactions {

// The table of locks in host memory. Free between transactions.
template <class Policy>
class HostTransactionTable {
 public:
  // `entries` is rounded up to a power of two. Fewer than words cost aborts, more cost cache misses. Allocates an entry
  // of the policy for each.
  explicit HostTransactionTable(std::uint64_t entries) {
    std::uint64_t size = 1;
    while (size < entries) size *= 2;
    entries_.resize(size);
  }
  template <kernel::AtomicInteger Word>
  [[nodiscard]] TransactionalView<Policy, Word> over(std::vector<Word>& words) {
    return {view_of(words), view_of(entries_)};
  }

 private:
  std::vector<typename Policy::Entry> entries_;
};

// Runs body(transaction) as one transaction, again and again until it is through. `strength`: of this thread's, from 1
// on; those of threads that work on the same words differ. Returns kCommitted, kGivenUp, or kDeferred if the body
// touched more than kMax words. For policies that keep nothing between trials, all but PriorityPolicy.
template <std::uint32_t kMax, class Policy, kernel::AtomicInteger Word, class Body>
TransactionOutcome transact_on_host(const TransactionalView<Policy, Word>& memory, std::uint32_t strength,
                                    TransactionCounts& counts, Body&& body) {
  static_assert(!Policy::kKeepsMarks, "the policy keeps marks from trial to trial");
  using State = detail::TransactionState;
  Transaction<Policy, Word, kMax> t;
  t.memory = memory;
  t.strength = strength;
  for (std::uint32_t lost = 0;; ++lost) {
    t.size = t.steals = 0;
    t.state = State::kRunning;
    ++counts.trials;
    body(t);
    if (t.is_alive() && Policy::acquire(t) && Policy::settle(t)) {
      Policy::commit(t);
      counts.steals += t.steals;
      ++counts.commits;
      return TransactionOutcome::kCommitted;
    }
    Policy::roll_back(t);
    counts.steals += t.steals;
    if (t.state == State::kGivenUp) {
      ++counts.given_up;
      return TransactionOutcome::kGivenUp;
    }
    if (t.state == State::kOverflow) {
      ++counts.deferred;
      return TransactionOutcome::kDeferred;
    }
    ++counts.aborts;
    // Threads that stop each other in a circle are driven apart by the scheduler, sooner if the weaker ones pause more.
    for (std::uint32_t i = lost % (strength + 1); i > 0; --i) std::this_thread::yield();
  }
}

}  // namespace warpgraph::transactions
