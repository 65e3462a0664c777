// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/transaction/policies/read_unlocked.hpp>

namespace warpgraph::papers {

// The blocking memory of Cederman, Tsigas and Chaudhry (2010), a transaction a lane: reads look for entries that are
// not locked, and at the end everything is locked and compared with what was read. Values decide, not versions: a word
// that has come back to its value is as good as untouched.
struct ValuePolicy {
  using Entry = std::uint32_t;  // 0: free; else the strength of the owner
  static constexpr bool kInPlace = false;
  static constexpr kernel::Order kWriteOrder = kernel::Order::kRelaxed;
  static constexpr std::uint32_t kPatience = 0;
  static constexpr bool kKeepsMarks = false;

  template <class T>
  WARPGRAPH_DEVICE static bool touch(T& t, typename T::Access& access, bool) {
    const bool is_read = detail::read_unlocked(
        t, access, [](Entry entry) { return entry == 0; }, [](Entry, Entry) { return true; });
    if (!is_read) {
      t.lose(access.entry);
      return false;
    }
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool touch_again(T&, typename T::Access&) {
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool acquire(T& t) {
    for (std::uint32_t i = 0; i < t.size; ++i) {
      auto& access = t.log[i];
      if (t.holder_of(access.entry) != nullptr) continue;
      Entry& entry = t.memory.entries[access.entry];
      if (atomic::compare_exchange<kernel::Order::kAcquireRelease>(entry, 0, t.strength) != 0) {
        t.lose(access.entry);
        return false;
      }
      access.holds = true;
    }
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static bool settle(T& t) {
    for (std::uint32_t i = 0; i < t.size; ++i) {
      if (atomic::load(t.memory.words[t.log[i].word]) == t.log[i].before) continue;
      t.lose(t.log[i].entry);
      return false;
    }
    return true;
  }
  template <class T>
  WARPGRAPH_DEVICE static void commit(T& t) {
    t.write_back();
    roll_back(t);
  }
  template <class T>
  WARPGRAPH_DEVICE static void roll_back(T& t) {
    t.for_each_held([&](auto& access) {
      atomic::store<kernel::Order::kRelease>(t.memory.entries[access.entry], 0);
      return true;
    });
  }
  template <class T>
  WARPGRAPH_DEVICE static bool is_parked(T&) {
    return false;
  }
};

}  // namespace warpgraph::papers
