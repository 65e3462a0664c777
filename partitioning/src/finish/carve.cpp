// SPDX-License-Identifier: Apache-2.0
#include "carve.hpp"

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>

namespace warpgraph::partitioning {
namespace {

constexpr std::size_t kNowhere = ~std::size_t{0};

}  // namespace

Carver::Carver(const HostParts& parts, const std::vector<VertexId>& component)
    : parts_(parts),
      component_(component),
      constraints_(parts.limits().constraints),
      place_(parts.vertices(), kNowhere),
      is_home_(parts.vertices(), false) {}

std::vector<VertexId> Carver::find(const Gift& gift, const std::vector<VertexId>& members,
                                   const std::vector<VertexId>& others) {
  for (const VertexId v : others)
    if (parts_.part_of(v) == gift.to) is_home_[component_[v]] = true;
  subtrees_.clear();
  weight_.clear();
  for (const VertexId v : members)
    if (parts_.part_of(v) == gift.from && place_[v] == kNowhere) search(gift, v);
  sum_up();
  std::pair<std::pair<Weight, Weight>, std::size_t> best{{}, kNowhere};
  for (std::size_t i = 0; i < subtrees_.size(); ++i) {
    if (!is_possible(gift, i)) continue;
    const std::pair mine(gift.left(weight(i, gift.constraint)), subtrees_[i].cost);
    if (best.second == kNowhere || mine < best.first) best = {mine, i};
  }
  std::vector<VertexId> found;
  if (best.second != kNowhere)
    for (std::size_t i = best.second; i < best.second + subtrees_[best.second].size; ++i)
      found.push_back(subtrees_[i].vertex);
  for (const Subtree& each : subtrees_) place_[each.vertex] = kNowhere;
  for (const VertexId v : others) is_home_[component_[v]] = false;
  return found;
}

// A subtree is a run of entries, because they are in the order of the search.
void Carver::search(const Gift& gift, VertexId root) {
  const std::span<const EdgeId> row = parts_.graph().row;
  std::vector<std::pair<std::size_t, EdgeId>> path;  // the entries on the way down, and the next edge of each
  const auto enter = [&](VertexId v, std::size_t parent) {
    add(gift, v, parent);
    path.emplace_back(subtrees_.size() - 1, row[v]);
  };
  enter(root, kNowhere);
  while (!path.empty()) {
    auto& [entry, edge] = path.back();
    if (edge == row[subtrees_[entry].vertex + std::size_t{1}]) {
      path.pop_back();
      continue;
    }
    const VertexId next = parts_.graph().column[edge++];
    if (parts_.part_of(next) == gift.from && place_[next] == kNowhere) enter(next, entry);
  }
}

void Carver::add(const Gift& gift, VertexId vertex, std::size_t parent) {
  place_[vertex] = subtrees_.size();
  Subtree subtree{vertex, parent};
  subtree.is_fixed = !parts_.is_free(vertex);
  parts_.for_neighbours(vertex, [&](VertexId u, Weight weight) {
    if (parts_.part_of(u) != gift.to) return;
    subtree.touches = true;
    subtree.cost -= weight;
  });
  subtrees_.push_back(subtree);
  for (std::uint32_t j = 0; j < constraints_; ++j) weight_.push_back(parts_.weight_of(vertex, j));
}

// An edge of the search's graph leads from a vertex to one above it: it leaves all subtrees from the one of the lower
// end up to the upper end, which does not count it.
void Carver::sum_up() {
  for (Subtree& each : subtrees_)
    parts_.for_neighbours(each.vertex, [&](VertexId u, Weight weight) {
      if (place_[u] == kNowhere) return;
      each.cost += &subtrees_[place_[u]] < &each ? weight : -weight;
    });
  for (std::size_t i = subtrees_.size(); i-- > 0;) {
    const Subtree& mine = subtrees_[i];
    if (mine.parent == kNowhere) continue;
    Subtree& above = subtrees_[mine.parent];
    above.size += mine.size;
    above.cost += mine.cost;
    above.touches = above.touches || mine.touches;
    above.is_fixed = above.is_fixed || mine.is_fixed;
    for (std::uint32_t j = 0; j < constraints_; ++j) weight_[mine.parent * constraints_ + j] += weight(i, j);
  }
}

bool Carver::is_possible(const Gift& gift, std::size_t i) const {
  const Limits& limits = parts_.limits();
  const Subtree& each = subtrees_[i];
  const Weight mine = weight(i, gift.constraint);
  if (each.is_fixed || mine <= 0 || mine > gift.max) return false;
  if (!each.touches && is_home_[component_[each.vertex]]) return false;
  if (parts_.size(gift.from) < parts_.min_size() + each.size) return false;
  if (parts_.weight(gift.from, 0) - weight(i, 0) < limits.min[gift.from]) return false;
  for (std::uint32_t j = 0; j < constraints_; ++j)
    if (j != gift.constraint && parts_.weight(gift.to, j) + weight(i, j) > limits.max[limits.at(gift.to, j)])
      return false;
  return true;
}

}  // namespace warpgraph::partitioning
