// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/framework/sweep/group_table.hpp>

#include "level_graph.hpp"
#include "team.hpp"

// Sums of weights by key (sweep/group_table.hpp), and the choice among them. A key that finds no room in a table is
// left out: it takes a row made for the fixed draws of for_each_rated to fill one.
namespace warpgraph::partitioning {

using sweep::slots_for;

inline constexpr std::uint32_t kNoKey = sweep::kNoKey<std::uint32_t>;

template <std::uint32_t kSlots>
using RatingSlots = sweep::GroupSlots<std::uint32_t, Weight, kSlots>;
using RatingTable = sweep::GroupTable<std::uint32_t, Weight>;

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
