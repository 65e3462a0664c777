// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/ids.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>

#include "level_graph.hpp"
#include "team.hpp"

// Sums of weights by key, in a table with open addressing that one team fills. Which slot a key gets depends on the
// order of the lanes; the sums do not.
namespace warpgraph::partitioning {

inline constexpr std::uint32_t kNoKey = ~0u;
inline constexpr std::uint64_t kListSlots = 32;

// A power of two that leaves half of the slots free.
WARPGRAPH_DEVICE inline std::uint64_t slots_for(std::uint64_t keys) {
  std::uint64_t slots = 4;
  while (slots < 2 * keys) slots *= 2;
  return slots;
}

template <std::uint32_t kSlots>
struct RatingSlots {
  std::uint32_t key[kSlots];
  Weight sum[kSlots];
};

struct RatingTable {
  std::uint32_t* key;
  Weight* sum;
  std::uint64_t slots;

  // Where one lane fills a small table, the keys are the first slots, in the order in which they came: to look through
  // a few takes less time than to clear all slots and to look at them again.
  template <class Team>
  [[nodiscard]] WARPGRAPH_DEVICE bool is_list() const {
    return Team::kIsAlone && slots <= kListSlots;
  }

  template <class Team>
  WARPGRAPH_DEVICE void clear(const Team& team) const {
    if (is_list<Team>()) {
      key[0] = kNoKey;
      return;
    }
    team.for_each(0, slots, [&](std::uint64_t i) {
      key[i] = kNoKey;
      sum[i] = 0;
    });
  }

  // A key that finds no room is left out: it takes a row made for the fixed draws of for_each_rated to fill a table.
  template <class Team>
  WARPGRAPH_DEVICE void add(const Team&, std::uint32_t k, Weight weight) const {
    if (is_list<Team>()) return append(k, weight);
    std::uint64_t slot = (k * 0x9e3779b97f4a7c15u >> 32) & (slots - 1);
    for (std::uint64_t looks = 0; looks < slots; ++looks) {
      if constexpr (Team::kIsAlone) {
        if (key[slot] == kNoKey) key[slot] = k;
        if (key[slot] == k) {
          sum[slot] += weight;
          return;
        }
      } else {
        std::uint32_t there = atomic::load(key[slot]);
        if (there == kNoKey) there = atomic::compare_exchange(key[slot], kNoKey, k);
        if (there == kNoKey || there == k) {
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
    while (key[count] != kNoKey) ++count;
    return count;
  }

 private:
  WARPGRAPH_DEVICE void append(std::uint32_t k, Weight weight) const {
    std::uint64_t i = 0;
    while (key[i] != k && key[i] != kNoKey) ++i;
    if (key[i] == k) {
      sum[i] += weight;
      return;
    }
    key[i] = k;
    sum[i] = weight;
    key[i + 1] = kNoKey;
  }
};

// The best of some keys: the highest score; among equals the highest draw, then the lowest key.
template <class Score>
struct Choice {
  Score score;
  std::uint64_t tie;
  std::uint32_t key;
  std::uint32_t padding = 0;

  [[nodiscard]] WARPGRAPH_DEVICE bool is_none() const { return key == kNoKey; }
  [[nodiscard]] WARPGRAPH_DEVICE static Choice none() { return {Score{}, 0, kNoKey}; }
};
struct Better {
  template <class Score>
  WARPGRAPH_DEVICE Choice<Score> operator()(const Choice<Score>& a, const Choice<Score>& b) const {
    if (a.is_none() || b.is_none()) return a.is_none() ? b : a;
    if (a.score != b.score) return a.score < b.score ? b : a;
    if (a.tie != b.tie) return a.tie < b.tie ? b : a;
    return b.key < a.key ? b : a;
  }
};

}  // namespace warpgraph::partitioning
