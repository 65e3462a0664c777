// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/kernel/atomic.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/primitives/reduce.hpp>

#include "../level/compact.hpp"
#include "../level/for_each_row.hpp"
#include "../level/random.hpp"
#include "../peers/peer.hpp"
#include "clusters.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr VertexId kMinJoined = 3;  // one of so many vertices, or it is not worth a level

// How a vertex goes on: the end of a tree, a link of a chain, or neither.
enum Link : std::uint8_t { kNoLink, kChain, kLeaf };

struct FindLinks {
  LevelView level;
  View<std::uint8_t> link;
  View<std::uint32_t> is_link;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    const EdgeId degree = level.degree(v);
    link[v] = degree == 1 ? kLeaf : degree == 2 ? kChain : kNoLink;
    is_link[v] = link[v] != kNoLink ? 1 : 0;
  }
};

// Each link points to the neighbour at the end of its heavier edge. Among links only to one that comes before it in an
// order that the seed shuffles, with leaves last: so no two point to each other, and a chain falls into pieces of a few
// links.
struct PointAlong {
  LevelView level;
  MayJoin may_join;
  std::uint64_t seed;
  View<const std::uint8_t> link;
  View<VertexId> to;

  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    to[v] = static_cast<VertexId>(v);
    if (link[v] == kNoLink) return;
    auto best = Choice<Weight>::none();
    for (EdgeId edge = level.row[v]; edge < level.row[v + 1]; ++edge) {
      const VertexId u = level.column[edge];
      if (u == v || !may_join(u, v) || (link[u] != kNoLink && !is_before(u, v))) continue;
      best = Better{}(best, Choice<Weight>{level.weight_of(edge), draw_pair(seed, static_cast<VertexId>(v), u), u});
    }
    if (!best.is_none()) to[v] = best.key;
  }

 private:
  [[nodiscard]] WARPGRAPH_DEVICE bool is_before(std::uint64_t u, std::uint64_t v) const {
    if (link[u] != link[v]) return link[u] < link[v];
    const std::uint64_t of_u = draw(seed, u);
    const std::uint64_t of_v = draw(seed, v);
    return of_u != of_v ? of_u < of_v : u < v;
  }
};

// The paths are short.
struct FollowLinks {
  View<const VertexId> to;
  View<const Weight> size;
  View<VertexId> cluster;
  View<Weight> sum;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    VertexId end = static_cast<VertexId>(v);
    while (to[end] != end) end = to[end];
    cluster[v] = end;
    atomic::fetch_add(sum[end], size[v]);
  }
};

// Clusters that are too large fall apart.
struct BoundClusters {
  View<const Weight> sum;
  Weight max_size;
  View<VertexId> cluster;
  View<VertexId> is_joined;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const {
    if (sum[cluster[v]] > max_size) cluster[v] = static_cast<VertexId>(v);
    is_joined[v] = cluster[v] != v ? 1 : 0;
  }
};

}  // namespace

Buffer<VertexId> join_chains(StreamRef stream, const LevelGraph& level, const ClusterRules& rules) {
  Buffer<std::uint8_t> link(stream, level.vertices, "partition flags");
  Buffer<VertexId> to(stream, level.vertices, "partition links");  // before and after, a count for each vertex
  Buffer<std::uint32_t> sum_of_counts(stream, 1, "partition counts");
  const auto are_few = [&](std::uint32_t count) { return count < level.vertices / kMinJoined; };
  const auto sum_up = [&](VertexRange range) {
    primitives::reduce(stream, to.view().subview(range.first, range.size()), sum_of_counts.view());
    return read_one(stream, sum_of_counts.view());
  };
  const WaitIfFailed wait(level.peer);
  for_each_own(stream, level, FindLinks{level.view(), link, to});
  if (are_few(sum_of_peers(level, sum_up(level.own())))) return {};
  share(level, link.view());
  for_each_own(stream, level, PointAlong{level.view(), {level.fixed, rules.part}, rules.seed, link, to});
  share(level, to.view());
  Buffer<VertexId> cluster(stream, level.vertices, "partition clusters");
  Buffer<Weight> sum(stream, level.vertices, "partition sizes");
  fill(stream, sum, 0);
  kernel::for_each(stream, level.vertices, FollowLinks{to, level.view().size, cluster, sum});
  kernel::for_each(stream, level.vertices, BoundClusters{sum, rules.max_size, cluster, to});
  if (are_few(sum_up({0, level.vertices}))) return {};
  return cluster;
}

}  // namespace warpgraph::partitioning
