// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>

namespace warpgraph::papers {

// PSTM (Holey and Zhai 2014), pessimistic: an entry belongs to the transaction that touches it first, for reading or
// writing, and writes go to memory at once. Cheapest where conflicts are rare; losers back off.
struct PessimisticPolicy {
  using Entry = std::uint32_t;  // 0: free; else the strength of the owner
  static constexpr bool kInPlace = true;
  static constexpr kernel::Order kWriteOrder = kernel::Order::kRelaxed;
  static constexpr std::uint32_t kPatience = 0;
  static constexpr bool kKeepsMarks = false;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool) {
    if (t.holder_of(access.entry) == nullptr) {
      Entry& entry = t.memory.entries[access.entry];
      if (atomic::compare_exchange<kernel::Order::kAcquireRelease>(entry, 0, t.strength) != 0) {
        t.lose(access.entry);
        return false;
      }
      access.holds = true;
    }
    access.value = access.before = atomic::load(t.memory.words[access.word]);
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T&, typename T::Access&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.for_each_held([&](auto& access) {
      atomic::store<kernel::Order::kRelease>(t.memory.entries[access.entry], 0);
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
