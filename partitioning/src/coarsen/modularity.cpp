// SPDX-License-Identifier: Apache-2.0
#include "modularity.hpp"

#include <cstdint>

#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "../peers/peer.hpp"
#include "../refine/part_state.hpp"
#include "clusters.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr std::uint32_t kLabelRounds = 3;
// Shares of the edges are whole multiples of 2^-30, so that sums of their squares are exact in every order.
constexpr double kShares = 1 << 30;

// The weight of each vertex's edges.
struct WeighRows {
  LevelView level;
  View<Weight> weight;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t) const { return true; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const Weight sum = team.reduce(level.row[v], level.row[v + 1], Weight{0}, Plus{},
                                   [&](EdgeId edge) -> Weight { return level.weight_of(edge); });
    team.once([&] { weight[v] = sum; });
  }
};

struct AddToClusters {
  View<const VertexId> cluster;
  View<const Weight> weight;
  View<Weight> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (weight[v] != 0) atomic::fetch_add(sum[cluster[v]], weight[v]);
  }
};

struct SquareShares {
  double all;
  View<Weight> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t c) const {
    const auto share = static_cast<Weight>(static_cast<double>(sum[c]) / all * kShares);
    sum[c] = share * share;
  }
};

Weight sum_of(StreamRef stream, const Buffer<Weight>& values) {
  Buffer<Weight> sum(stream, 1, "partition counts");
  primitives::reduce(stream, values, sum.view());
  return read_one(stream, sum.view());
}

}  // namespace

double modularity_of_clusters(StreamRef stream, const LevelGraph& level, Weight max_size, std::uint64_t seed) {
  const VertexId n = level.vertices;
  const Buffer<VertexId> cluster = propagate_labels(stream, level, {max_size, seed, {}, 1}, kLabelRounds);
  Buffer<Weight> weight(stream, n, "partition sizes");
  Buffer<Weight> sum(stream, n, "partition sizes");
  const WaitIfFailed wait(level.peer);
  fill(stream, sum, 0);
  for_each_row(stream, level, WeighRows{level.view(), weight});
  share(level, weight.view());
  const auto all = static_cast<double>(sum_of(stream, weight));
  if (all == 0) return 0;
  kernel::for_each(stream, n, AddToClusters{cluster, weight, sum});
  kernel::for_each(stream, n, SquareShares{all, sum});
  const double at_random = static_cast<double>(sum_of(stream, sum)) / (kShares * kShares);
  return 1 - 2 * static_cast<double>(measure_cut(stream, level, cluster)) / all - at_random;
}

}  // namespace warpgraph::partitioning
