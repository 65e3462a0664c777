// SPDX-License-Identifier: Apache-2.0
#include "repair.hpp"

#include <algorithm>
#include <tuple>

namespace warpgraph::partitioning {
namespace {

class Repair {
 public:
  Repair(const PartitionInput& graph, const PartitionOptions& options, const Limits& limits, std::vector<PartId>& part)
      : graph_(graph),
        options_(options),
        limits_(limits),
        part_(part),
        weight_(limits.max.size(), 0),
        vertices_(limits.parts, 0) {
    for (VertexId v = 0; v < part.size(); ++v) add(v, part[v], 1);
  }

  void operator()() {
    for (PartId part = 0; part < limits_.parts; ++part)
      while (lacks(part) && fill_one(part)) {
      }
    for (PartId part = 0; part < limits_.parts; ++part)
      if (beyond(part) > 0) empty_some(part);
  }

 private:
  [[nodiscard]] Weight weight_of(VertexId v, std::uint32_t j) const {
    return graph_.vertex_weight.empty() ? 1 : graph_.vertex_weight[std::size_t{v} * limits_.constraints + j];
  }
  [[nodiscard]] bool is_free(VertexId v) const { return options_.fixed.empty() || options_.fixed[v] == kFreePart; }
  void add(VertexId v, PartId part, int sign) {
    vertices_[part] += static_cast<VertexId>(sign);
    for (std::uint32_t j = 0; j < limits_.constraints; ++j) weight_[limits_.at(part, j)] += sign * weight_of(v, j);
  }
  void move(VertexId v, PartId to) {
    add(v, part_[v], -1);
    add(v, to, 1);
    part_[v] = to;
  }
  [[nodiscard]] bool lacks(PartId part) const {
    return vertices_[part] == 0 || weight_[limits_.at(part, 0)] < limits_.min[part];
  }
  // Sum over the constraints, as shares of the totals.
  [[nodiscard]] double beyond(PartId part) const {
    double sum = 0;
    for (std::uint32_t j = 0; j < limits_.constraints; ++j) {
      const Weight weight = weight_[limits_.at(part, j)] - limits_.max[limits_.at(part, j)];
      if (weight > 0) sum += static_cast<double>(weight) / static_cast<double>(limits_.total[j]);
    }
    return sum;
  }
  [[nodiscard]] bool fits(VertexId v, PartId to) const {
    for (std::uint32_t j = 0; j < limits_.constraints; ++j)
      if (weight_[limits_.at(to, j)] + weight_of(v, j) > limits_.max[limits_.at(to, j)]) return false;
    return true;
  }
  // A part that gives v away must not lack anything then.
  [[nodiscard]] bool may_leave(VertexId v) const {
    const PartId from = part_[v];
    return is_free(v) && vertices_[from] > 1 && weight_[limits_.at(from, 0)] - weight_of(v, 0) >= limits_.min[from];
  }
  [[nodiscard]] Weight edges_to(VertexId v, PartId part) const {
    Weight sum = 0;
    for (EdgeId edge = graph_.row[v]; edge < graph_.row[v + 1]; ++edge)
      if (graph_.column[edge] != v && part_[graph_.column[edge]] == part)
        sum += graph_.edge_weight.empty() ? 1 : graph_.edge_weight[edge];
    return sum;
  }

  // Gives the part the vertex that fits best and costs least.
  bool fill_one(PartId part) {
    using Rank = std::tuple<bool, bool, Weight, VertexId>;
    const bool needs_weight = vertices_[part] != 0;
    Rank best{true, true, 0, kNoVertex};
    for (VertexId v = 0; v < part_.size(); ++v) {
      if (part_[v] == part || !may_leave(v) || (needs_weight && weight_of(v, 0) == 0)) continue;
      const bool is_beyond = !fits(v, part);
      const bool is_from_heavy = beyond(part_[v]) > 0;
      const Rank mine{is_beyond, !is_from_heavy, edges_to(v, part_[v]) - edges_to(v, part), v};
      if (std::get<3>(best) == kNoVertex || mine < best) best = mine;
    }
    if (std::get<3>(best) == kNoVertex) return false;
    move(std::get<3>(best), part);
    return true;
  }

  // Moves vertices to parts with room until the part is light enough, those first that cost least.
  void empty_some(PartId part) {
    using Offer = std::tuple<double, VertexId, PartId>;
    std::vector<Offer> offers;
    for (VertexId v = 0; v < part_.size(); ++v) {
      if (part_[v] != part || !may_leave(v) || is_weightless(v)) continue;
      PartId best = kNoPart;
      Weight edges = -1;
      for (EdgeId edge = graph_.row[v]; edge < graph_.row[v + 1]; ++edge) {
        const PartId to = part_[graph_.column[edge]];
        if (to == part || to == best || !fits(v, to)) continue;
        if (const Weight sum = edges_to(v, to); sum > edges) std::tie(best, edges) = std::tuple(to, sum);
      }
      offers.emplace_back(
          static_cast<double>(edges_to(v, part) - edges) / static_cast<double>(std::max<Weight>(1, weight_of(v, 0))), v,
          best);
    }
    std::ranges::sort(offers);
    for (const auto& [cost, v, to] : offers) {
      if (beyond(part) <= 0) return;
      const PartId target = to != kNoPart && fits(v, to) ? to : lightest_for(v);
      if (target == kNoPart || !may_leave(v)) continue;
      move(v, target);
    }
  }
  [[nodiscard]] bool is_weightless(VertexId v) const {
    for (std::uint32_t j = 0; j < limits_.constraints; ++j)
      if (weight_of(v, j) > 0) return false;
    return true;
  }
  [[nodiscard]] PartId lightest_for(VertexId v) const {
    PartId best = kNoPart;
    double room = -1;
    for (PartId part = 0; part < limits_.parts; ++part) {
      if (part == part_[v] || !fits(v, part)) continue;
      const auto mine = static_cast<double>(limits_.max[limits_.at(part, 0)] - weight_[limits_.at(part, 0)]);
      if (mine > room) std::tie(best, room) = std::tuple(part, mine);
    }
    return best;
  }

  const PartitionInput& graph_;
  const PartitionOptions& options_;
  const Limits& limits_;
  std::vector<PartId>& part_;
  std::vector<Weight> weight_;
  std::vector<VertexId> vertices_;
};

}  // namespace

void repair(const PartitionInput& graph, const PartitionOptions& options, const Limits& limits,
            std::vector<PartId>& part) {
  Repair(graph, options, limits, part)();
}

}  // namespace warpgraph::partitioning
