// SPDX-License-Identifier: Apache-2.0
#include "connect.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <queue>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "carve.hpp"
#include "fit.hpp"
#include "pieces.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr int kMaxPasses = 8;
constexpr int kMaxChains = 16;        // for each part
constexpr std::size_t kMaxGifts = 8;  // parts that one in trouble looks at for each gift

class Connect {
 public:
  explicit Connect(HostParts& parts)
      : parts_(parts),
        component_(find_components(parts, false)),
        removal_(parts),
        carver_(parts, component_),
        weights_(parts.limits().constraints) {}

  void run() {
    while (give_pieces(false)) {
    }
    give_pieces(true);
    settle(false);
    if (is_in_trouble(parts_)) settle(true);
  }

 private:
  // Balances, with gifts if single vertices do not suffice, and makes the cut smaller.
  void settle(bool with_gifts) {
    for (int pass = 0; pass < kMaxPasses; ++pass) {
      const bool balanced = balance(with_gifts);
      if (!improve() && !balanced) break;
    }
    balance(with_gifts);
  }

  // Gives pieces to neighbouring parts that have a larger piece in the same component of the graph; or, with `foreign`,
  // pieces whose part has a larger one in another component, where they fit. Returns whether any piece went.
  bool give_pieces(bool foreign) {
    piece_of_ = find_components(parts_, true);
    const std::vector<Piece> pieces = find_pieces(parts_, piece_of_);
    std::map<std::pair<PartId, VertexId>, VertexId> largest;
    for (VertexId i = 0; i < pieces.size(); ++i) {
      const VertexId v = pieces[i].vertices.front();
      const auto [at, is_new] = largest.try_emplace({parts_.part_of(v), foreign ? 0 : component_[v]}, i);
      if (!is_new && pieces[i].is_before(pieces[at->second])) at->second = i;
    }
    stays_.assign(pieces.size(), false);
    for (const auto& [key, piece] : largest) stays_[piece] = true;
    std::vector<VertexId> order;
    for (VertexId i = 0; i < pieces.size(); ++i)
      if (!stays_[i] && !pieces[i].has_fixed) order.push_back(i);
    std::ranges::sort(order, [&](VertexId a, VertexId b) { return pieces[a].is_before(pieces[b]); });
    bool any = false;
    for (const VertexId i : order) any = give(pieces[i], foreign) || any;
    return any;
  }

  bool give(const Piece& piece, bool must_fit) {
    const PartId from = parts_.part_of(piece.vertices.front());
    std::map<PartId, Weight> edges;
    std::fill(weights_.begin(), weights_.end(), 0);
    for (const VertexId v : piece.vertices) {
      for (std::uint32_t j = 0; j < weights_.size(); ++j) weights_[j] += parts_.weight_of(v, j);
      parts_.for_neighbours(v, [&](VertexId u, Weight weight) {
        if (parts_.part_of(u) != from && stays_[piece_of_[u]]) edges[parts_.part_of(u)] += weight;
      });
    }
    // Balance comes later: a piece that fits better elsewhere would stick out into its new part.
    std::tuple<Weight, double, PartId> best{0, 0, kNoPart};
    for (const auto& [to, weight] : edges) {
      const std::tuple mine(-weight, excess_with(to), to);
      if (must_fit && std::get<1>(mine) > 0) continue;
      if (std::get<2>(best) == kNoPart || mine < best) best = mine;
    }
    const PartId to = std::get<2>(best);
    if (to == kNoPart) return false;
    for (const VertexId v : piece.vertices) parts_.move(v, to);
    stays_[piece_of_[piece.vertices.front()]] = true;
    return true;
  }
  // How far the part would be beyond its limits with `weights_` more.
  [[nodiscard]] double excess_with(PartId part) const {
    const Limits& limits = parts_.limits();
    double sum = 0;
    for (std::uint32_t j = 0; j < weights_.size(); ++j) {
      const Weight beyond = parts_.weight(part, j) + weights_[j] - limits.max[limits.at(part, j)];
      if (beyond > 0) sum += static_cast<double>(beyond) / static_cast<double>(std::max<Weight>(1, limits.total[j]));
    }
    return sum;
  }

  // Moves weight from parts that are too heavy to parts with room, and to parts that lack weight, through the parts
  // between them. Returns whether any vertex moved.
  bool balance(bool with_gifts) {
    look_around();
    bool any = false;
    for (PartId part = 0; part < parts_.parts(); ++part) {
      for (int chain = 0; chain < kMaxChains && trouble_of(parts_, part) > 0; ++chain) {
        if (!level_out(part)) break;
        any = true;
      }
      for (int gift = 0; with_gifts && gift < kMaxChains && trouble_of(parts_, part) > 0; ++gift) {
        if (!exchange_gift(part)) break;
        any = true;
      }
    }
    return any;
  }
  // Vertices that go together from a part that is too heavy to another one, or to a part that lacks weight, where
  // single vertices cannot: the parts have no neighbours in common, or narrow places between them.
  bool exchange_gift(PartId part) {
    const Limits& limits = parts_.limits();
    const bool gives = parts_.beyond(part) > 0;
    const std::uint32_t j = gives ? worst_constraint(part) : 0;
    const auto room_of = [&](PartId to) { return limits.max[limits.at(to, j)] - parts_.weight(to, j); };
    const auto amount_of = [&](PartId other) {
      return gives ? room_of(other) : std::min(parts_.weight(other, 0) - limits.min[other], room_of(part));
    };
    const Weight need = std::max<Weight>(
        1, gives ? parts_.weight(part, j) - limits.max[limits.at(part, j)] : limits.min[part] - parts_.weight(part, 0));
    std::vector<PartId> others;
    for (PartId other = 0; other < parts_.parts(); ++other)
      if (other != part && amount_of(other) > 0) others.push_back(other);
    std::ranges::stable_sort(others, std::ranges::greater{}, amount_of);
    others.resize(std::min(others.size(), kMaxGifts));
    for (const PartId other : others) {
      const Weight room = amount_of(other);
      // A part that gets too heavy by it is further from trouble than this one was, and can give in turn.
      const Gift gift{gives ? part : other, gives ? other : part, j, need, room, gives ? need + room - 1 : room};
      const std::vector<VertexId> found = carver_.find(gift, members_[gift.from], members_[gift.to]);
      for (const VertexId each : found) {
        parts_.move(each, gift.to);
        members_[gift.to].push_back(each);
      }
      if (!found.empty()) return true;
    }
    return false;
  }
  bool level_out(PartId part) {
    const Limits& limits = parts_.limits();
    const bool gives = parts_.beyond(part) > 0;
    const std::uint32_t j = gives ? worst_constraint(part) : 0;
    const auto amount_of = [&](PartId other) -> Weight {
      if (gives) return limits.max[limits.at(other, j)] - parts_.weight(other, j);
      return parts_.size(other) > parts_.min_size() ? parts_.weight(other, 0) - limits.min[other] : 0;
    };
    const Weight need = std::max<Weight>(
        1, gives ? parts_.weight(part, j) - limits.max[limits.at(part, j)] : limits.min[part] - parts_.weight(part, 0));
    // All to one part if there is one for it: vertices that go together may not fit into less.
    for (const Weight least : {need, Weight{1}}) {
      std::vector<PartId> chain = chain_to(part, [&](PartId other) { return amount_of(other) >= least; });
      if (chain.empty()) continue;
      const Weight amount = std::min(need, amount_of(chain.back()));
      if (!gives) std::ranges::reverse(chain);
      bool any = false;
      for (std::size_t i = chain.size() - 1; i-- > 0;) any = shift(chain[i], chain[i + 1], j, amount) || any;
      if (any) return true;
    }
    return false;
  }
  [[nodiscard]] std::uint32_t worst_constraint(PartId part) const {
    std::uint32_t worst = 0;
    for (std::uint32_t j = 1; j < parts_.limits().constraints; ++j)
      if (share_beyond(part, j) > share_beyond(part, worst)) worst = j;
    return worst;
  }
  [[nodiscard]] double share_beyond(PartId part, std::uint32_t j) const {
    const Limits& limits = parts_.limits();
    return static_cast<double>(parts_.weight(part, j) - limits.max[limits.at(part, j)]) /
           static_cast<double>(std::max<Weight>(1, limits.total[j]));
  }

  // Finds the vertices and the neighbours of each part.
  void look_around() {
    beside_.assign(parts_.parts(), {});
    members_.assign(parts_.parts(), {});
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      const PartId mine = parts_.part_of(v);
      members_[mine].push_back(v);
      parts_.for_neighbours(v, [&](VertexId u, Weight) {
        if (parts_.part_of(u) != mine) beside_[mine].insert(parts_.part_of(u));
      });
    }
  }

  // Parts that are neighbours of each other, from `part` to the nearest that is wanted; empty if there is none.
  template <class Wanted>
  std::vector<PartId> chain_to(PartId part, Wanted&& wanted) const {
    std::vector<PartId> before(parts_.parts(), kNoPart);
    std::vector<PartId> queue{part};
    before[part] = part;
    for (std::size_t i = 0; i < queue.size(); ++i) {
      if (i > 0 && wanted(queue[i])) {
        std::vector<PartId> chain{queue[i]};
        while (chain.back() != part) chain.push_back(before[chain.back()]);
        std::ranges::reverse(chain);
        return chain;
      }
      for (const PartId next : beside_[queue[i]]) {
        if (before[next] != kNoPart) continue;
        before[next] = queue[i];
        queue.push_back(next);
      }
    }
    return {};
  }

  // Moves about so much weight from a part to one beside it, those vertices first that cost least.
  bool shift(PartId from, PartId to, std::uint32_t j, Weight amount) {
    using Offer = std::pair<Weight, VertexId>;
    std::priority_queue<Offer> offers;
    const auto offer = [&](VertexId v) {
      if (parts_.part_of(v) == from && parts_.is_free(v) && parts_.weight_of(v, j) > 0)
        if (const Weight edges = parts_.edges_to(v, to); edges > 0 || touches(v, to))
          offers.emplace(edges - parts_.edges_to(v, from), v);
    };
    for (const VertexId v : members_[from]) offer(v);
    bool any = false;
    while (amount > 0 && !offers.empty()) {
      const VertexId v = offers.top().second;
      offers.pop();
      if (parts_.part_of(v) != from || parts_.size(from) <= parts_.min_size()) continue;
      // What is heavier makes the other part no lighter than this one was.
      if (removal_.is_safe(v))
        group_.assign(1, v);
      else if (!removal_.find_group(v, j, 2 * amount, group_) || !all_free(group_))
        continue;
      if (group_.size() == 1 && parts_.weight_of(v, j) > 2 * amount) continue;
      for (const VertexId each : group_) {
        amount -= parts_.weight_of(each, j);
        parts_.move(each, to);
        members_[to].push_back(each);
      }
      any = true;
      for (const VertexId each : group_) parts_.for_neighbours(each, [&](VertexId u, Weight) { offer(u); });
    }
    return any;
  }
  [[nodiscard]] bool all_free(const std::vector<VertexId>& vertices) const {
    return std::ranges::all_of(vertices, [&](VertexId v) { return parts_.is_free(v); });
  }
  [[nodiscard]] bool touches(VertexId v, PartId part) const {
    bool any = false;
    parts_.for_neighbours(v, [&](VertexId u, Weight) { any = any || parts_.part_of(u) == part; });
    return any;
  }

  // One pass of moves that make the cut smaller within the limits.
  bool improve() {
    bool any = false;
    for (VertexId v = 0; v < parts_.vertices(); ++v) {
      const PartId from = parts_.part_of(v);
      if (!parts_.may_leave(v)) continue;
      std::pair<Weight, PartId> best{parts_.edges_to(v, from), kNoPart};
      PartId last = from;
      parts_.for_neighbours(v, [&](VertexId u, Weight) {
        const PartId to = parts_.part_of(u);
        if (to == from || to == last || !parts_.fits(v, to)) return;
        last = to;
        if (const Weight edges = parts_.edges_to(v, to); edges > best.first) best = {edges, to};
      });
      if (best.second == kNoPart || !removal_.is_safe(v)) continue;
      parts_.move(v, best.second);
      any = true;
    }
    return any;
  }

  HostParts& parts_;
  const std::vector<VertexId> component_;  // of the graph
  Removal removal_;
  Carver carver_;
  std::vector<Weight> weights_;  // of the piece that is given
  std::vector<VertexId> group_;  // that goes together
  std::vector<VertexId> piece_of_;
  std::vector<bool> stays_;
  // As of the last look_around: vertices that came later are added, those that left are still there.
  std::vector<std::vector<VertexId>> members_;
  std::vector<std::set<PartId>> beside_;
};

}  // namespace

void connect(HostParts& parts) {
  if (parts.parts() > 1) Connect(parts).run();
}

}  // namespace warpgraph::partitioning
