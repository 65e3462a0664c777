// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/sweep/team.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>

// Sums by key, in a table with open addressing that one team fills (team.hpp). Which slot a key gets depends on the
// order of the lanes; the sums, which are integers, do not.
namespace warpgraph::sweep {

// No key of a table.
template <kernel::AtomicInteger Key>
inline constexpr Key kNoKey = static_cast<Key>(~Key{0});
// Slots of the largest table that is a list where one lane fills it.
inline constexpr std::uint64_t kListSlots = 32;

// A power of two that leaves half of the slots free.
WARPGRAPH_DEVICE constexpr std::uint64_t slots_for(std::uint64_t keys) {
  std::uint64_t slots = 4;
  while (slots < 2 * keys) slots *= 2;
  return slots;
}

template <kernel::AtomicInteger Key, kernel::AtomicInteger Sum, std::uint32_t kSlots>
struct GroupSlots {
  Key key[kSlots];
  Sum sum[kSlots];
};

template <kernel::AtomicInteger Key, kernel::AtomicInteger Sum>
struct GroupTable {
  Key* key;
  Sum* sum;
  std::uint64_t slots;  // a power of two

  // Where one lane fills a small table, the keys are the first slots, in the order in which they came: to look through
  // a few takes less time than to clear all slots and to look at them again.
  template <class Team>
  [[nodiscard]] WARPGRAPH_DEVICE bool is_list() const {
    return Team::kIsAlone && slots <= kListSlots;
  }

  template <class Team>
  WARPGRAPH_DEVICE void clear(const Team& team) const {
    if (is_list<Team>()) {
      key[0] = kNoKey<Key>;
      return;
    }
    team.for_each(0, slots, [&](std::uint64_t i) {
      key[i] = kNoKey<Key>;
      sum[i] = 0;
    });
  }

  // A key that finds no room is left out.
  template <class Team>
  WARPGRAPH_DEVICE void add(const Team&, Key k, Sum weight) const {
    if (is_list<Team>()) return append(k, weight);
    std::uint64_t slot = (k * 0x9e3779b97f4a7c15u >> 32) & (slots - 1);
    for (std::uint64_t looks = 0; looks < slots; ++looks) {
      if constexpr (Team::kIsAlone) {
        if (key[slot] == kNoKey<Key>) key[slot] = k;
        if (key[slot] == k) {
          sum[slot] += weight;
          return;
        }
      } else {
        Key there = atomic::load(key[slot]);
        if (there == kNoKey<Key>) there = atomic::compare_exchange(key[slot], kNoKey<Key>, k);
        if (there == kNoKey<Key> || there == k) {
          atomic::fetch_add(sum[slot], weight);
          return;
        }
      }
      slot = (slot + 1) & (slots - 1);
    }
  }

  // The slots behind these have no keys.
  template <class Team>
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t used(const Team&) const {
    if (!is_list<Team>()) return slots;
    std::uint64_t count = 0;
    while (key[count] != kNoKey<Key>) ++count;
    return count;
  }

 private:
  WARPGRAPH_DEVICE void append(Key k, Sum weight) const {
    std::uint64_t i = 0;
    while (key[i] != k && key[i] != kNoKey<Key>) ++i;
    if (key[i] == k) {
      sum[i] += weight;
      return;
    }
    key[i] = k;
    sum[i] = weight;
    key[i + 1] = kNoKey<Key>;
  }
};

}  // namespace warpgraph::sweep
