// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include "../level/for_each_row.hpp"
#include "../level/random.hpp"
#include "../peers/peer.hpp"
#include "clusters.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr std::uint32_t kSteps = 8;  // of a round: few vertices decide at the same time

struct Labels {
  View<VertexId> cluster;
  View<Weight> size;    // of each cluster
  View<Weight> demand;  // size of the vertices that wish to join it; 0 between steps
  View<Weight> taken;   // size of those among them that may; 0 between steps
  View<VertexId> wish;  // the cluster to join, kNoVertex for none
  View<std::uint8_t> may;
};

// The vertices of a step are spread over the graph by a multiplication, because each kernel asks for all vertices.
struct Step {
  std::uint64_t seed;
  std::uint32_t index;
  [[nodiscard]] WARPGRAPH_DEVICE bool has(std::uint64_t v) const {
    return (static_cast<std::uint32_t>(v + 1) * static_cast<std::uint32_t>(seed | 1) >> 16) % kSteps == index;
  }
};

struct Begin {
  LevelView level;
  Labels labels;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    labels.cluster[v] = static_cast<VertexId>(v);
    labels.size[v] = level.size[v];
    labels.demand[v] = 0;
    labels.taken[v] = 0;
    labels.wish[v] = kNoVertex;
  }
};

struct Wish {
  LevelView level;
  MayJoin may_join;
  Weight max_size;
  Step step;
  Labels labels;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const { return step.has(v); }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable& table) const {
    table.clear(team);
    for_each_rated(team, level, v, [&](EdgeId edge) {
      const VertexId u = level.column[edge];
      if (u != v && may_join(u, v)) table.add(team, labels.cluster[u], level.weight_of(edge));
    });
    const VertexId mine = labels.cluster[v];
    const Weight size = level.size[v];
    const auto best = team.reduce(0, table.used(team), Choice<Weight>::none(), Better{}, [&](std::uint64_t i) {
      const VertexId c = table.key[i];
      if (c == kNoKey || (c != mine && labels.size[c] + size > max_size)) return Choice<Weight>::none();
      return Choice<Weight>{table.sum[i], draw(step.seed ^ v, c), c};
    });
    team.once([&] {
      if (best.is_none() || best.key == mine) return;
      labels.wish[v] = best.key;
      atomic::fetch_add(labels.demand[best.key], size);
    });
  }
};

// Adds up the wishes of the vertices that peers have.
struct AddWishes {
  LevelView level;
  VertexRange own;
  Labels labels;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if ((v >= own.first && v < own.last) || labels.wish[v] == kNoVertex) return;
    atomic::fetch_add(labels.demand[labels.wish[v]], level.size[v]);
  }
};

// Where more wish to join than fit, a share of them drawn by lot may.
struct Allow {
  LevelView level;
  Weight max_size;
  std::uint64_t seed;
  Labels labels;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId c = labels.wish[v];
    if (c == kNoVertex) return;
    const auto room = static_cast<double>(max_size - labels.size[c]);
    const auto demand = static_cast<double>(labels.demand[c]);
    const double lot = static_cast<double>(draw(seed + 1, v) >> 11) * 0x1p-53;
    labels.may[v] = demand <= room || lot * demand <= room ? 1 : 0;
    if (labels.may[v] != 0) atomic::fetch_add(labels.taken[c], level.size[v]);
  }
};

// If the lots let too many join, none of them does.
struct Decide {
  Weight max_size;
  Labels labels;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId c = labels.wish[v];
    if (c != kNoVertex && labels.taken[c] > max_size - labels.size[c]) labels.may[v] = 0;
  }
};

struct Join {
  LevelView level;
  Labels labels;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const VertexId c = labels.wish[v];
    if (c == kNoVertex) return;
    labels.wish[v] = kNoVertex;
    atomic::store(labels.demand[c], 0);
    atomic::store(labels.taken[c], 0);
    if (labels.may[v] == 0) return;
    atomic::fetch_add(labels.size[labels.cluster[v]], -level.size[v]);
    atomic::fetch_add(labels.size[c], level.size[v]);
    labels.cluster[v] = c;
  }
};

// The clusters' numbers of vertices, in `demand`.
struct CountMembers {
  Labels labels;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { atomic::fetch_add(labels.demand[labels.cluster[v]], 1); }
};

// For vertices that are alone: the neighbour's cluster that they would join if it were not for sizes.
struct FindFavourites {
  LevelView level;
  std::uint64_t seed;
  Labels labels;
  View<VertexId> favourite;
  View<std::uint8_t> is_left;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const {
    is_left[v] = labels.demand[labels.cluster[v]] == 1 ? 1 : 0;
    return is_left[v] != 0;
  }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable& table) const {
    table.clear(team);
    for_each_rated(team, level, v, [&](EdgeId edge) {
      const VertexId u = level.column[edge];
      if (u != v) table.add(team, labels.cluster[u], level.weight_of(edge));
    });
    const auto best = team.reduce(0, table.used(team), Choice<Weight>::none(), Better{}, [&](std::uint64_t i) {
      if (table.key[i] == kNoKey) return Choice<Weight>::none();
      return Choice<Weight>{table.sum[i], draw(seed, table.key[i]), table.key[i]};
    });
    team.once([&] { favourite[v] = best.key; });
  }
};

}  // namespace

Buffer<VertexId> propagate_labels(StreamRef stream, const LevelGraph& level, const ClusterRules& rules,
                                  std::uint32_t rounds) {
  const VertexId n = level.vertices;
  Buffer<VertexId> cluster(stream, n, "partition clusters");
  Buffer<VertexId> wish(stream, n, "partition proposals");
  Buffer<Weight> size(stream, n, "partition sizes");
  Buffer<Weight> demand(stream, n, "partition sizes");
  Buffer<Weight> taken(stream, n, "partition sizes");
  Buffer<std::uint8_t> flags(stream, n, "partition flags");
  const Labels labels{cluster, size, demand, taken, wish, flags};
  const WaitIfFailed wait(level.peer);
  const LevelView view = level.view();
  const MayJoin may_join{view.fixed, rules.part};
  kernel::for_each(stream, n, Begin{view, labels});
  for (std::uint32_t i = 0; i < rounds * kSteps; ++i) {
    const Step step{draw(rules.seed, i / kSteps), i % kSteps};
    for_each_row(stream, level, Wish{view, may_join, rules.max_size, step, labels});
    share(level, labels.wish);
    if (level.peer != nullptr) kernel::for_each(stream, n, AddWishes{view, level.range, labels});
    kernel::for_each(stream, n, Allow{view, rules.max_size, step.seed, labels});
    kernel::for_each(stream, n, Decide{rules.max_size, labels});
    kernel::for_each(stream, n, Join{view, labels});
  }
  kernel::for_each(stream, n, CountMembers{labels});
  for_each_row(stream, level, FindFavourites{view, rules.seed, labels, wish, flags});
  share(level, flags.view(), wish.view());
  group_leftovers(stream, level, rules, flags, wish, rules.max_size, cluster);
  return cluster;
}

}  // namespace warpgraph::partitioning
