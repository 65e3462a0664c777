// SPDX-License-Identifier: Apache-2.0
#include "search.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "fit.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr VertexId kMaxVertices = 64;
constexpr PartId kMaxParts = 256;
// All subsets of 12 vertices for each of 12 parts are 2^23.6 steps; of more vertices there is no hope to see all.
constexpr VertexId kCompleteVertices = 12;
constexpr std::uint64_t kCompleteSteps = std::uint64_t{1} << 24;
constexpr std::uint64_t kMaxSteps = std::uint64_t{1} << 20;

using Set = std::uint64_t;  // of vertices, by their places in an order

class Search {
 public:
  explicit Search(HostParts& parts)
      : parts_(parts),
        limits_(parts.limits()),
        order_(parts.vertices()),
        chosen_(parts.parts(), 0),
        max_steps_(parts.vertices() <= kCompleteVertices ? kCompleteSteps : kMaxSteps) {
    std::iota(order_.begin(), order_.end(), VertexId{0});
    std::ranges::stable_sort(order_, [&](VertexId a, VertexId b) { return share_of(a) > share_of(b); });
    find_sums();
  }

  bool run() {
    const Set all = order_.size() == kMaxVertices ? ~Set{0} : (Set{1} << order_.size()) - 1;
    if (!fill(0, all)) return false;
    for (PartId p = 0; p < parts_.parts(); ++p)
      for (std::size_t i = 0; i < order_.size(); ++i)
        if ((chosen_[p] >> i & 1) != 0 && parts_.part_of(order_[i]) != p) parts_.move(order_[i], p);
    return true;
  }

 private:
  // A subset for one part while it grows.
  struct Choice {
    PartId part;
    Set left;  // what this part and those behind it have to take
    Set taken = 0;
    std::vector<Weight> weight;  // of what is taken
    std::vector<Weight> rest;    // of what the parts behind have to take, as far as it is known
  };

  [[nodiscard]] double share_of(VertexId v) const {
    double share = 0;
    for (std::uint32_t j = 0; j < limits_.constraints; ++j)
      share = std::max(share, static_cast<double>(parts_.weight_of(v, j)) /
                                  static_cast<double>(std::max<Weight>(1, limits_.total[j])));
    return share;
  }

  // What the parts from each one on can take, and must have.
  void find_sums() {
    const std::size_t count = parts_.parts() + std::size_t{1};
    room_.assign(count * limits_.constraints, 0);
    need_.assign(count, 0);
    need_size_.assign(count, 0);
    for (PartId p = parts_.parts(); p-- > 0;) {
      for (std::uint32_t j = 0; j < limits_.constraints; ++j)
        room_[limits_.at(p, j)] =
            room_[limits_.at(p + 1, j)] + std::min(limits_.max[limits_.at(p, j)], limits_.total[j]);
      need_[p] = need_[p + 1] + std::min(limits_.min[p], limits_.total[0] + 1);
      need_size_[p] = need_size_[p + 1] + parts_.min_size();
    }
  }

  bool fill(PartId part, Set left) {
    if (part == parts_.parts()) return left == 0;
    if (failed_.contains({part, left})) return false;
    Choice choice{part, left, 0, std::vector<Weight>(limits_.constraints, 0),
                  std::vector<Weight>(limits_.constraints, 0)};
    if (choose(choice, 0)) return true;
    if (steps_ < max_steps_) failed_.insert({part, left});
    return false;
  }

  // Decides for the vertices of `left` from the place i on.
  bool choose(Choice& choice, std::size_t i) {
    if (++steps_ >= max_steps_) return false;
    while (i < order_.size() && (choice.left >> i & 1) == 0) ++i;
    if (i == order_.size()) return close(choice);
    const VertexId v = order_[i];
    const bool may_take = parts_.is_free(v) || parts_.part_of(v) == choice.part;
    const bool may_leave = parts_.is_free(v) || parts_.part_of(v) != choice.part;
    const bool takes_first = parts_.part_of(v) == choice.part;
    for (const bool takes : {takes_first, !takes_first})
      if ((takes ? may_take : may_leave) && decide(choice, i, takes)) return true;
    return false;
  }
  bool decide(Choice& choice, std::size_t i, bool takes) {
    std::vector<Weight>& sum = takes ? choice.weight : choice.rest;
    const Set before = choice.taken;
    if (takes) choice.taken |= Set{1} << i;
    bool fits = true;
    for (std::uint32_t j = 0; j < limits_.constraints; ++j) {
      sum[j] += parts_.weight_of(order_[i], j);
      fits =
          fits && sum[j] <= (takes ? limits_.max[limits_.at(choice.part, j)] : room_[limits_.at(choice.part + 1, j)]);
    }
    if (fits && choose(choice, i + 1)) return true;
    for (std::uint32_t j = 0; j < limits_.constraints; ++j) sum[j] -= parts_.weight_of(order_[i], j);
    choice.taken = before;
    return false;
  }

  bool close(const Choice& choice) {
    const Set rest = choice.left & ~choice.taken;
    const auto size = static_cast<VertexId>(std::popcount(choice.taken));
    const auto rest_size = static_cast<std::uint64_t>(std::popcount(rest));
    if (size < parts_.min_size() || choice.weight[0] < limits_.min[choice.part]) return false;
    if (rest_size < need_size_[choice.part + 1] || choice.rest[0] < need_[choice.part + 1]) return false;
    chosen_[choice.part] = choice.taken;
    return fill(choice.part + 1, rest);
  }

  HostParts& parts_;
  const Limits& limits_;
  std::vector<VertexId> order_;  // the heaviest first
  std::vector<Set> chosen_;      // by each part
  std::vector<Weight> room_;     // [part * constraints + constraint]
  std::vector<Weight> need_;
  std::vector<std::uint64_t> need_size_;
  std::set<std::pair<PartId, Set>> failed_;
  std::uint64_t max_steps_;
  std::uint64_t steps_ = 0;
};

// Makes the cut smaller by moves and exchanges that keep all parts out of trouble.
class Polish {
 public:
  explicit Polish(HostParts& parts) : parts_(parts) {}

  void run() {
    while (improve_once()) {
    }
  }

 private:
  bool improve_once() {
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      for (PartId to = 0; parts_.is_free(v) && to < parts_.parts(); ++to)
        if (try_move(v, to)) return true;
      for (VertexId u = 0; u < v; ++u)
        if (try_exchange(v, u)) return true;
    }
    return false;
  }
  bool try_move(VertexId v, PartId to) {
    const PartId from = parts_.part_of(v);
    if (to == from || parts_.edges_to(v, to) <= parts_.edges_to(v, from)) return false;
    parts_.move(v, to);
    if (trouble_of(parts_, from) + trouble_of(parts_, to) <= 0) return true;
    parts_.move(v, from);
    return false;
  }
  bool try_exchange(VertexId v, VertexId u) {
    const PartId p = parts_.part_of(v);
    const PartId q = parts_.part_of(u);
    if (p == q || !parts_.is_free(v) || !parts_.is_free(u)) return false;
    Weight gain = parts_.edges_to(v, q) - parts_.edges_to(v, p);
    parts_.move(v, q);
    gain += parts_.edges_to(u, p) - parts_.edges_to(u, q);
    parts_.move(u, p);
    if (gain > 0 && trouble_of(parts_, p) + trouble_of(parts_, q) <= 0) return true;
    parts_.move(u, q);
    parts_.move(v, p);
    return false;
  }

  HostParts& parts_;
};

}  // namespace

bool search_fit(HostParts& parts) {
  if (parts.vertices() > kMaxVertices || parts.parts() > kMaxParts) return false;
  if (!Search(parts).run()) return false;
  Polish(parts).run();
  return true;
}

}  // namespace warpgraph::partitioning
