// SPDX-License-Identifier: Apache-2.0
#include "heavy.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <warpgraph/runtime/primitives/reduce.hpp>
#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "../peers/peer.hpp"
#include "modularity.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr PartId kMaxGroups = 3;  // groups
// What a group must hold of the edges that are left: some shares of a part, more for each group but the first, or most
// of them, and not just a few.
constexpr double kManyShares = 2;
constexpr double kManySharesAfter = 3;
constexpr double kMaxEdges = 0.7;
constexpr double kFewEdges = 0.01;
constexpr double kLeastTarget = 0.5;  // share of its target that every other part can still reach
// A graph has something local if the modularity of clusters of up to an eighth of it is more than this: at most 0.05 in
// R-MAT graphs of all scales, above 0.2 in two dense blocks with paths around them.
constexpr double kLocalModularity = 0.1;
constexpr Weight kLocalClusters = 8;

// Ascending keys are descending degrees.
struct NameByDegree {
  LevelView level;
  View<std::uint32_t> key;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId degree = level.degree(v);
    key[v] = degree < ~0u ? ~static_cast<std::uint32_t>(degree) : 0;
  }
};

struct WeighInOrder {
  View<const Weight> vertex_weight;
  View<const VertexId> list;
  View<Weight> to;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const { to[i] = vertex_weight[list[i]]; }
};

// The group g has the vertices whose weights lie between end[g - 1] and end[g].
struct MarkHeavy {
  View<const Weight> vertex_weight;
  View<const VertexId> list;
  View<const Weight> before;
  View<const Weight> end;
  View<PartId> group;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    const VertexId v = list[i];
    Weight begin = 0;
    group[v] = kFreePart;
    for (PartId g = 0; g < end.size(); ++g) {
      if (before[i] >= begin && before[i] + vertex_weight[v] <= end[g]) group[v] = g;
      begin = end[g];
    }
  }
};

// The weight of the edges inside of each group, at both ends, and that of its edges to later groups and other vertices.
struct SumHeavyEdges {
  LevelView level;
  View<const PartId> group;
  View<Weight> inside;
  View<Weight> outside;

  [[nodiscard]] WARPGRAPH_DEVICE bool wants(std::uint64_t v) const { return group[v] != kFreePart; }

  template <class Team>
  WARPGRAPH_DEVICE void operator()(const Team& team, std::uint64_t v, const RatingTable&) const {
    const PartId mine = group[v];
    const auto sum_where = [&](auto&& counts) {
      return team.reduce(level.row[v], level.row[v + 1], Weight{0}, Plus{}, [&](EdgeId edge) -> Weight {
        const VertexId u = level.column[edge];
        return u != v && counts(group[u]) ? level.weight_of(edge) : 0;
      });
    };
    const Weight in = sum_where([&](PartId other) { return other == mine; });
    const Weight out = sum_where([&](PartId other) { return other > mine; });
    team.once([&] {
      atomic::fetch_add(inside[mine], in);
      atomic::fetch_add(outside[mine], out);
    });
  }
};

// Vertices of later groups become free.
struct DropGroups {
  PartId groups;
  View<PartId> group;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (group[v] != kFreePart && group[v] >= groups) group[v] = kFreePart;
  }
};

class HeavySearch {
 public:
  HeavySearch(StreamRef stream, const LevelGraph& level, const Limits& limits, std::uint64_t seed)
      : stream_(stream), level_(level), limits_(limits), seed_(seed) {}

  HeavyVertices operator()(const std::vector<PartId>& order) {
    HeavyVertices heavy;
    heavy.group = Buffer<PartId>(stream_, level_.vertices, "partition heavy");
    heavy.weight = weights_of_groups(order);
    mark(heavy);
    sum_edges(heavy);
    const PartId groups = count_groups(static_cast<PartId>(heavy.weight.size()));
    kernel::for_each(stream_, level_.vertices, DropGroups{groups, heavy.group});
    heavy.weight.resize(groups);
    return heavy;
  }

 private:
  // The other parts must find vertices too.
  [[nodiscard]] std::vector<Weight> weights_of_groups(const std::vector<PartId>& order) const {
    const auto least = [&](PartId part) {
      return std::max(limits_.min[part], static_cast<Weight>(std::ceil(kLeastTarget * limits_.target[part])));
    };
    Weight left = limits_.total[0];
    for (PartId part = 0; part < limits_.parts; ++part) left -= least(part);
    std::vector<Weight> weights;
    for (PartId g = 0; g < std::min(kMaxGroups, limits_.parts - 1); ++g) {
      const PartId part = order[g];
      weights.push_back(std::clamp<Weight>(left + least(part), 0, limits_.max[part]));
      left -= weights.back() - least(part);
    }
    return weights;
  }

  void mark(HeavyVertices& heavy) const {
    const VertexId n = level_.vertices;
    Buffer<std::uint32_t> key(stream_, n, "partition keys");
    Buffer<std::uint32_t> sorted(stream_, n, "partition keys");
    Buffer<VertexId> all(stream_, n, "partition list");
    Buffer<VertexId> list(stream_, n, "partition list");
    Buffer<Weight> before(stream_, n, "partition sizes");
    const WaitIfFailed wait(level_.peer);
    kernel::for_each(stream_, n, NameByDegree{level_.view(), key});
    share(level_, key.view());
    kernel::for_each(stream_, n, sweep::CountUp{all});
    primitives::sort_pairs(stream_, key, sorted.view(), all, list.view());
    kernel::for_each(stream_, n, WeighInOrder{level_.vertex_weight, list, before});
    primitives::exclusive_scan(stream_, before, before.view());
    std::vector<Weight> ends;
    for (const Weight each : heavy.weight) ends.push_back((ends.empty() ? 0 : ends.back()) + each);
    const Buffer<Weight> end = to_device(stream_, ends, "partition heavy");
    kernel::for_each(stream_, n, MarkHeavy{level_.vertex_weight, list, before, end, heavy.group});
    stream_.synchronize();
  }

  void sum_edges(const HeavyVertices& heavy) {
    const std::size_t groups = heavy.weight.size();
    Buffer<Weight> sums(stream_, 2 * groups, "partition counts");
    fill(stream_, sums, 0);
    for_each_row(
        stream_, level_,
        SumHeavyEdges{level_.view(), heavy.group, sums.view().subview(0, groups), sums.view().subview(groups, groups)});
    const std::vector<Weight> mine = to_host(stream_, sums);
    for (std::size_t g = 0; g < groups; ++g) {
      inside_.push_back(static_cast<double>(sum_of_peers(level_, mine[g])));
      outside_.push_back(static_cast<double>(sum_of_peers(level_, mine[groups + g])));
    }
    all_ = static_cast<double>(sum_of_peers(level_, own_edges()));
  }

  // A peer without edges has no array of weights, whatever the others have. Its sum is 0.
  [[nodiscard]] Weight own_edges() const {
    if (level_.edge_weight.empty()) return static_cast<Weight>(level_.column.size());
    Buffer<Weight> all(stream_, 1, "partition counts");
    primitives::reduce(stream_, level_.edge_weight, all.view());
    return read_one(stream_, all.view());
  }

  [[nodiscard]] PartId count_groups(PartId groups) const {
    double left = all_;
    for (PartId g = 0; g < groups && left > 0; ++g) {
      const double shares = g == 0 ? kManyShares : kManySharesAfter;
      const double least = std::max(kFewEdges, std::min(kMaxEdges, shares / (limits_.parts - g)));
      if (inside_[g] < left * least) return g;
      if (g == 0 && is_local()) return 0;
      left -= inside_[g] + 2 * outside_[g];
    }
    return groups;
  }
  [[nodiscard]] bool is_local() const {
    const Weight max_size = std::max<Weight>(1, limits_.total[0] / kLocalClusters);
    return modularity_of_clusters(stream_, level_, max_size, seed_) > kLocalModularity;
  }

  StreamRef stream_;
  const LevelGraph& level_;
  const Limits& limits_;
  std::uint64_t seed_;
  std::vector<double> inside_;
  std::vector<double> outside_;
  double all_ = 0;  // edges, at both ends
};

}  // namespace

HeavyVertices find_heavy(StreamRef stream, const LevelGraph& level, const Limits& limits,
                         const std::vector<PartId>& order, std::uint64_t seed) {
  return HeavySearch(stream, level, limits, seed)(order);
}

}  // namespace warpgraph::partitioning
