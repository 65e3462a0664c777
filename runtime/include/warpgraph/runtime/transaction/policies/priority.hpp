// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>

namespace warpgraph::transactions {

// The priority-based transactional memory of Manoochehri (2017), PR-STM without versions, whose reads mark as its
// writes do. An entry is marked at the first access, by one atomic maximum: it cannot fail for any other reason than a
// stronger mark or a lock, and it takes the mark from a weaker transaction. Marks become locks behind the body; a mark
// that was stolen meanwhile is found out then. Since nothing is marked twice in a trial, an entry that still holds the
// mark has not been written since its words were read; when the last lock is taken all of them are as they were read,
// and that instant is the transaction's.
//
// Repairs of the published protocol, which can run in circles: one operation to mark; a transaction that meets a lock
// of a weaker one keeps its marks and runs again; one that lost holds nothing and parks until no stronger
// transaction owns the entry. No transaction waits inside a step. For bodies that write most of what they read, and
// much contention.
struct PriorityPolicy {
  using Entry = std::uint32_t;  // 0: free; else the strength of the owner, and the lock in the highest bit
  static constexpr bool kInPlace = false;
  static constexpr kernel::Order kWriteOrder = kernel::Order::kRelaxed;
  static constexpr std::uint32_t kPatience = 64;
  static constexpr bool kKeepsMarks = true;
  static constexpr Entry kLock = Entry{1} << 31;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool) {
    if (t.holder_of(access.entry) == nullptr && !mark(t, access)) return false;
    access.value = access.before = atomic::load(t.memory.words[access.word]);
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T&, typename T::Access&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T& t) {
    return t.for_each_held([&](auto& access) {
      const Entry mine = t.strength;
      if (atomic::compare_exchange<kernel::Order::kAcquireRelease>(t.memory.entries[access.entry], mine,
                                                                   mine | kLock) == mine)
        return true;
      t.lose(access.entry);
      return false;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.write_back();
    t.for_each_held([&](auto& access) {
      atomic::store<kernel::Order::kRelease>(t.memory.entries[access.entry], 0);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.for_each_held([&](auto& access) {
      release(t, access.entry);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T& t) {
    return (atomic::load(t.memory.entries[t.lost_entry]) & ~kLock) > t.strength;
  }
  // A stolen entry is left alone.
  template <class T>
  WARPGRAPH_DEVICE static void release(T& t, std::uint32_t entry) {
    Entry& word = t.memory.entries[entry];
    if (atomic::compare_exchange<kernel::Order::kRelease>(word, t.strength, 0) == (t.strength | kLock))
      atomic::store<kernel::Order::kRelease>(word, 0);
  }

 private:
  template <class T>
  WARPGRAPH_DEVICE static bool mark(T& t, typename T::Access& access) {
    const Entry before = atomic::fetch_max<kernel::Order::kAcquireRelease>(t.memory.entries[access.entry], t.strength);
    if (before > t.strength) {
      const bool by_weaker = (before & kLock) != 0 && (before & ~kLock) < t.strength;
      t.lose(access.entry);
      if (by_weaker) t.state = T::State::kWaiting;
      return false;
    }
    if (before != 0 && before != t.strength) ++t.steals;
    access.holds = true;
    return true;
  }
};

}  // namespace warpgraph::transactions
