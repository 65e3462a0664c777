// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <thread>
#include <type_traits>

#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/transaction/log.hpp>
#include <warpgraph/runtime/transaction/policies.hpp>

// Software transactional memory for kernels: every lane of a warp may run a transaction, a few reads and writes of
// shared words that happen as one or not at all. For algorithms that change what they walk over in ways that no order
// and no atomic operation covers; where a phase is monotone, idempotent or associative, atomics and stores are faster.
//
//   const auto outcome = transact<4>(warp, memory, strength, [&](Lane lane, auto& t) {
//     const auto from = t.read(payer[lane]);
//     t.write(payer[lane], from - amount);
//     t.write(payee[lane], t.read(payee[lane]) + amount);
//   });
//
// Transactions are serialisable: the words are as if those that committed had run one by one. The policies
// (policies.hpp) differ in which transaction gives way and in what that costs.
namespace warpgraph::transactions {

enum class TransactionOutcome : std::uint8_t {
  kNone,       // the lane had none
  kCommitted,  // all writes happened
  kGivenUp,    // the body said so; nothing happened
  kDeferred,   // nothing happened: it touched too many words, or lost too often. To be run again later, or otherwise
};

// Counts over all transactions of some launches.
struct TransactionCounts {
  std::uint64_t commits;
  std::uint64_t given_up;
  std::uint64_t deferred;
  std::uint64_t trials;  // runs of a body
  std::uint64_t aborts;  // trials that were lost to other transactions, the last ones of those that are deferred too
  std::uint64_t steals;  // marks that were taken from weaker transactions
  std::uint64_t parked;  // times that a transaction that had lost stayed out

  TransactionCounts& operator+=(const TransactionCounts& more) {
    commits += more.commits;
    given_up += more.given_up;
    deferred += more.deferred;
    trials += more.trials;
    aborts += more.aborts;
    steals += more.steals;
    parked += more.parked;
    return *this;
  }
};

// Strengths of transactions 0, 1, 2, ... below 2^30: all different, as they must be among those that run together.
// Without a seed the lower number is the stronger one, always; every seed orders them in its own way, so that none is
// always the last.
WARPGRAPH_DEVICE constexpr std::uint32_t transaction_strength(std::uint32_t number, std::uint32_t seed = 0) {
  constexpr std::uint32_t kMask = (std::uint32_t{1} << 30) - 1;
  if (seed == 0) return kMask - number + 1;
  return ((number * 0x9e3779b1u ^ (seed * 0x85ebca6bu >> 3)) & kMask) + 1;
}

}  // namespace warpgraph::transactions

namespace warpgraph {

namespace detail {

// Runs the transactions of a warp: trials until all have come to an end. A trial is four phases for all lanes, so that
// no lane ever waits for another one inside of a phase.
template <class T, class Body>
class TransactionDriver {
 public:
  using Policy = typename T::Policy;
  using State = TransactionState;

  WARPGRAPH_DEVICE TransactionDriver(const transactions::TransactionalView<Policy, typename T::Word>& memory,
                                     const kernel::PerLane<std::uint32_t>& strength, Body& body,
                                     std::uint32_t max_trials)
      : memory_(memory), strength_(strength), body_(body), max_trials_(max_trials) {}

  WARPGRAPH_DEVICE kernel::PerLane<transactions::TransactionOutcome> run(kernel::Warp& warp) {
    warp.relaxed_phase([&](kernel::Lane lane) {
      outcome_[lane] = transactions::TransactionOutcome::kNone;
      is_open_[lane] = strength_[lane] != 0;
      counts_[lane] = {};
      stays_out_[lane] = 0;
      transaction_[lane].memory = memory_;
      transaction_[lane].strength = strength_[lane];
      transaction_[lane].state = State::kIdle;
      transaction_[lane].size = transaction_[lane].kept_count = transaction_[lane].steals = 0;
    });
    while (warp.any(is_open_)) {
      warp.phase([&](kernel::Lane lane) { begin(lane); });
      step(warp, [](T& t) { return Policy::acquire(t); });
      step(warp, [](T& t) { return Policy::settle(t); });
      warp.phase([&](kernel::Lane lane) { end(lane); });
#if !WARPGRAPH_ON_GPU
      // On the host a warp that holds a lock may be on a thread that has no core at the moment.
      if (warp.any(is_open_)) std::this_thread::yield();
#endif
    }
    return outcome_;
  }

  WARPGRAPH_DEVICE void add_counts(kernel::Warp& warp, transactions::TransactionCounts& total) const {
    kernel::PerLane<std::uint64_t> part[7];
    warp.relaxed_phase([&](kernel::Lane lane) {
      const transactions::TransactionOutcome outcome = outcome_[lane];
      part[0][lane] = outcome == transactions::TransactionOutcome::kCommitted ? 1 : 0;
      part[1][lane] = outcome == transactions::TransactionOutcome::kGivenUp ? 1 : 0;
      part[2][lane] = outcome == transactions::TransactionOutcome::kDeferred ? 1 : 0;
      part[3][lane] = counts_[lane].trials;
      part[4][lane] = counts_[lane].aborts;
      part[5][lane] = transaction_[lane].steals;
      part[6][lane] = counts_[lane].parked;
    });
    std::uint64_t* const sums[] = {&total.commits, &total.given_up, &total.deferred, &total.trials,
                                   &total.aborts,  &total.steals,   &total.parked};
    for (int i = 0; i < 7; ++i) {
      const std::uint64_t sum = warp.reduce(part[i], Plus{});
      if (sum != 0) warp.elect([&] { atomic::fetch_add(*sums[i], sum); });
    }
  }

 private:
  struct Counts {
    std::uint32_t trials;
    std::uint32_t aborts;
    std::uint32_t parked;
  };

  template <class Step>
  WARPGRAPH_DEVICE void step(kernel::Warp& warp, Step&& take) {
    warp.phase([&](kernel::Lane lane) {
      T& t = transaction_[lane];
      if (tries_[lane] && t.is_alive()) (void)take(t);
    });
  }

  WARPGRAPH_DEVICE void begin(kernel::Lane lane) {
    T& t = transaction_[lane];
    tries_[lane] = is_open_[lane] && !stays_out(lane);
    if (!tries_[lane]) return;
    if constexpr (Policy::kKeepsMarks) keep_marks(t);
    t.size = 0;
    t.state = State::kRunning;
    ++counts_[lane].trials;
    body_(lane, t);
    if constexpr (Policy::kKeepsMarks) give_back_marks(t);
  }

  WARPGRAPH_DEVICE bool stays_out(kernel::Lane lane) {
    T& t = transaction_[lane];
    if (stays_out_[lane] != 0) {
      --stays_out_[lane];
    } else if (t.state != State::kConflict || !Policy::is_parked(t)) {
      return false;
    }
    ++counts_[lane].parked;
    return true;
  }

  // What a transaction that waits has marked, it has still marked; when its body runs again it may need other words.
  WARPGRAPH_DEVICE static void keep_marks(T& t) {
    t.kept_count = 0;
    if (t.state != State::kWaiting) return;
    t.for_each_held([&](auto& access) {
      t.kept[t.kept_count++] = access.entry;
      return true;
    });
  }
  WARPGRAPH_DEVICE static void give_back_marks(T& t) {
    for (std::uint32_t i = 0; i < t.kept_count; ++i)
      if (t.holder_of(t.kept[i]) == nullptr) Policy::release(t, t.kept[i]);
  }

  WARPGRAPH_DEVICE void end(kernel::Lane lane) {
    T& t = transaction_[lane];
    if (!tries_[lane]) return;
    switch (t.state) {
      case State::kRunning:
        Policy::commit(t);
        return close(lane, transactions::TransactionOutcome::kCommitted);
      case State::kGivenUp:
        Policy::roll_back(t);
        return close(lane, transactions::TransactionOutcome::kGivenUp);
      case State::kOverflow:
        Policy::roll_back(t);
        return close(lane, transactions::TransactionOutcome::kDeferred);
      case State::kConflict:
      case State::kWaiting:
        return lose(lane);
      case State::kIdle:
        return;
    }
  }

  WARPGRAPH_DEVICE void close(kernel::Lane lane, transactions::TransactionOutcome outcome) {
    outcome_[lane] = outcome;
    is_open_[lane] = false;
  }

  WARPGRAPH_DEVICE void lose(kernel::Lane lane) {
    T& t = transaction_[lane];
    Counts& counts = counts_[lane];
    ++counts.aborts;
    const bool is_last = counts.trials >= max_trials_;
    if (t.state == State::kWaiting && !is_last) return;
    Policy::roll_back(t);
    t.state = State::kConflict;
    if (is_last) return close(lane, transactions::TransactionOutcome::kDeferred);
    if (counts.aborts > Policy::kPatience)
      stays_out_[lane] = trials_to_skip(t.strength, counts.aborts - Policy::kPatience);
  }

  // At random, up to twice as many after every trial that was lost: in the end as many as there may be transactions
  // under way, for they may all want the same few words.
  WARPGRAPH_DEVICE static std::uint32_t trials_to_skip(std::uint32_t strength, std::uint32_t lost) {
    constexpr std::uint32_t kMaxBits = 16;
    const std::uint32_t range = std::uint32_t{1} << (lost < kMaxBits ? lost : kMaxBits);
    std::uint32_t hash = strength * 0x9e3779b1u + lost * 0x85ebca6bu;
    hash = (hash ^ hash >> 15) * 0x2c1b3c6du;
    return (hash ^ hash >> 13) % range;
  }

  transactions::TransactionalView<Policy, typename T::Word> memory_;
  kernel::PerLane<std::uint32_t> strength_;
  Body& body_;
  std::uint32_t max_trials_;
  kernel::PerLane<T> transaction_;
  kernel::PerLane<transactions::TransactionOutcome> outcome_;
  kernel::PerLane<bool> is_open_;
  kernel::PerLane<bool> tries_;
  kernel::PerLane<Counts> counts_;
  kernel::PerLane<std::uint32_t> stays_out_;
};

}  // namespace detail

}  // namespace warpgraph

namespace warpgraph::transactions {

// Runs body(lane, transaction) as a transaction for every lane whose strength is not 0, and returns how each came to
// its end. Strengths of all transactions that run at the same time on these words differ (transaction_strength). A body
// runs again when it is lost, so what it leaves behind outside of the transaction's words it must leave the same way
// each time. A transaction that touches more than kMax words, or is lost `max_trials` times, is deferred.
template <std::uint32_t kMax, class Policy, kernel::AtomicInteger Word, class Body>
WARPGRAPH_DEVICE kernel::PerLane<TransactionOutcome> transact(kernel::Warp& warp,
                                                              const TransactionalView<Policy, Word>& memory,
                                                              const kernel::PerLane<std::uint32_t>& strength,
                                                              Body&& body, View<TransactionCounts> counts = {},
                                                              std::uint32_t max_trials = 1024) {
  detail::TransactionDriver<Transaction<Policy, Word, kMax>, std::remove_reference_t<Body>> driver(memory, strength,
                                                                                                   body, max_trials);
  const auto outcome = driver.run(warp);
  if (!counts.empty()) driver.add_counts(warp, counts[0]);
  return outcome;
}

// The table of locks for words that the caller owns. Free between launches, so it can serve any number of them.
template <class Policy>
class TransactionTable {
 public:
  // `entries` is rounded up to a power of two. Allocates an entry of the policy for each, in device memory. Queues work
  // and returns.
  TransactionTable(StreamRef stream, std::uint64_t entries) {
    expects(entries <= std::uint64_t{1} << 31, "transactions: more than 2^31 locks");
    std::uint64_t size = 1;
    while (size < entries) size *= 2;
    entries_ = Buffer<typename Policy::Entry>(stream, size, "transaction locks");
    fill(stream, entries_, 0);
  }

  template <kernel::AtomicInteger Word>
  [[nodiscard]] TransactionalView<Policy, Word> over(View<Word> words) {
    return {words, entries_};
  }
  // All are free: 0, or below a version nothing.
  [[nodiscard]] View<const typename Policy::Entry> entries() const { return entries_; }

 private:
  Buffer<typename Policy::Entry> entries_;
};

}  // namespace warpgraph::transactions
