// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/transaction/policies/read_unlocked.hpp>

namespace warpgraph::transactions {

// PR-STM (Shen and others 2015): reads leave no trace and are checked by versions; entries that are written are marked
// behind the body, by priority, a stronger mark taking the place of a weaker one, and then locked. For bodies that read
// much more than they write.
//
// Strength does not protect what is only read, so transactions can stop each other in a circle: a strong reader finds
// the lock of a weak writer, which goes back because it has lost its other mark to a third one, which goes back because
// the reader has marked what it wants. In step they would do so for ever; after a few lost trials losers fall out of
// step.
struct VersionedPriorityPolicy {
  using Entry = std::uint64_t;  // the version, the lock, the strength of the owner
  static constexpr bool kInPlace = false;
  static constexpr kernel::Order kWriteOrder = kernel::Order::kRelease;
  static constexpr std::uint32_t kPatience = 3;
  static constexpr bool kKeepsMarks = false;
  static constexpr Entry kLock = Entry{1} << 31;
  static constexpr Entry kOwner = kLock - 1;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool writes) {
    const bool is_read = detail::read_unlocked(
        t, access, [](Entry entry) { return (entry & kLock) == 0; },
        [](Entry a, Entry b) { return version(a) == version(b); });
    if (!is_read) {
      t.lose(access.entry);
      return false;
    }
    access.stamp = version(access.stamp);
    return !writes || touch_again(t, access);
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T& t, typename T::Access& access) {
    if (t.holder_of(access.entry) == nullptr) access.holds = true;
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T& t) {
    return t.for_each_held([&](auto& access) { return mark(t, access); });
  }
  // All locks first, and then a look at what was only read: of two transactions that read what the other writes, one
  // sees the other's lock.
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T& t) {
    const bool has_locks = t.for_each_held([&](auto& access) {
      const Entry mine = access.stamp | t.strength;
      if (atomic::compare_exchange<kernel::Order::kAcquireRelease>(t.memory.entries[access.entry], mine,
                                                                   mine | kLock) == mine)
        return true;
      t.lose(access.entry);
      return false;
    });
    for (std::uint32_t i = 0; has_locks && i < t.size; ++i) {
      const Entry now = atomic::load<kernel::Order::kAcquire>(t.memory.entries[t.log[i].entry]);
      const bool is_mine = (now & kOwner) == t.strength;
      if (version(now) == t.log[i].stamp && ((now & kLock) == 0 || is_mine)) continue;
      t.lose(t.log[i].entry);
      return false;
    }
    return has_locks;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.write_back();
    t.for_each_held([&](auto& access) {
      atomic::store<kernel::Order::kRelease>(t.memory.entries[access.entry], access.stamp + kNextVersion);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.for_each_held([&](auto& access) {
      Entry& entry = t.memory.entries[access.entry];
      const Entry mine = access.stamp | t.strength;
      if (atomic::compare_exchange<kernel::Order::kRelease>(entry, mine, access.stamp) == (mine | kLock))
        atomic::store<kernel::Order::kRelease>(entry, access.stamp);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T& t) {
    return (atomic::load(t.memory.entries[t.lost_entry]) & kOwner) > t.strength;
  }

 private:
  static constexpr Entry kNextVersion = Entry{1} << 32;

  WARPGRAPH_DEVICE static Entry version(Entry entry) { return entry & ~(kNextVersion - 1); }
  template <class T, class Access>
  WARPGRAPH_DEVICE static bool mark(T& t, Access& access) {
    Entry& entry = t.memory.entries[access.entry];
    Entry now = atomic::load<kernel::Order::kAcquire>(entry);
    // Only marks of others change it, and stronger ones end this, so it does not go on for long; the loop is bounded
    // nevertheless.
    for (int i = 0; i < 64; ++i) {
      if (version(now) != access.stamp || (now & kLock) != 0 || (now & kOwner) > t.strength) break;
      if ((now & kOwner) == t.strength) return true;
      const Entry before =
          atomic::compare_exchange<kernel::Order::kAcquireRelease>(entry, now, access.stamp | t.strength);
      if (before == now) {
        if ((now & kOwner) != 0) ++t.steals;
        return true;
      }
      now = before;
    }
    t.lose(access.entry);
    return false;
  }
};

}  // namespace warpgraph::transactions
