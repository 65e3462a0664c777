// SPDX-License-Identifier: Apache-2.0
#include "search_connected.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "pieces.hpp"

namespace warpgraph::partitioning {
namespace {

class ConnectedSearch {
 public:
  using Set = std::uint32_t;  // of vertices
  static constexpr VertexId kMaxVertices = 32;

  explicit ConnectedSearch(const HostParts& parts)
      : parts_(parts),
        neighbours_(parts.vertices(), 0),
        members_(parts.parts(), 0),
        weight_(parts.limits().max.size(), 0),
        has_fixed_(parts.parts(), false) {
    for (VertexId v = 0; v < parts.vertices(); ++v) {
      parts.for_neighbours(v, [&](VertexId u, Weight) { neighbours_[v] |= set_of(u); });
      if (!parts.is_free(v)) has_fixed_[parts.part_of(v)] = true;
    }
    const std::vector<VertexId> component = find_components(parts, false);
    for (VertexId v = 0; v < parts.vertices(); ++v) {
      if (component[v] == components_.size()) components_.push_back(0);
      components_[component[v]] |= set_of(v);
    }
    find_order();
  }

  // The part of each vertex; empty if there is none, or if it was not found.
  std::vector<PartId> run() {
    chosen_.assign(parts_.vertices(), kNoPart);
    choose(0, 0);
    return best_;
  }

 private:
  static constexpr std::uint64_t kMaxSteps = std::uint64_t{1} << 18;

  static constexpr Set set_of(VertexId v) { return Set{1} << v; }

  void find_order() {
    Set seen = 0;
    for (const Set component : components_) {
      order_.push_back(static_cast<VertexId>(std::countr_zero(component)));
      seen |= set_of(order_.back());
      for (std::size_t i = order_.size() - 1; i < order_.size(); ++i)
        for (Set next = neighbours_[order_[i]] & ~seen; next != 0; next &= next - 1) {
          order_.push_back(static_cast<VertexId>(std::countr_zero(next)));
          seen |= set_of(order_.back());
        }
    }
    left_ = seen;
  }

  // The parts of the vertices of the order from `at` on; `cut` is that of those before.
  void choose(std::size_t at, Weight cut) {
    if (++steps_ > kMaxSteps || cut >= best_cut_ || !can_be_connected() || lacks_vertices()) return;
    if (at == order_.size()) return keep(cut);
    const VertexId v = order_[at];
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (may_have(part, v)) {
        put(v, part, 1);
        choose(at + 1, cut + cut_off(v));
        put(v, part, -1);
      }
  }
  [[nodiscard]] bool may_have(PartId part, VertexId v) const {
    if (!parts_.is_free(v) && parts_.part_of(v) != part) return false;
    const Limits& limits = parts_.limits();
    for (std::uint32_t j = 0; j < limits.constraints; ++j)
      if (weight_[limits.at(part, j)] + parts_.weight_of(v, j) > limits.max[limits.at(part, j)]) return false;
    return members_[part] != 0 || !has_empty_twin(part);
  }
  // Whether a part before this one is empty, too, and has the same limits: what this one could be, that one is.
  [[nodiscard]] bool has_empty_twin(PartId part) const {
    if (has_fixed_[part]) return false;
    const Limits& limits = parts_.limits();
    for (PartId other = 0; other < part; ++other) {
      if (members_[other] != 0 || has_fixed_[other] || limits.min[other] != limits.min[part]) continue;
      bool alike = true;
      for (std::uint32_t j = 0; j < limits.constraints; ++j)
        alike = alike && limits.max[limits.at(other, j)] == limits.max[limits.at(part, j)];
      if (alike) return true;
    }
    return false;
  }
  void put(VertexId v, PartId part, int sign) {
    members_[part] ^= set_of(v);
    left_ ^= set_of(v);
    chosen_[v] = sign > 0 ? part : kNoPart;
    const Limits& limits = parts_.limits();
    for (std::uint32_t j = 0; j < limits.constraints; ++j) weight_[limits.at(part, j)] += sign * parts_.weight_of(v, j);
  }
  // The weight of v's edges to vertices in other parts.
  [[nodiscard]] Weight cut_off(VertexId v) const {
    Weight sum = 0;
    parts_.for_neighbours(v, [&](VertexId u, Weight weight) {
      if (chosen_[u] != kNoPart && chosen_[u] != chosen_[v]) sum += weight;
    });
    return sum;
  }

  [[nodiscard]] bool can_be_connected() const {
    for (const Set members : members_)
      for (const Set component : components_)
        if (const Set mine = members & component; mine != 0 && (mine & ~reached_from(mine & -mine, mine | left_)) != 0)
          return false;
    return true;
  }
  [[nodiscard]] Set reached_from(Set reached, Set within) const {
    for (Set fresh = reached; fresh != 0;) {
      Set next = 0;
      for (; fresh != 0; fresh &= fresh - 1) next |= neighbours_[static_cast<std::size_t>(std::countr_zero(fresh))];
      fresh = next & within & ~reached;
      reached |= fresh;
    }
    return reached;
  }
  [[nodiscard]] bool lacks_vertices() const {
    int empty = 0;
    for (const Set members : members_) empty += members == 0 ? 1 : 0;
    return parts_.min_size() > 0 && empty > std::popcount(left_);
  }

  void keep(Weight cut) {
    const Limits& limits = parts_.limits();
    for (PartId part = 0; part < parts_.parts(); ++part)
      if (weight_[limits.at(part, 0)] < limits.min[part]) return;
    best_ = chosen_;
    best_cut_ = cut;
  }

  const HostParts& parts_;
  std::vector<Set> neighbours_;  // of each vertex
  std::vector<Set> components_;
  std::vector<VertexId> order_;
  std::vector<Set> members_;  // of each part, as chosen so far
  std::vector<Weight> weight_;
  std::vector<bool> has_fixed_;  // of each part
  Set left_ = 0;
  std::vector<PartId> chosen_;
  std::vector<PartId> best_;
  Weight best_cut_ = std::numeric_limits<Weight>::max();
  std::uint64_t steps_ = 0;
};

}  // namespace

bool search_connected(HostParts& parts) {
  if (parts.vertices() > ConnectedSearch::kMaxVertices || parts.parts() > parts.vertices()) return false;
  const std::vector<PartId> found = ConnectedSearch(parts).run();
  for (VertexId v = 0; v < found.size(); ++v)
    if (found[v] != parts.part_of(v)) parts.move(v, found[v]);
  return !found.empty();
}

}  // namespace warpgraph::partitioning
