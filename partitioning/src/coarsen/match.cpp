// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/runtime/copy.hpp>

#include "../level/for_each_row.hpp"
#include "../level/random.hpp"
#include "../peers/peer.hpp"
#include "clusters.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr int kRounds = 6;

// The vertex that each unmatched vertex would be matched with. With `kMayBeMatched` it is the favourite, which may be
// matched already or too large.
template <bool kMayBeMatched>
struct Propose {
  LevelView level;
  MayJoin may_join;
  Weight max_size;
  std::uint64_t seed;
  View<const VertexId> mate;
  View<VertexId> proposal;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const { return mate[v] == kNoVertex; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const Weight size = level.size[v];
    const auto best = team.reduce(level.row[v], level.row[v + 1], Choice<double>::none(), Better{}, [&](EdgeId edge) {
      const VertexId u = level.column[edge];
      const bool is_possible =
          u != v && (kMayBeMatched || (mate[u] == kNoVertex && level.size[u] + size <= max_size && may_join(u, v)));
      if (!is_possible) return Choice<double>::none();
      const auto weight = static_cast<double>(level.weight_of(edge));
      const double sizes =
          static_cast<double>(size > 0 ? size : 1) * static_cast<double>(level.size[u] > 0 ? level.size[u] : 1);
      return Choice<double>{weight * weight / sizes, draw_pair(seed, static_cast<VertexId>(v), u), u};
    });
    team.once([&] { proposal[v] = best.key; });
  }
};

struct Match {
  View<const VertexId> proposal;
  View<VertexId> mate;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (mate[v] != kNoVertex) return;
    const VertexId u = proposal[v];
    if (u != kNoVertex && proposal[u] == v) mate[v] = u;
  }
};

struct NamePairs {
  View<const VertexId> mate;
  View<VertexId> cluster;
  View<std::uint8_t> is_left;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId u = mate[v];
    cluster[v] = static_cast<VertexId>(u < v ? u : v);
    is_left[v] = u == kNoVertex ? 1 : 0;
  }
};

}  // namespace

Buffer<VertexId> match(StreamRef stream, const LevelGraph& level, const ClusterRules& rules) {
  Buffer<VertexId> mate(stream, level.vertices, "partition mates");
  Buffer<VertexId> proposal(stream, level.vertices, "partition proposals");
  fill(stream, mate, kNoVertex);
  const WaitIfFailed wait(level.peer);
  const MayJoin may_join{level.fixed, rules.part};
  for (int round = 0; round < kRounds; ++round) {
    for_each_row(stream, level,
                 Propose<false>{level.view(), may_join, rules.max_size, rules.seed, mate.view(), proposal});
    share(level, proposal.view());
    kernel::for_each(stream, level.vertices, Match{proposal, mate});
  }
  for_each_row(stream, level, Propose<true>{level.view(), may_join, 0, rules.seed, mate.view(), proposal});
  share(level, proposal.view());
  Buffer<VertexId> cluster(stream, level.vertices, "partition clusters");
  Buffer<std::uint8_t> is_left(stream, level.vertices, "partition flags");
  kernel::for_each(stream, level.vertices, NamePairs{mate, cluster, is_left});
  group_leftovers(stream, level, rules, is_left, proposal, rules.max_size, cluster);
  return cluster;
}

}  // namespace warpgraph::partitioning
