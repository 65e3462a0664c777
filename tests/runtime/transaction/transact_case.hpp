// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <thread>
#include <typeinfo>
#include <vector>

#include <gtest/gtest.h>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/transaction/transact.hpp>

#include "runtime/transaction/diary.hpp"
#include "support/machines.hpp"

// What transactions by each of some policies keep to, as tests of their own claim it.
namespace warpgraph::test::transacted {

using Outcome = transactions::TransactionOutcome;

WARPGRAPH_DEVICE inline std::uint32_t hash(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

// In the middle of a body another thread may run: on a GPU it does so by itself.
WARPGRAPH_DEVICE inline void let_others_run([[maybe_unused]] std::uint32_t draw) {
#if !WARPGRAPH_ON_GPU
  if (hash(draw) % 16 == 0) std::this_thread::yield();
#endif
}

// What all kernels here have: transactions 0 to n - 1, a lane each, until none is deferred.
template <class Policy>
struct Work {
  transactions::TransactionalView<Policy, std::uint32_t> memory;
  View<Outcome> outcome;
  View<transactions::TransactionCounts> counts;
  std::uint32_t seed;

  template <std::uint32_t kMax, class Body>
  WARPGRAPH_DEVICE void run(kernel::Warp& warp, Body&& body) const {
    const std::uint32_t base = warp.global_index() * kernel::Warp::kSize;
    kernel::PerLane<std::uint32_t> strength;
    warp.relaxed_phase([&](kernel::Lane lane) {
      const std::uint32_t i = base + lane;
      const bool is_open = i < outcome.size() && (outcome[i] == Outcome::kNone || outcome[i] == Outcome::kDeferred);
      strength[lane] = is_open ? transactions::transaction_strength(i, seed) : 0;
    });
    const auto end = transactions::transact<kMax>(
        warp, memory, strength, [&](kernel::Lane lane, auto& t) { body(base + lane, t); }, counts);
    warp.relaxed_phase([&](kernel::Lane lane) {
      if (strength[lane] != 0) outcome[base + lane] = end[lane];
    });
  }
};

// ---- Counters

template <class Policy>
struct Count {
  Work<Policy> work;
  std::uint32_t counters;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    work.template run<1>(warp, [&](std::uint32_t i, auto& t) {
      const std::uint32_t counter = i % counters;
      const std::uint32_t before = t.read(counter);
      let_others_run(i);
      t.write(counter, before + 1);
    });
  }
};

// ---- A bank

// One of four transactions reads three accounts, one reads two and writes a third, and two transfer from one account
// to another. Word 2a is the balance of account a, word 2a + 1 counts its changes.
template <class Policy>
struct Bank {
  Work<Policy> work;
  std::uint32_t accounts;
  View<Diary> diary;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    work.template run<2 * kAccountsSeen>(warp, [&](std::uint32_t i, auto& t) {
      Diary mine{};
      mine.count = i % 4 < 2 ? kAccountsSeen : 2;
      mine.first_written = i % 4 == 0 ? mine.count : i % 4 == 1 ? 2 : 0;
      const std::uint32_t first = hash(i) % accounts;
      for (std::uint32_t k = 0; k < mine.count; ++k)
        look(t, (first + k * (1 + hash(i + 77) % 3)) % accounts, mine.seen[k]);
      if (i % 4 == 1) leave(t, mine.seen[2], mine.seen[2].balance);
      if (i % 4 > 1) {
        const std::uint32_t amount = mine.seen[0].balance < 5 ? 0 : 5;
        leave(t, mine.seen[0], mine.seen[0].balance - amount);
        leave(t, mine.seen[1], mine.seen[1].balance + amount);
      }
      diary[i] = mine;
    });
  }

 private:
  template <class T>
  WARPGRAPH_DEVICE static void look(T& t, std::uint32_t account, Seen& seen) {
    const std::uint32_t version = t.read(2 * account + 1);
    let_others_run(account + version);
    seen = {account, version, t.read(2 * account), 0};
    seen.left = seen.balance;
  }
  template <class T>
  WARPGRAPH_DEVICE static void leave(T& t, Seen& seen, std::uint32_t balance) {
    seen.left = balance;
    t.write(2 * seen.account, balance);
    t.write(2 * seen.account + 1, seen.version + 1);
  }
};

// ---- Linked lists

// Word l is the first node of list l, word lists + k the node behind node k; nodes are numbered from 1 on, and are in
// their list in the order of their numbers.
template <class Policy>
struct Insert {
  Work<Policy> work;
  std::uint32_t lists;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    work.template run<16>(warp, [&](std::uint32_t i, auto& t) {
      const std::uint32_t node = i + 1;
      std::uint32_t link = hash(i) % lists;
      std::uint32_t next = t.read(link);
      while (t.is_alive() && next != 0 && next < node) {
        link = lists + next;
        let_others_run(link);
        next = t.read(link);
      }
      t.write(lists + node, next);
      t.write(link, node);
    });
  }
};

// ---- Ends

template <class Policy>
struct Swap {
  Work<Policy> work;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    work.template run<2>(warp, [&](std::uint32_t i, auto& t) {
      const std::uint32_t first = t.read(i % 2);
      const std::uint32_t second = t.read(1 - i % 2);
      t.write(i % 2, second);
      t.write(1 - i % 2, first);
    });
  }
};

template <class Policy>
struct TouchMany {
  Work<Policy> work;
  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    work.template run<3>(warp, [&](std::uint32_t i, auto& t) {
      for (std::uint32_t k = 0; k <= i % 4; ++k) t.write(k, t.read(k) + 1);
      if (i % 4 == 1) t.give_up();
    });
  }
};

// ---- The claims

template <class... Policies>
class TransactCase : public MachineTest {
 protected:
  void lose_no_addition_to_a_counter() {
    with_all_policies([&]<class Policy>() {
      for (const std::uint32_t counters : {1u, 7u}) {
        const std::uint32_t n = 70 * counters;
        run<Policy>(std::vector<std::uint32_t>(counters, 0), 8, n, [&](const auto& work) {
          return Count<Policy>{work, counters};
        });
        EXPECT_TRUE(all_committed());
        EXPECT_EQ(words_, std::vector<std::uint32_t>(counters, 70));
        EXPECT_EQ(counts_.trials, counts_.commits + counts_.aborts);
      }
    });
  }

  void are_serialisable_for_a_bank() {
    struct Case {
      std::uint32_t accounts;
      std::uint32_t locks;
      std::uint32_t seed;
    };
    const std::uint32_t n = on_cuda() ? 20000 : 300;
    with_all_policies([&]<class Policy>() {
      // Few accounts, few locks for many accounts, and accounts that hardly meet.
      for (const Case& each : {Case{5, 16, 0}, Case{40, 4, 1}, Case{200, 512, 2}}) {
        std::vector<std::uint32_t> words(2 * std::size_t{each.accounts}, 0);
        for (std::uint32_t a = 0; a < each.accounts; ++a) words[2 * std::size_t{a}] = 100;
        Buffer<Diary> diary(stream(), n, "diary");
        run<Policy>(
            words, each.locks, n,
            [&](const auto& work) {
              return Bank<Policy>{work, each.accounts, diary};
            },
            each.seed);
        EXPECT_TRUE(all_committed());
        EXPECT_TRUE(is_serialisable(to_host(stream(), diary), each.accounts, 100)) << each.accounts << " accounts";
        std::uint64_t total = 0;
        for (std::uint32_t a = 0; a < each.accounts; ++a) total += words_[2 * std::size_t{a}];
        EXPECT_EQ(total, std::uint64_t{100} * each.accounts);
      }
    });
  }

  void keep_sorted_lists_sorted() {
    constexpr std::uint32_t kLists = 40;
    constexpr std::uint32_t kNodes = 150;
    with_all_policies([&]<class Policy>() {
      run<Policy>(
          std::vector<std::uint32_t>(kLists + kNodes + 1, 0), 256, kNodes,
          [&](const auto& work) {
            return Insert<Policy>{work, kLists};
          },
          3);
      EXPECT_TRUE(all_committed());
      std::uint32_t found = 0;
      for (std::uint32_t list = 0; list < kLists; ++list) {
        std::uint32_t last = 0;
        for (std::uint32_t node = words_[list]; node != 0 && found <= kNodes; node = words_[kLists + node]) {
          EXPECT_LT(last, node);
          EXPECT_EQ(hash(node - 1) % kLists, list);
          last = node;
          ++found;
        }
      }
      EXPECT_EQ(found, kNodes);
    });
  }

  void end_where_locks_are_wanted_in_opposite_orders() {
    with_all_policies([&]<class Policy>() {
      run<Policy>({3, 8}, 2, 65, [](const auto& work) { return Swap<Policy>{work}; });
      EXPECT_TRUE(all_committed());
      EXPECT_EQ(words_, (std::vector<std::uint32_t>{8, 3}));
    });
  }

  void leave_nothing_of_those_that_touch_too_much_or_give_up() {
    with_all_policies([&]<class Policy>() {
      const std::uint32_t n = 64;
      run<Policy>(
          {0, 0, 0, 0}, 4, n, [](const auto& work) { return TouchMany<Policy>{work}; }, 0, 1);
      EXPECT_EQ(words_, (std::vector<std::uint32_t>{n / 2, n / 4, n / 4, 0}));
      for (std::uint32_t i = 0; i < n; ++i) {
        const Outcome expected = i % 4 == 1 ? Outcome::kGivenUp : i % 4 == 3 ? Outcome::kDeferred : Outcome::kCommitted;
        EXPECT_EQ(outcome_[i], expected) << i;
      }
      EXPECT_EQ(counts_.deferred, n / 4);
    });
  }

 private:
  template <class Test>
  static void with_all_policies(Test test) {
    const auto with = [&]<class Policy>(Policy) {
      SCOPED_TRACE(typeid(Policy).name());
      test.template operator()<Policy>();
    };
    (with(Policies()), ...);
  }

  // Runs n transactions on these words, with so many locks; kernel(work) makes the kernel.
  template <class Policy, class MakeKernel>
  void run(std::vector<std::uint32_t> words, std::uint32_t locks, std::uint32_t n, MakeKernel make_kernel,
           std::uint32_t seed = 0, int max_launches = 50) {
    Buffer<std::uint32_t> buffer = to_device(stream(), words, "words");
    transactions::TransactionTable<Policy> table(stream(), locks);
    Buffer<Outcome> outcome(stream(), n, "outcome");
    Buffer<transactions::TransactionCounts> counts(stream(), 1, "counts");
    fill(stream(), outcome, Outcome::kNone);
    fill(stream(),
         View<std::uint64_t>(&counts.data()->commits, sizeof(transactions::TransactionCounts) / 8,
                             counts.view().space()),
         0);
    const Work<Policy> work{table.over(buffer.view()), outcome, counts, seed};
    for (int i = 0; i < max_launches; ++i) {
      kernel::launch(stream(), kernel::Warps{(n + kernel::Warp::kSize - 1) / kernel::Warp::kSize}, make_kernel(work));
      outcome_ = to_host(stream(), outcome);
      if (std::ranges::count(outcome_, Outcome::kDeferred) == 0) break;
    }
    words_ = to_host(stream(), buffer);
    counts_ = to_host(stream(), counts).front();
    for (const auto entry : to_host(stream(), table.entries()))
      ASSERT_EQ(static_cast<std::uint32_t>(entry), 0u) << "an entry is not free";
    EXPECT_EQ(counts_.commits, std::ranges::count(outcome_, Outcome::kCommitted));
    EXPECT_EQ(counts_.given_up, std::ranges::count(outcome_, Outcome::kGivenUp));
  }

  [[nodiscard]] bool all_committed() const {
    return std::ranges::count(outcome_, Outcome::kCommitted) == static_cast<std::ptrdiff_t>(outcome_.size());
  }

  std::vector<std::uint32_t> words_;
  std::vector<Outcome> outcome_;
  transactions::TransactionCounts counts_{};
};

}  // namespace warpgraph::test::transacted
