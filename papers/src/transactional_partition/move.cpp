// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>

#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "level/compact.hpp"
#include "level/for_each_row.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::transactional {
namespace {

// The word of a vertex is 1 while it may move in this iteration.
struct FindMovable {
  GainView gains;
  Weight least_gain;
  View<std::uint8_t> is_movable;
  View<std::uint32_t> claim;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const bool may_move = gains.is_active[v] != 0 && gains.best[v] != kNoPart && gains.gain[v] >= least_gain;
    is_movable[v] = may_move ? 1 : 0;
    claim[v] = may_move ? 1 : 0;
  }
};

// The outer transaction claims a vertex, and takes from its neighbours what would let them move: so no two neighbours
// move at once, and every gain stays exact. The inner transaction changes the weights of two parts; it alone runs again
// when it is lost, and the vertex moves when it commits. If the weights do not allow the move, the inner one gives up,
// and the outer one has done nothing that lasts longer than the iteration.
struct MoveMovable {
  static constexpr std::uint32_t kMaxTouched = 16;

  LevelView level;
  View<PartId> part;
  View<const Weight> max;
  View<const Weight> min;
  GainView gains;
  View<const std::uint8_t> is_movable;
  View<const VertexId> list;
  transactions::TransactionalView<transactions::PriorityPolicy, std::uint32_t> claim;
  transactions::TransactionalView<transactions::PriorityPolicy, Weight> weight;
  View<std::uint8_t> has_moved;
  View<std::uint32_t> moves;
  View<transactions::TransactionCounts> counts;
  std::uint32_t seed;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<VertexId> vertex;
    kernel::PerLane<std::uint32_t> strength;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t i = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      vertex[lane] = i < list.size() ? list[i] : kNoVertex;
      strength[lane] = i < list.size() ? transactions::transaction_strength(list[i], seed) : 0;
    });
    const auto outer = transactions::transact<kMaxTouched>(
        warp, claim, strength, [&](kernel::Lane lane, auto& t) { take(t, vertex[lane]); }, counts.subview(0, 1));
    warp.phase([&](kernel::Lane lane) {
      if (outer[lane] != transactions::TransactionOutcome::kCommitted) strength[lane] = 0;
    });
    const auto inner = transactions::transact<2>(
        warp, weight, strength, [&](kernel::Lane lane, auto& t) { change_weights(t, vertex[lane]); },
        counts.subview(1, 1));
    kernel::PerLane<bool> is_moved;
    warp.phase([&](kernel::Lane lane) {
      is_moved[lane] = inner[lane] == transactions::TransactionOutcome::kCommitted;
      const VertexId v = vertex[lane];
      // There may be room in another part.
      if (inner[lane] == transactions::TransactionOutcome::kGivenUp) atomic::store(gains.is_stale[v], 1);
      if (!is_moved[lane]) return;
      part[v] = gains.best[v];
      gains.is_active[v] = 0;
      has_moved[v] = 1;
    });
    const auto count = static_cast<std::uint32_t>(std::popcount(warp.ballot(is_moved)));
    warp.elect([&] { atomic::fetch_add(moves[0], count); });
  }

 private:
  template <class T>
  WARPGRAPH_DEVICE void take(T& t, VertexId v) const {
    if (t.read(v) != 1) return t.give_up();
    t.write(v, 0);
    for (EdgeId edge = level.row[v]; edge < level.row[v + std::uint64_t{1}] && t.is_alive(); ++edge) {
      const VertexId u = level.column[edge];
      if (u != v && is_movable[u] != 0) t.write(u, 0);
    }
  }
  template <class T>
  WARPGRAPH_DEVICE void change_weights(T& t, VertexId v) const {
    const PartId from = part[v];
    const PartId to = gains.best[v];
    const Weight mine = level.vertex_weight[v];
    const Weight left = t.read(from) - mine;
    const Weight taken = t.read(to) + mine;
    if (left < min[from] || taken > max[to]) return t.give_up();
    t.write(from, left);
    t.write(to, taken);
  }
};

// A mark is the same from whichever neighbour it comes, so it needs no transaction.
struct MarkNeighbours {
  LevelView level;
  View<const std::uint8_t> has_moved;
  GainView gains;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const { return has_moved[v] != 0; }
  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    team.for_each(level.row[v], level.row[v + 1],
                  [&](EdgeId edge) { atomic::store(gains.is_stale[level.column[edge]], 1); });
  }
};

}  // namespace

std::uint32_t move_vertices(StreamRef stream, const LevelGraph& level, Assignment& parts, const GainView& gains,
                            Weight least_gain, std::uint32_t seed, Buffer<transactions::TransactionCounts>& counts) {
  const VertexId n = level.vertices;
  Buffer<std::uint8_t> is_movable(stream, n, "partition flags");
  Buffer<std::uint8_t> has_moved(stream, n, "partition flags");
  Buffer<std::uint32_t> claim(stream, n, "partition claims");
  Buffer<std::uint32_t> moves(stream, 1, "partition counts");
  fill(stream, has_moved, 0);
  fill(stream, moves, 0);
  kernel::for_each(stream, n, FindMovable{gains, least_gain, is_movable, claim});
  const Buffer<VertexId> list = flagged(stream, is_movable, "partition list");
  transactions::TransactionTable<transactions::PriorityPolicy> claims(stream, n);
  transactions::TransactionTable<transactions::PriorityPolicy> weights(stream, parts.weight.size());
  kernel::launch(
      stream, kernel::Warps{(list.size() + kernel::Warp::kSize - 1) / kernel::Warp::kSize},
      MoveMovable{level.view(), parts.part, parts.max, parts.min, gains, is_movable, list, claims.over(claim.view()),
                  weights.over(parts.weight.view()), has_moved, moves, counts, seed});
  for_each_row(stream, level, MarkNeighbours{level.view(), has_moved, gains});
  return read_one(stream, moves.view());
}

}  // namespace warpgraph::partitioning::transactional
