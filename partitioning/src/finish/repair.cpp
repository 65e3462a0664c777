// SPDX-License-Identifier: Apache-2.0
#include "repair.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <tuple>
#include <utility>
#include <vector>

namespace warpgraph::partitioning {
namespace {

constexpr Weight kNoCost = std::numeric_limits<Weight>::max();

class Repair {
 public:
  explicit Repair(HostParts& parts) : parts_(parts), edges_(parts.parts(), 0) {}

  std::uint64_t run() {
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (parts_.lacks(part) && (parts_.size(part) != 0 || start(part)) && parts_.lacks(part)) fill(part);
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (parts_.beyond(part) > 0) empty_some(part);
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (parts_.size(part) < parts_.min_size()) fill_empty(part);
    return looks_;
  }

 private:
  // What a vertex of another part is preferred for, the lowest first: it fits, it leaves a part that is too heavy if
  // there are any, and it costs little.
  using Rank = std::tuple<bool, bool, Weight, VertexId>;
  static constexpr Rank kNoRank{true, true, kNoCost, kNoVertex};

  // An empty part gets the vertex that fits best and costs least. Returns whether there is one.
  bool start(PartId part) {
    const bool any_heavy = is_any_heavy();
    Rank best = kNoRank;
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      ++looks_;
      if (!parts_.may_leave(v)) continue;
      const Rank mine = rank_of(v, part, any_heavy, parts_.edges_to(v, parts_.part_of(v)));
      best = std::min(best, mine);
      // No other vertex costs less.
      const auto [is_beyond, is_from_light, cost, vertex] = mine;
      if (!is_beyond && is_from_light != any_heavy && cost == 0) break;
    }
    if (std::get<3>(best) == kNoVertex) return false;
    move(std::get<3>(best), part);
    return true;
  }
  [[nodiscard]] Rank rank_of(VertexId v, PartId part, bool any_heavy, Weight cost) const {
    return {!parts_.fits(v, part), !any_heavy || parts_.beyond(parts_.part_of(v)) <= 0, cost, v};
  }

  // The part gets vertices that fit best and cost least, one after the other, until it has its least weight. All
  // vertices of other parts are looked at once, and then those beside vertices that have moved. What an entry of the
  // heap says can only have become better, which makes another entry, or worse, which is found when it is taken out.
  void fill(PartId part) {
    if (own_.empty()) find_own_edges();
    to_part_.assign(parts_.vertices(), 0);
    for (VertexId v = 0; v < parts_.vertices(); ++v)
      if (parts_.part_of(v) == part)
        parts_.for_neighbours(v, [&](VertexId u, Weight weight) { to_part_[u] += weight; });
    bool any_heavy = is_any_heavy();
    const auto rank = [&](VertexId v) { return rank_of(v, part, any_heavy, own_[v] - to_part_[v]); };
    std::vector<Rank> heap;
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      ++looks_;
      if (may_go(v, part)) heap.push_back(rank(v));
    }
    const auto put = [&](const Rank& each) {
      ++looks_;
      heap.push_back(each);
      std::ranges::push_heap(heap, std::ranges::greater{});
    };
    std::ranges::make_heap(heap, std::ranges::greater{});
    while (parts_.lacks(part) && !heap.empty()) {
      std::ranges::pop_heap(heap, std::ranges::greater{});
      const Rank top = heap.back();
      heap.pop_back();
      const VertexId v = std::get<3>(top);
      if (!may_go(v, part)) continue;
      if (const Rank now = rank(v); now > top) {
        put(now);
        continue;
      }
      move(v, part);
      any_heavy = any_heavy && is_any_heavy();
      parts_.for_neighbours(v, [&](VertexId u, Weight weight) {
        to_part_[u] += weight;
        if (may_go(u, part)) put(rank(u));
      });
    }
  }
  [[nodiscard]] bool may_go(VertexId v, PartId part) const {
    return parts_.part_of(v) != part && parts_.may_leave(v) && parts_.weight_of(v, 0) != 0;
  }
  void find_own_edges() {
    own_.resize(parts_.vertices());
    for (VertexId v = 0; v < parts_.vertices(); ++v) own_[v] = parts_.edges_to(v, parts_.part_of(v));
  }
  void move(VertexId v, PartId to) {
    const PartId from = parts_.part_of(v);
    parts_.move(v, to);
    if (own_.empty()) return;
    own_[v] = 0;
    parts_.for_neighbours(v, [&](VertexId u, Weight weight) {
      if (parts_.part_of(u) == from) own_[u] -= weight;
      if (parts_.part_of(u) != to) return;
      own_[u] += weight;
      own_[v] += weight;
    });
  }

  // Gives a part that is still empty a vertex of a part that may be below its least weight then: of one that already
  // is, if there is one. A part without a vertex is worse than parts that are too light.
  void fill_empty(PartId part) {
    Rank best = kNoRank;
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      const PartId from = parts_.part_of(v);
      if (!parts_.is_free(v) || parts_.size(from) <= parts_.min_size()) continue;
      best = std::min(best, Rank{!parts_.fits(v, part), !parts_.lacks(from), parts_.edges_to(v, from), v});
    }
    if (std::get<3>(best) != kNoVertex) parts_.move(std::get<3>(best), part);
  }
  [[nodiscard]] bool is_any_heavy() const {
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (parts_.beyond(part) > 0) return true;
    return false;
  }

  // Moves vertices to parts with room until the part is light enough, those first that cost least.
  void empty_some(PartId part) {
    using Offer = std::tuple<double, VertexId, PartId>;
    std::vector<Offer> offers;
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      if (parts_.part_of(v) != part || !parts_.may_leave(v) || is_weightless(v)) continue;
      PartId best = kNoPart;
      Weight edges = -1;
      parts_.for_neighbours(v, [&](VertexId u, Weight weight) { edges_[parts_.part_of(u)] += weight; });
      const Weight own = edges_[part];
      parts_.for_neighbours(v, [&](VertexId u, Weight) {
        const PartId to = parts_.part_of(u);
        const Weight sum = std::exchange(edges_[to], 0);
        if (to != part && sum > edges && parts_.fits(v, to)) std::tie(best, edges) = std::tuple(to, sum);
      });
      const auto weight = static_cast<double>(std::max<Weight>(1, parts_.weight_of(v, 0)));
      offers.emplace_back(static_cast<double>(own - edges) / weight, v, best);
    }
    std::ranges::sort(offers);
    for (const auto& [cost, v, to] : offers) {
      if (parts_.beyond(part) <= 0) return;
      const PartId target = to != kNoPart && parts_.fits(v, to) ? to : lightest_for(v);
      if (target == kNoPart || !parts_.may_leave(v)) continue;
      parts_.move(v, target);
    }
  }
  [[nodiscard]] bool is_weightless(VertexId v) const {
    for (std::uint32_t j = 0; j < parts_.limits().constraints; ++j)
      if (parts_.weight_of(v, j) > 0) return false;
    return true;
  }
  [[nodiscard]] PartId lightest_for(VertexId v) const {
    const Limits& limits = parts_.limits();
    PartId best = kNoPart;
    double room = -1;
    for (PartId part = 0; part < parts_.parts(); ++part) {
      if (part == parts_.part_of(v) || !parts_.fits(v, part)) continue;
      const auto mine = static_cast<double>(limits.max[limits.at(part, 0)] - parts_.weight(part, 0));
      if (mine > room) std::tie(best, room) = std::tuple(part, mine);
    }
    return best;
  }

  HostParts& parts_;
  std::vector<Weight> edges_;    // of the vertex at hand to each part; 0 between vertices
  std::vector<Weight> own_;      // of each vertex to its own part; empty: not needed yet
  std::vector<Weight> to_part_;  // of each vertex to the part that is filled
  std::uint64_t looks_ = 0;
};

}  // namespace

std::uint64_t repair(HostParts& parts) { return Repair(parts).run(); }

}  // namespace warpgraph::partitioning
