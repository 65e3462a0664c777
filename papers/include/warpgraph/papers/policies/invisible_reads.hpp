// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/transaction/policies/read_unlocked.hpp>

namespace warpgraph::papers {

// ISTM (Holey and Zhai 2014): writes own their entries at once and go to memory, reads leave no trace and are checked
// by versions at the end. For bodies that mostly read. A roll-back changes the version too, because what it undoes may
// have been seen.
struct InvisibleReadsPolicy {
  using Entry = std::uint64_t;  // the version, and below it the strength of the owner
  static constexpr bool kInPlace = true;
  static constexpr kernel::Order kWriteOrder = kernel::Order::kRelease;
  static constexpr std::uint32_t kPatience = 0;
  static constexpr bool kKeepsMarks = false;
  static constexpr Entry kOwner = (Entry{1} << 32) - 1;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool writes) {
    if (const auto* const holder = t.holder_of(access.entry)) {
      access.stamp = holder->stamp;
      access.value = access.before = atomic::load(t.memory.words[access.word]);
      return true;
    }
    const bool is_read = detail::read_unlocked(
        t, access, [](Entry entry) { return (entry & kOwner) == 0; }, [](Entry a, Entry b) { return a == b; });
    if (!is_read) {
      t.lose(access.entry);
      return false;
    }
    return !writes || touch_again(t, access);
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T& t, typename T::Access& access) {
    if (t.holder_of(access.entry) != nullptr) return true;
    Entry& entry = t.memory.entries[access.entry];
    const Entry mine = access.stamp | t.strength;
    if (atomic::compare_exchange<kernel::Order::kAcquireRelease>(entry, access.stamp, mine) != access.stamp) {
      t.lose(access.entry);
      return false;
    }
    access.holds = true;
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T& t) {
    for (std::uint32_t i = 0; i < t.size; ++i) {
      const Entry now = atomic::load<kernel::Order::kAcquire>(t.memory.entries[t.log[i].entry]);
      if (now == t.log[i].stamp || now == (t.log[i].stamp | t.strength)) continue;
      t.lose(t.log[i].entry);
      return false;
    }
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.for_each_held([&](auto& access) {
      atomic::store<kernel::Order::kRelease>(t.memory.entries[access.entry], access.stamp + (Entry{1} << 32));
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.undo();
    commit(t);
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T&) {
    return false;
  }
};

}  // namespace warpgraph::papers
