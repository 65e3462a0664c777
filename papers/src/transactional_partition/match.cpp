// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/warp.hpp>
#include <warpgraph/runtime/launch.hpp>

#include "level/compact.hpp"
#include "level/random.hpp"
#include "level/rating_table.hpp"
#include "steps.hpp"

namespace warpgraph::partitioning::transactional {
namespace {

constexpr int kRounds = 4;  // of candidates and transactions

[[nodiscard]] kernel::Warps warps_for(std::uint64_t lanes) {
  return {(lanes + kernel::Warp::kSize - 1) / kernel::Warp::kSize};
}

// Step 1. The lanes of a warp share the edges of 32 vertices, which is the project's form of the thesis's warp
// segmentation. The draw belongs to the edge, so that both ends like it alike.
struct FindCandidates {
  LevelView level;
  Weight max_weight;
  std::uint64_t seed;
  View<const VertexId> mate;
  View<VertexId> candidate;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<EdgeId> first;
    kernel::PerLane<EdgeId> last;
    kernel::PerLane<VertexId> vertex;
    kernel::PerLane<Choice<Weight>> none;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t v = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      const bool is_open = v < mate.size() && mate[v] == v;
      vertex[lane] = static_cast<VertexId>(v);
      first[lane] = is_open ? level.row[v] : 0;
      last[lane] = is_open ? level.row[v + 1] : 0;
      none[lane] = Choice<Weight>::none();
    });
    const auto rate = [&](EdgeId edge, VertexId v) {
      const VertexId u = level.column[edge];
      const bool is_possible = u != v && mate[u] == u && level.vertex_weight[u] + level.vertex_weight[v] <= max_weight;
      if (!is_possible) return Choice<Weight>::none();
      return Choice<Weight>{level.weight_of(edge), draw_pair(seed, v, u), u};
    };
    const auto best = warp.engage(kernel::Disjoint{}, first, last, none, rate, Better{}, vertex);
    warp.phase([&](kernel::Lane lane) {
      if (vertex[lane] < candidate.size()) candidate[vertex[lane]] = best[lane].key;
    });
  }
};

// Step 2. Words are the mates.
struct MatchCandidates {
  View<const VertexId> candidate;
  transactions::TransactionalView<transactions::PriorityPolicy, VertexId> mate;
  View<transactions::TransactionCounts> counts;
  std::uint32_t seed;

  WARPGRAPH_DEVICE void operator()(kernel::Warp& warp) const {
    kernel::PerLane<VertexId> vertex;
    kernel::PerLane<VertexId> other;
    kernel::PerLane<std::uint32_t> strength;
    warp.phase([&](kernel::Lane lane) {
      const std::uint64_t v = std::uint64_t{warp.global_index()} * kernel::Warp::kSize + lane;
      strength[lane] = 0;
      if (v >= candidate.size() || candidate[v] == kNoVertex) return;
      vertex[lane] = static_cast<VertexId>(v);
      other[lane] = candidate[v];
      strength[lane] = transactions::transaction_strength(vertex[lane], seed);
    });
    const auto join = [&](kernel::Lane lane, auto& t) {
      const VertexId v = vertex[lane];
      const VertexId u = other[lane];
      if (t.read(v) != v || t.read(u) != u) return t.give_up();
      t.write(v, u);
      t.write(u, v);
    };
    (void)transactions::transact<2>(warp, mate, strength, join, counts);
  }
};

}  // namespace

Buffer<VertexId> match(StreamRef stream, const LevelGraph& level, Weight max_weight, std::uint64_t seed,
                       Buffer<transactions::TransactionCounts>& counts) {
  const VertexId n = level.vertices;
  Buffer<VertexId> mate(stream, n, "partition mates");
  Buffer<VertexId> candidate(stream, n, "partition proposals");
  transactions::TransactionTable<transactions::PriorityPolicy> locks(stream, n);
  kernel::for_each(stream, n, sweep::CountUp{mate});
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t lot = draw(seed, static_cast<std::uint64_t>(round));
    kernel::launch(stream, warps_for(n), FindCandidates{level.view(), max_weight, lot, mate, candidate});
    kernel::launch(stream, warps_for(n),
                   MatchCandidates{candidate, locks.over(mate.view()), counts, static_cast<std::uint32_t>(lot) | 1});
  }
  return mate;
}

}  // namespace warpgraph::partitioning::transactional
