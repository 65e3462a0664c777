// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "level/compact.hpp"
#include "level/random.hpp"
#include "level/rating_table.hpp"
#include "share.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::gp_metis {
namespace {

constexpr int kRounds = 4;  // of the two kernels

// A vertex without a mate is its own. The draw belongs to the edge, so that both ends like it alike.
struct FindMates {
  LevelView level;
  Weight max_weight;
  std::uint64_t seed;
  bool is_random;  // all edges weigh the same
  View<VertexId> mate;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (atomic::load(mate[v]) != v) return;
    const Weight mine = level.vertex_weight[v];
    auto best = Choice<Weight>::none();
    for (EdgeId edge = level.row[v]; edge < level.row[v + 1]; ++edge) {
      const VertexId u = level.column[edge];
      if (u == v || mine + level.vertex_weight[u] > max_weight || atomic::load(mate[u]) != u) continue;
      const Weight weight = is_random ? 0 : level.weight_of(edge);
      best = Better{}(best, Choice<Weight>{weight, draw_pair(seed, static_cast<VertexId>(v), u), u});
    }
    if (best.is_none()) return;
    atomic::store(mate[v], best.key);
    atomic::store(mate[best.key], static_cast<VertexId>(v));
  }
};

// A pair that agrees is never taken apart, whatever other threads have taken back already.
struct ResolveConflicts {
  View<VertexId> mate;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (atomic::load(mate[atomic::load(mate[v])]) != v) atomic::store(mate[v], static_cast<VertexId>(v));
  }
};

bool has_equal_weights(StreamRef stream, const LevelGraph& level) {
  if (level.edge_weight.empty()) return true;
  Buffer<Weight> ends(stream, 2, "partition counts");
  primitives::reduce(stream, level.edge_weight, ends.view().subview(0, 1), Min{});
  primitives::reduce(stream, level.edge_weight, ends.view().subview(1, 1), Max{});
  const std::vector<Weight> found = to_host(stream, ends);
  return found[0] >= found[1];
}

}  // namespace

void resolve_conflicts(StreamRef stream, Buffer<VertexId>& mate) {
  for_each_in_turn(stream, static_cast<VertexId>(mate.size()), ResolveConflicts{mate});
}

Buffer<VertexId> match(StreamRef stream, const LevelGraph& level, Weight max_weight, std::uint64_t seed) {
  Buffer<VertexId> mate(stream, level.vertices, "partition mates");
  kernel::for_each(stream, level.vertices, sweep::CountUp{mate});
  const bool is_random = has_equal_weights(stream, level);
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t lot = draw(seed, static_cast<std::uint64_t>(round));
    for_each_in_turn(stream, level.vertices, FindMates{level.view(), max_weight, lot, is_random, mate});
    resolve_conflicts(stream, mate);
  }
  return mate;
}

}  // namespace warpgraph::partitioning::gp_metis
