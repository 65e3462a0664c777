// SPDX-License-Identifier: Apache-2.0
#include "repair.hpp"

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

namespace warpgraph::partitioning {
namespace {

class Repair {
 public:
  explicit Repair(HostParts& parts) : parts_(parts) {}

  void run() {
    for (PartId part = 0; part < parts_.parts(); ++part)
      while (parts_.lacks(part) && fill_one(part)) {
      }
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (parts_.beyond(part) > 0) empty_some(part);
  }

 private:
  // Gives the part the vertex that fits best and costs least.
  bool fill_one(PartId part) {
    using Rank = std::tuple<bool, bool, Weight, VertexId>;
    const bool needs_weight = parts_.size(part) != 0;
    Rank best{true, true, 0, kNoVertex};
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      const PartId from = parts_.part_of(v);
      if (from == part || !parts_.may_leave(v) || (needs_weight && parts_.weight_of(v, 0) == 0)) continue;
      const bool is_beyond = !parts_.fits(v, part);
      const bool is_from_heavy = parts_.beyond(from) > 0;
      const Rank mine{is_beyond, !is_from_heavy, parts_.edges_to(v, from) - parts_.edges_to(v, part), v};
      if (std::get<3>(best) == kNoVertex || mine < best) best = mine;
    }
    if (std::get<3>(best) == kNoVertex) return false;
    parts_.move(std::get<3>(best), part);
    return true;
  }

  // Moves vertices to parts with room until the part is light enough, those first that cost least.
  void empty_some(PartId part) {
    using Offer = std::tuple<double, VertexId, PartId>;
    std::vector<Offer> offers;
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      if (parts_.part_of(v) != part || !parts_.may_leave(v) || is_weightless(v)) continue;
      PartId best = kNoPart;
      Weight edges = -1;
      parts_.for_neighbours(v, [&](VertexId u, Weight) {
        const PartId to = parts_.part_of(u);
        if (to == part || to == best || !parts_.fits(v, to)) return;
        if (const Weight sum = parts_.edges_to(v, to); sum > edges) std::tie(best, edges) = std::tuple(to, sum);
      });
      const auto weight = static_cast<double>(std::max<Weight>(1, parts_.weight_of(v, 0)));
      offers.emplace_back(static_cast<double>(parts_.edges_to(v, part) - edges) / weight, v, best);
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
};

}  // namespace

void repair(HostParts& parts) { Repair(parts).run(); }

}  // namespace warpgraph::partitioning
