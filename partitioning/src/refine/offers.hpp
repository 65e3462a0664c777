// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>

#include <warpgraph/runtime/launch.hpp>

#include "../level/for_each_row.hpp"
#include "part_state.hpp"
#include "refine.hpp"

// What rebalancing works on: vertices of parts that are too heavy, with the parts that they would go to and what that
// costs. Which of them move follows from sums of weights by cost, not from their order.
namespace warpgraph::partitioning {

// The cost of a vertex for its weight, then a draw: so many bits, of which lower numbers come first.
inline constexpr int kCostBits = 16;
inline constexpr int kKeyBits = kCostBits + 8;
inline constexpr std::uint32_t kMaxKey = (1u << kKeyBits) - 1;  // above those of all vertices
inline constexpr std::uint32_t kNoOffer = ~0u;
inline constexpr std::uint64_t kChunks = 1024;  // of the vertices of a level
inline constexpr int kMaxDigit = 8;             // bits of a key that one pass over the offers finds

struct OfferView {
  // For each part:
  View<Weight> excess;             // 0: it offers nothing
  View<std::uint32_t> constraint;  // that it is too heavy in
  View<Weight> left;               // what the search for a limit has not used up
  View<std::uint32_t> give_limit;  // keys up to it are given
  View<std::uint32_t> take_limit;  // keys below it are taken
  View<Weight> room;               // of the parts before each; one more for all
  View<Weight> bins;               // [part << digit | digit of the key]; 0 between searches
  View<Weight> dealt;              // of each chunk of the vertices: weight that is dealt out before it

  View<std::uint32_t> key;  // of each vertex
  View<VertexId> list;      // the vertices that are offered, in any order
  View<std::uint32_t> count;
  View<const Weight> total;  // of each constraint
  int digit;                 // bits
};

// The buffers behind it.
class Offers {
 public:
  explicit Offers(PartState& state);

  [[nodiscard]] OfferView view() {
    return {excess_, constraint_, left_, give_limit_, take_limit_, room_, bins_,
            dealt_,  key_,        list_, count_,      total_,      digit_};
  }

 private:
  int digit_;
  Buffer<Weight> excess_;
  Buffer<std::uint32_t> constraint_;
  Buffer<Weight> left_;
  Buffer<std::uint32_t> give_limit_;
  Buffer<std::uint32_t> take_limit_;
  Buffer<Weight> room_;
  Buffer<Weight> bins_;
  Buffer<Weight> dealt_;
  Buffer<std::uint32_t> key_;
  Buffer<VertexId> list_;
  Buffer<std::uint32_t> count_;
  Buffer<Weight> total_;
  WaitIfFailed wait_;
};

inline constexpr int kRefineThreads = 256;
// Enough blocks of so many threads for so many lanes a vertex, if the device holds them: fewer blocks, shorter
// barriers.
[[nodiscard]] kernel::WholeDevice grid_for(const PartState& state, std::uint64_t lanes = 1);

// What each part has to give, which is returned too.
struct FindExcess {
  PartView state;
  OfferView offers;
  WARPGRAPH_DEVICE Weight operator()(std::uint64_t part) const {
    const std::uint64_t constraints = offers.total.size();
    double worst = 0;
    Weight amount = 0;
    std::uint32_t constraint = 0;
    for (std::uint32_t j = 0; j < constraints; ++j) {
      const std::uint64_t at = part * constraints + j;
      const Weight beyond = state.weight[at] - state.max_weight[at];
      const double share = static_cast<double>(beyond) / static_cast<double>(offers.total[j] + 1);
      if (beyond <= 0 || share <= worst) continue;
      worst = share;
      amount = beyond;
      constraint = j;
    }
    offers.excess[part] = amount;
    offers.constraint[part] = constraint;
    offers.left[part] = amount - 1;
    offers.give_limit[part] = 0;
    if (part == 0) offers.count[0] = 0;
    return amount;
  }
};

// 32 bits that have the order of the numbers.
WARPGRAPH_DEVICE inline std::uint32_t ordered_bits(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  return (bits >> 31) != 0 ? ~bits : bits | 0x80000000u;
}

// The part that each vertex of a part that is too heavy would go to, and what that costs.
struct OfferVertices {
  LevelView level;
  PartView state;
  OfferView offers;
  std::uint64_t seed;
  Reach reach;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const {
    offers.key[v] = kNoOffer;
    state.has_moved[v] = 0;
    if (reach != Reach::kAll && state.is_stale[v] == 0 && state.best[v] == kNoPart) return false;
    return offers.excess[state.part[v]] > 0 && level.fixed_part(v) == kFreePart && weight_of(v) > 0;
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t max_keys() const { return state.parts; }
  [[nodiscard]] WARPGRAPH_DEVICE Weight weight_of(std::uint64_t v) const {
    return level.vertex_weight[v * level.constraints + offers.constraint[state.part[v]]];
  }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable& table) const {
    const PartId mine = state.part[v];
    if (state.is_stale[v] == 0 && state.best[v] != kNoPart && state.fits(level, v, state.best[v])) {
      team.once([&] { offer(v, state.best[v], -state.gain[v]); });
      return;
    }
    table.clear(team);
    for_each_rated(team, level, v, [&](EdgeId edge) {
      if (level.column[edge] != v) table.add(team, state.part[level.column[edge]], level.weight_of(edge));
    });
    auto best = team.reduce(0, table.used(team), Choice<Weight>::none(), Better{}, [&](std::uint64_t i) {
      const PartId to = table.key[i];
      if (to == kNoKey || to == mine || !state.fits(level, v, to)) return Choice<Weight>::none();
      return Choice<Weight>{table.sum[i], draw(seed ^ v, to), to};
    });
    if (best.is_none() && reach == Reach::kAll) best = Choice<Weight>{0, 0, find_room(v)};
    const Weight own = team.reduce(0, table.used(team), Weight{0}, Plus{},
                                   [&](std::uint64_t i) -> Weight { return table.key[i] == mine ? table.sum[i] : 0; });
    team.once([&] {
      if (!best.is_none()) offer(v, best.key, own - best.score);
    });
  }

  WARPGRAPH_DEVICE void offer(std::uint64_t v, PartId to, Weight loss) const {
    const std::uint32_t cost = ordered_bits(static_cast<float>(loss) / static_cast<float>(weight_of(v)));
    const auto tie = static_cast<std::uint32_t>((v << (kKeyBits - kCostBits)) / offers.key.size());
    state.wish[v] = to;
    state.mark_active(v);
    offers.key[v] = cost >> (32 - kCostBits) << (kKeyBits - kCostBits) | tie;
  }

  // Any part with room: the search begins at one that is drawn.
  [[nodiscard]] WARPGRAPH_DEVICE PartId find_room(std::uint64_t v) const {
    auto to = static_cast<PartId>(generators::below(draw(seed, v), state.parts));
    for (PartId i = 0; i < state.parts; ++i, to = to + 1 == state.parts ? 0 : to + 1)
      if (to != state.part[v] && state.fits(level, v, to)) return to;
    return kNoPart;
  }
};

}  // namespace warpgraph::partitioning
