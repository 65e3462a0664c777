// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "refine.hpp"

namespace warpgraph::partitioning {
namespace {

// What each part has to give.
struct Excess {
  View<const Weight> amount;             // 0: nothing
  View<const std::uint32_t> constraint;  // that it is too heavy in
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
  Excess excess;
  std::uint64_t seed;
  Reach reach;
  View<std::uint32_t> cost;
  View<std::uint8_t> is_offered;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const {
    is_offered[v] = 0;
    state.has_moved[v] = 0;
    if (reach != Reach::kAll && state.is_stale[v] == 0 && state.best[v] == kNoPart) return false;
    return excess.amount[state.part[v]] > 0 && level.fixed_part(v) == kFreePart && weight_of(v) > 0;
  }
  [[nodiscard]] WARPGRAPH_DEVICE Weight weight_of(std::uint64_t v) const {
    return level.vertex_weight[v * level.constraints + excess.constraint[state.part[v]]];
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
    auto best = team.reduce(0, table.slots, Choice<Weight>::none(), Better{}, [&](std::uint64_t i) {
      const PartId to = table.key[i];
      if (to == kNoKey || to == mine || !state.fits(level, v, to)) return Choice<Weight>::none();
      return Choice<Weight>{table.sum[i], draw(seed ^ v, to), to};
    });
    if (best.is_none() && reach == Reach::kAll) best = Choice<Weight>{0, 0, find_room(v)};
    const Weight own = team.reduce(0, table.slots, Weight{0}, Plus{},
                                   [&](std::uint64_t i) -> Weight { return table.key[i] == mine ? table.sum[i] : 0; });
    team.once([&] {
      if (!best.is_none()) offer(v, best.key, own - best.score);
    });
  }

  WARPGRAPH_DEVICE void offer(std::uint64_t v, PartId to, Weight loss) const {
    state.wish[v] = to;
    is_offered[v] = 1;
    cost[v] = ordered_bits(static_cast<float>(loss) / static_cast<float>(weight_of(v)));
  }

  // Any part with room: the search begins at one that is drawn.
  [[nodiscard]] WARPGRAPH_DEVICE PartId find_room(std::uint64_t v) const {
    auto to = static_cast<PartId>(below(draw(seed, v), state.parts));
    for (PartId i = 0; i < state.parts; ++i, to = to + 1 == state.parts ? 0 : to + 1)
      if (to != state.part[v] && state.fits(level, v, to)) return to;
    return kNoPart;
  }
};

// The upper half of a cost tells enough: the lower bits of a key are not sorted by.
constexpr int kSortedBits = 16;

// Offers by the part that gives or takes, the cheapest first. Vertices whose flag is not set come behind all parts.
struct KeyOffers {
  View<const VertexId> list;
  View<const std::uint8_t> flag;
  View<const PartId> part;
  PartId parts;
  View<const std::uint32_t> cost;
  View<std::uint64_t> key;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId v = list[i];
    key[i] = std::uint64_t{flag[v] != 0 ? part[v] : parts} << 32 | cost[v];
  }
};

struct FindFirst {
  View<const std::uint64_t> key;
  View<std::uint32_t> first;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (i == 0 || key[i] >> 32 != key[i - 1] >> 32) first[key[i] >> 32] = static_cast<std::uint32_t>(i);
  }
};

struct GiveWeights {
  LevelView level;
  PartView state;
  Excess excess;
  View<const VertexId> list;
  View<Weight> weight;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t v = list[i];
    weight[i] = level.vertex_weight[v * level.constraints + excess.constraint[state.part[v]]];
  }
};

// A part gives until its excess is gone.
struct Give {
  Excess excess;
  View<const VertexId> list;
  View<const std::uint64_t> key;
  View<const std::uint32_t> first;
  View<const Weight> before;  // sums of weights
  View<std::uint8_t> is_given;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t part = key[i] >> 32;
    is_given[list[i]] = before[i] - before[first[part]] < excess.amount[part] ? 1 : 0;
  }
};

struct TakeWeights {
  LevelView level;
  std::uint32_t constraint;
  View<const VertexId> list;
  View<Weight> weight;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    weight[i] = level.vertex_weight[std::uint64_t{list[i]} * level.constraints + constraint];
  }
};

// A part takes while it has room.
struct Take {
  LevelView level;
  PartView state;
  std::uint32_t constraint;
  View<const VertexId> list;
  View<const std::uint64_t> key;
  View<const std::uint32_t> first;
  View<const Weight> before;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const std::uint64_t v = list[i];
    const std::uint64_t part = key[i] >> 32;
    if (part == state.parts) return;
    const std::uint64_t at = part * level.constraints + constraint;
    const Weight sum = before[i] - before[first[part]] + level.vertex_weight[v * level.constraints + constraint];
    const bool fits = state.weight[at] + sum <= state.max_weight[at];
    if (constraint == 0)
      state.has_moved[v] = fits ? 1 : 0;
    else if (!fits)
      state.has_moved[v] = 0;
  }
};

// Vertices that no part has taken are dealt out among the parts with room, whatever edges they have to them.
struct SumTaken {
  LevelView level;
  PartView state;
  View<const VertexId> list;
  View<const std::uint8_t> is_given;
  View<Weight> taken;
  View<Weight> left;  // weight of each vertex that is given and not taken, else 0
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId v = list[i];
    const Weight weight = is_given[v] != 0 ? level.vertex_weight[v] : 0;
    left[i] = state.has_moved[v] != 0 ? 0 : weight;
    if (state.has_moved[v] != 0) atomic::fetch_add(taken[state.wish[v]], weight);
  }
};

struct FindRoom {
  PartView state;
  Excess excess;
  View<Weight> room;  // in place of what was taken
  WARPGRAPH_DEVICE void operator()(std::uint64_t part) const {
    const Weight left = state.max_weight[part] - state.weight[part] - room[part];
    room[part] = excess.amount[part] > 0 || left < 0 ? 0 : left;
  }
};

struct Deal {
  LevelView level;
  PartView state;
  View<const VertexId> list;
  View<const std::uint8_t> is_given;
  View<const Weight> before;       // weight of the vertices before each in the list
  View<const Weight> room_before;  // room of the parts before each
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId v = list[i];
    if (is_given[v] == 0 || state.has_moved[v] != 0) return;
    // The last part that begins at or before the vertex.
    PartId first = 0;
    PartId last = state.parts;
    while (last - first > 1) {
      const PartId middle = first + (last - first) / 2;
      if (room_before[middle] <= before[i])
        first = middle;
      else
        last = middle;
    }
    if (before[i] + level.vertex_weight[v] > room_before[first + 1]) return;
    state.wish[v] = first;
    state.has_moved[v] = 1;
  }
};

// Offers in the order of their keys.
struct SortedOffers {
  SortedOffers(StreamRef stream, PartId parts, const Buffer<VertexId>& unsorted, const Buffer<std::uint8_t>& flag,
               View<const PartId> part, const Buffer<std::uint32_t>& cost)
      : list(stream, unsorted.size(), "partition offers"),
        key(stream, unsorted.size(), "partition offers"),
        first(stream, parts + std::size_t{1}, "partition offers"),
        before(stream, unsorted.size(), "partition offers") {
    Buffer<std::uint64_t> keys(stream, unsorted.size(), "partition offers");
    for_each(stream, unsorted.size(), KeyOffers{unsorted, flag, part, parts, cost, keys});
    sort_pairs(stream, keys, key.view(), unsorted, list.view(),
               {kSortedBits, 32 + static_cast<int>(std::bit_width(parts))});
    for_each(stream, list.size(), FindFirst{key, first});
  }

  Buffer<VertexId> list;
  Buffer<std::uint64_t> key;
  Buffer<std::uint32_t> first;
  Buffer<Weight> before;
};

void deal_rest(PartState& state, const Excess& excess, const Buffer<std::uint8_t>& is_given, SortedOffers& offers) {
  const StreamRef stream = state.stream();
  const LevelView level = state.level().view();
  const PartId parts = state.limits().parts;
  Buffer<Weight> room(stream, parts + std::size_t{1}, "partition offers");
  fill(stream, room, 0);
  const std::size_t count = offers.list.size();
  for_each(stream, count, SumTaken{level, state.view(), offers.list, is_given, room, offers.before});
  for_each(stream, parts, FindRoom{state.view(), excess, room});
  exclusive_scan(stream, room, room.view());
  exclusive_scan(stream, offers.before, offers.before.view());
  for_each(stream, count, Deal{level, state.view(), offers.list, is_given, offers.before, room});
}

}  // namespace

bool rebalance(PartState& state, std::uint64_t seed, Reach reach) {
  const StreamRef stream = state.stream();
  const LevelGraph& level = state.level();
  const Limits& limits = state.limits();
  std::vector<Weight> amounts(limits.parts, 0);
  std::vector<std::uint32_t> constraints(limits.parts, 0);
  for (PartId part = 0; part < limits.parts; ++part) {
    double worst = 0;
    for (std::uint32_t j = 0; j < limits.constraints; ++j) {
      const Weight beyond = state.weights()[limits.at(part, j)] - limits.max[limits.at(part, j)];
      const double share = static_cast<double>(beyond) / static_cast<double>(limits.total[j] + 1);
      if (beyond <= 0 || share <= worst) continue;
      worst = share;
      amounts[part] = beyond;
      constraints[part] = j;
    }
  }
  const Buffer<Weight> amount = to_device(stream, amounts, "partition offers");
  const Buffer<std::uint32_t> constraint = to_device(stream, constraints, "partition offers");
  const Excess excess{amount, constraint};
  Buffer<std::uint32_t> cost(stream, level.vertices, "partition offers");
  Buffer<std::uint8_t> flags(stream, level.vertices, "partition flags");
  const PartView parts = state.view();
  for_each_row(stream, level, OfferVertices{level.view(), parts, excess, seed, reach, cost, flags});

  const Buffer<VertexId> offered = flagged(stream, flags, "partition offers");
  if (offered.empty()) return false;
  SortedOffers gives(stream, limits.parts, offered, flags, parts.part, cost);
  for_each(stream, offered.size(), GiveWeights{level.view(), parts, excess, gives.list, gives.before});
  exclusive_scan(stream, gives.before, gives.before.view());
  for_each(stream, offered.size(), Give{excess, gives.list, gives.key, gives.first, gives.before, flags});

  SortedOffers takes(stream, limits.parts, offered, flags, parts.wish, cost);
  for (std::uint32_t j = 0; j < limits.constraints; ++j) {
    for_each(stream, offered.size(), TakeWeights{level.view(), j, takes.list, takes.before});
    exclusive_scan(stream, takes.before, takes.before.view());
    for_each(stream, offered.size(), Take{level.view(), parts, j, takes.list, takes.key, takes.first, takes.before});
  }
  if (reach == Reach::kAll && limits.constraints == 1) deal_rest(state, excess, flags, takes);
  const std::vector<Weight> before = state.weights();
  state.move();
  return state.weights() != before;
}

}  // namespace warpgraph::partitioning
