// SPDX-License-Identifier: Apache-2.0
#include "repair.hpp"

#include <algorithm>
#include <cstdint>
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

  void run() {
    for (PartId part = 0; part < parts_.parts(); ++part)
      while (parts_.lacks(part) && fill_one(part)) {
      }
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (parts_.beyond(part) > 0) empty_some(part);
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (parts_.size(part) < parts_.min_size()) fill_empty(part);
  }

 private:
  // Gives the part the vertex that fits best and costs least.
  bool fill_one(PartId part) {
    using Rank = std::tuple<bool, bool, Weight, VertexId>;
    const bool is_empty = parts_.size(part) == 0;
    const bool any_heavy = is_any_heavy();
    Rank best{true, true, kNoCost, kNoVertex};
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      const PartId from = parts_.part_of(v);
      if (from == part || !parts_.may_leave(v) || (!is_empty && parts_.weight_of(v, 0) == 0)) continue;
      const bool is_beyond = !parts_.fits(v, part);
      const bool is_from_light = !any_heavy || parts_.beyond(from) <= 0;
      if (std::pair(is_beyond, is_from_light) > std::pair(std::get<0>(best), std::get<1>(best))) continue;
      const Rank mine{is_beyond, is_from_light, parts_.edges_to(v, from) - (is_empty ? 0 : parts_.edges_to(v, part)),
                      v};
      best = std::min(best, mine);
      // No other vertex costs an empty part less.
      if (is_empty && !is_beyond && is_from_light != any_heavy && std::get<2>(best) == 0) break;
    }
    if (std::get<3>(best) == kNoVertex) return false;
    parts_.move(std::get<3>(best), part);
    return true;
  }
  // Gives a part that is still empty a vertex of a part that may be below its least weight then: of one that already
  // is, if there is one. A part without a vertex is worse than parts that are too light.
  void fill_empty(PartId part) {
    using Rank = std::tuple<bool, bool, Weight, VertexId>;
    Rank best{true, true, kNoCost, kNoVertex};
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
  std::vector<Weight> edges_;  // of the vertex at hand to each part; 0 between vertices
};

}  // namespace

void repair(HostParts& parts) { Repair(parts).run(); }

}  // namespace warpgraph::partitioning
