// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <warpgraph/runtime/kernel/grid.hpp>

#include "offers.hpp"

namespace warpgraph::partitioning {

// Marks the offers that move: each part gives the cheapest ones until its excess is gone, and takes the cheapest of
// those that are given while it has room. Each limit is found digit by digit, from the weights of the offers by digit.
struct PickOffers {
  LevelView level;
  PartView state;
  OfferView offers;
  Reach reach;

  template <int kThreads>
  WARPGRAPH_DEVICE void operator()(kernel::Grid<kThreads>& grid) const {
    list_all(grid);
    choose(grid);
  }
  template <int kThreads>
  WARPGRAPH_DEVICE void list_all(kernel::Grid<kThreads>& grid) const {
    grid.warps([&](kernel::Warp& warp) { collect(warp); });
  }
  // The same, where all offers are in the list.
  template <int kThreads>
  WARPGRAPH_DEVICE void choose(kernel::Grid<kThreads>& grid) const {
    const std::uint32_t count = offers.count[0];
    if (count == 0) return;
    find_limits(
        grid, count, offers.give_limit, [&](VertexId v) { return state.part[v]; },
        [&](VertexId v) { return level.vertex_weight[at(v, offers.constraint[state.part[v]])]; });
    for (std::uint32_t j = 0; j < level.constraints; ++j) {
      grid.for_each(count > state.parts ? count : state.parts, [&](std::uint64_t i) {
        if (i < state.parts) prepare_take(i, j);
        if (j == 0 && i < count) drop_kept(offers.list[i]);
      });
      find_limits(
          grid, count, offers.take_limit, [&](VertexId v) { return state.wish[v]; },
          [&](VertexId v) { return level.vertex_weight[at(v, j)]; });
      grid.for_each(count, [&](std::uint64_t i) { take(offers.list[i], j); });
    }
    if (reach == Reach::kAll && level.constraints == 1) deal_rest(grid);
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t at(std::uint64_t v, std::uint32_t constraint) const {
    return v * level.constraints + constraint;
  }

  WARPGRAPH_DEVICE void collect(kernel::Warp& warp) const {
    const std::uint64_t n = offers.key.size();
    for (std::uint64_t base = std::uint64_t{warp.global_index()} * kernel::Warp::kSize; base < n;
         base += std::uint64_t{warp.count()} * kernel::Warp::kSize) {
      kernel::PerLane<bool> is_offered{};
      warp.phase([&](kernel::Lane lane) { is_offered[lane] = base + lane < n && offers.key[base + lane] != kNoOffer; });
      const kernel::PerLane<std::uint32_t> place = warp.append(offers.count[0], is_offered);
      warp.phase([&](kernel::Lane lane) {
        if (is_offered[lane]) offers.list[place[lane]] = static_cast<VertexId>(base + lane);
      });
    }
  }

  // For each part the lowest key at which the weight of its offers up to there is more than what is left to it, or
  // kMaxKey; and what the offers below that key leave.
  template <class Grid, class PartOf, class WeightOf>
  WARPGRAPH_DEVICE void find_limits(Grid& grid, std::uint32_t count, View<std::uint32_t> limit, PartOf&& part_of,
                                    WeightOf&& weight_of) const {
    for (int shift = kKeyBits; shift > 0;) {
      const int width = shift < offers.digit ? shift : offers.digit;
      const int known = shift;
      shift -= width;
      grid.for_each(count, [&](std::uint64_t i) {
        const VertexId v = offers.list[i];
        const std::uint32_t key = offers.key[v];
        if (key == kNoOffer) return;
        const std::uint64_t part = part_of(v);
        if (part >= state.parts || key >> known != limit[part]) return;
        atomic::fetch_add(offers.bins[part << offers.digit | (key >> shift & ((1u << width) - 1))], weight_of(v));
      });
      grid.warps([&](kernel::Warp& warp) {
        for (std::uint64_t part = warp.global_index(); part < state.parts; part += warp.count())
          narrow(warp, part, limit, width);
      });
    }
  }
  // Finds the next digit of a part's limit, and empties its bins.
  WARPGRAPH_DEVICE void narrow(kernel::Warp& warp, std::uint64_t part, View<std::uint32_t> limit, int width) const {
    const std::uint32_t digits = 1u << width;
    const std::uint32_t of_lane = (digits + kernel::Warp::kSize - 1) / kernel::Warp::kSize;
    const View<Weight> bins = offers.bins.subview(part << offers.digit, digits);
    const std::uint32_t known = limit[part] << width;
    const Weight left = offers.left[part];
    kernel::PerLane<Weight> sum{};
    warp.phase([&](kernel::Lane lane) {
      for (std::uint32_t i = lane * of_lane; i < digits && i < (lane + 1) * of_lane; ++i) sum[lane] += bins[i];
    });
    const auto scan = warp.exclusive_scan(sum, Plus{});
    if (scan.total == 0) {  // no offers
      warp.phase([&](kernel::Lane lane) {
        if (lane == 0) limit[part] = left < 0 ? known : known | (digits - 1);
      });
      return;
    }
    const bool is_inside = 0 <= left && left < scan.total;
    warp.phase([&](kernel::Lane lane) {
      Weight before = scan.before[lane];
      for (std::uint32_t i = lane * of_lane; i < digits && i < (lane + 1) * of_lane; ++i) {
        const Weight after = before + bins[i];
        const bool is_last = i == digits - 1 && !is_inside && left >= 0;  // no digit goes beyond
        if ((is_inside && before <= left && left < after) || is_last) {
          limit[part] = known | i;
          offers.left[part] = left - before;
        }
        if (i == 0 && left < 0) limit[part] = known;
        before = after;
        bins[i] = 0;
      }
    });
  }

  WARPGRAPH_DEVICE void drop_kept(VertexId v) const {
    if (offers.key[v] > offers.give_limit[state.part[v]]) offers.key[v] = kNoOffer;
  }
  WARPGRAPH_DEVICE void prepare_take(std::uint64_t part, std::uint32_t constraint) const {
    offers.left[part] = state.max_weight[at(part, constraint)] - state.weight[at(part, constraint)];
    offers.take_limit[part] = 0;
  }
  WARPGRAPH_DEVICE void take(VertexId v, std::uint32_t constraint) const {
    if (offers.key[v] == kNoOffer || state.wish[v] == kNoPart) return;
    const std::uint32_t limit = offers.take_limit[state.wish[v]];
    const bool fits = offers.key[v] < limit || limit == kMaxKey;
    if (constraint == 0)
      state.has_moved[v] = fits ? 1 : 0;
    else if (!fits)
      state.has_moved[v] = 0;
  }

  // Vertices that no part has taken are dealt out among the parts with room, whatever edges they have to them: in
  // order, one part after the other, so that neighbours stay together.
  template <class Grid>
  WARPGRAPH_DEVICE void deal_rest(Grid& grid) const {
    grid.warps([&](kernel::Warp& warp) {
      for (std::uint64_t chunk = warp.global_index(); chunk < kChunks; chunk += warp.count()) weigh_chunk(warp, chunk);
    });
    grid.warps([&](kernel::Warp& warp) {
      const auto room_of = [&](std::uint64_t part) -> Weight {
        return offers.excess[part] > 0 || offers.left[part] < 0 ? 0 : offers.left[part];
      };
      const auto weight_of = [&](std::uint64_t chunk) { return offers.dealt[chunk]; };
      if (warp.global_index() == 0) add_up(warp, state.parts, offers.room, room_of);
      if (warp.global_index() == 1) add_up(warp, kChunks, offers.dealt, weight_of);
    });
    grid.warps([&](kernel::Warp& warp) {
      for (std::uint64_t chunk = warp.global_index(); chunk < kChunks; chunk += warp.count()) deal_chunk(warp, chunk);
    });
  }
  [[nodiscard]] WARPGRAPH_DEVICE std::uint64_t first_of(std::uint64_t chunk) const {
    return chunk * offers.key.size() / kChunks;
  }
  [[nodiscard]] WARPGRAPH_DEVICE Weight weight_to_deal(std::uint64_t v, std::uint64_t end) const {
    return v < end && offers.key[v] != kNoOffer && state.has_moved[v] == 0 ? level.vertex_weight[v] : 0;
  }
  WARPGRAPH_DEVICE void weigh_chunk(kernel::Warp& warp, std::uint64_t chunk) const {
    const std::uint64_t end = first_of(chunk + 1);
    kernel::PerLane<Weight> sum{};
    warp.phase([&](kernel::Lane lane) {
      for (std::uint64_t v = first_of(chunk) + lane; v < end; v += kernel::Warp::kSize)
        sum[lane] += weight_to_deal(v, end);
    });
    const Weight all = warp.reduce(sum, Plus{});
    warp.elect([&] { offers.dealt[chunk] = all; });
  }
  // sums[i]: of the values before i, up to i = n.
  template <class Value>
  WARPGRAPH_DEVICE void add_up(kernel::Warp& warp, std::uint64_t n, View<Weight> sums, Value&& value) const {
    Weight before = 0;
    for (std::uint64_t base = 0; base < n; base += kernel::Warp::kSize) {
      kernel::PerLane<Weight> mine{};
      warp.phase([&](kernel::Lane lane) { mine[lane] = base + lane < n ? value(base + lane) : 0; });
      const auto scan = warp.exclusive_scan(mine, Plus{});
      warp.phase([&](kernel::Lane lane) {
        if (base + lane < n) sums[base + lane] = before + scan.before[lane];
      });
      before += scan.total;
    }
    warp.elect([&] { sums[n] = before; });
  }
  WARPGRAPH_DEVICE void deal_chunk(kernel::Warp& warp, std::uint64_t chunk) const {
    Weight before = offers.dealt[chunk];
    if (before == offers.dealt[chunk + 1] || before >= offers.room[state.parts]) return;
    const std::uint64_t end = first_of(chunk + 1);
    for (std::uint64_t base = first_of(chunk); base < end; base += kernel::Warp::kSize) {
      kernel::PerLane<Weight> mine{};
      warp.phase([&](kernel::Lane lane) { mine[lane] = weight_to_deal(base + lane, end); });
      const auto scan = warp.exclusive_scan(mine, Plus{});
      warp.phase([&](kernel::Lane lane) {
        if (mine[lane] > 0) deal(base + lane, before + scan.before[lane], mine[lane]);
      });
      before += scan.total;
    }
  }
  WARPGRAPH_DEVICE void deal(std::uint64_t v, Weight place, Weight weight) const {
    const PartId to = part_at(place);
    if (place + weight > offers.room[to + std::uint64_t{1}]) return;
    state.wish[v] = to;
    state.has_moved[v] = 1;
  }
  // The part whose room has the place.
  [[nodiscard]] WARPGRAPH_DEVICE PartId part_at(Weight place) const {
    PartId first = 0;
    PartId last = state.parts;
    while (last - first > 1) {
      const PartId middle = first + (last - first) / 2;
      if (offers.room[middle] <= place)
        first = middle;
      else
        last = middle;
    }
    return first;
  }
};

}  // namespace warpgraph::partitioning
