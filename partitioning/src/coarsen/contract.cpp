// SPDX-License-Identifier: Apache-2.0
#include <bit>
#include <cstdint>
#include <utility>

#include <warpgraph/runtime/primitives/scan.hpp>
#include <warpgraph/runtime/primitives/sort.hpp>

#include "../level/compact.hpp"
#include "clusters.hpp"
#include "exchange_rows.hpp"
#include "merge_rows.hpp"

namespace warpgraph::partitioning {
namespace {

struct MarkUsed {
  View<const VertexId> cluster;
  View<VertexId> is_used;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { atomic::store(is_used[cluster[v]], 1); }
};

struct MapToCoarse {
  View<const VertexId> cluster;
  View<const VertexId> rank;  // of each cluster that is used
  View<VertexId> to_coarse;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { to_coarse[v] = rank[cluster[v]]; }
};

// Where the members of each coarse vertex begin in the list that is sorted by it.
struct FindMembers {
  View<const VertexId> sorted;
  View<EdgeId> begin;
  WARPGRAPH_DEVICE void operator()(std::uint64_t i) const {
    if (i == 0 || sorted[i] != sorted[i - 1]) begin[sorted[i]] = i;
  }
};

struct SumMembers {
  LevelView level;
  View<const EdgeId> begin;
  View<const VertexId> member;
  View<Weight> weight;
  View<Weight> size;
  View<PartId> fixed;
  WARPGRAPH_DEVICE void operator()(std::uint64_t c) const {
    const std::uint32_t constraints = level.constraints;
    for (std::uint32_t j = 0; j < constraints; ++j) weight[c * constraints + j] = 0;
    Weight total = 0;
    for (EdgeId i = begin[c]; i < begin[c + 1]; ++i) {
      const VertexId v = member[i];
      for (std::uint32_t j = 0; j < constraints; ++j)
        weight[c * constraints + j] += level.vertex_weight[std::uint64_t{v} * constraints + j];
      total += level.size[v];
    }
    if (!size.empty()) size[c] = total;
    if (!fixed.empty()) fixed[c] = level.fixed[member[begin[c]]];
  }
};

class Contraction {
 public:
  Contraction(StreamRef stream, const LevelGraph& fine, const Buffer<VertexId>& cluster)
      : stream_(stream), fine_(fine), to_coarse_(stream, fine.vertices, "partition map") {
    rank(cluster);
    list_members();
    sum_members();
  }

  Coarser operator()() {
    merge_rows(stream_, fine_.view(), to_coarse_, members_, coarse_);
    members_ = {};
    if (coarse_.peer != nullptr) exchange_rows(stream_, coarse_);
    find_long_rows(stream_, coarse_);
    return {std::move(coarse_), std::move(to_coarse_)};
  }

 private:
  void rank(const Buffer<VertexId>& cluster) {
    const VertexId n = fine_.vertices;
    Buffer<VertexId> rank(stream_, n + std::size_t{1}, "partition ranks");
    fill(stream_, rank, 0);
    kernel::for_each(stream_, n, MarkUsed{cluster, rank});
    primitives::exclusive_scan(stream_, rank, rank.view());
    kernel::for_each(stream_, n, MapToCoarse{cluster, rank, to_coarse_});
    coarse_.vertices = read_one(stream_, rank.view().subview(n, 1));
    coarse_.constraints = fine_.constraints;
    coarse_.peer = fine_.peer;
  }
  void list_members() {
    const VertexId n = fine_.vertices;
    Buffer<VertexId> all(stream_, n, "partition list");
    Buffer<VertexId> sorted(stream_, n, "partition list");
    members_ = {Buffer<VertexId>(stream_, n, "partition members"),
                Buffer<EdgeId>(stream_, coarse_.vertices + std::size_t{1}, "partition members")};
    kernel::for_each(stream_, n, sweep::CountUp{all});
    primitives::sort_pairs(stream_, to_coarse_, sorted.view(), all, members_.member.view(),
                           {0, static_cast<int>(std::bit_width(coarse_.vertices))});
    kernel::for_each(stream_, n, FindMembers{sorted, members_.begin});
    fill(stream_, members_.begin.view().subview(coarse_.vertices, 1), n);
  }
  void sum_members() {
    const VertexId n = coarse_.vertices;
    coarse_.vertex_weight = Buffer<Weight>(stream_, std::size_t{n} * coarse_.constraints, "partition level");
    if (!fine_.size.empty()) coarse_.size = Buffer<Weight>(stream_, n, "partition level");
    if (!fine_.fixed.empty()) coarse_.fixed = Buffer<PartId>(stream_, n, "partition level");
    kernel::for_each(
        stream_, n,
        SumMembers{fine_.view(), members_.begin, members_.member, coarse_.vertex_weight, coarse_.size, coarse_.fixed});
  }

  StreamRef stream_;
  const LevelGraph& fine_;
  LevelGraph coarse_;
  Buffer<VertexId> to_coarse_;
  Members members_;
};

}  // namespace

Coarser contract(StreamRef stream, const LevelGraph& level, const Buffer<VertexId>& cluster) {
  return Contraction(stream, level, cluster)();
}

}  // namespace warpgraph::partitioning
