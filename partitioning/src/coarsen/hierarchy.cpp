// SPDX-License-Identifier: Apache-2.0
#include "hierarchy.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../initial/groups.hpp"
#include "../level/random.hpp"
#include "../memory_of_level.hpp"
#include "../refine/refine.hpp"
#include "exchange_rows.hpp"

namespace warpgraph::partitioning {
namespace {

constexpr VertexId kCoarsest = 200;        // vertices of the coarsest level, at least about
constexpr VertexId kCoarsestForPart = 20;  // and for each part
constexpr VertexId kCoarsestForPartDense = 10;
constexpr EdgeId kDenseDegree = 64;      // mean degree from which a level counts as dense
constexpr VertexId kGroupShrink = 4;     // such a level has at least 1 / kGroupShrink of the vertices of the finer one
constexpr VertexId kSparseShrink = 3;    // a level with nearly all entries has at most 1 / 3 of the vertices
constexpr VertexId kMinShrinkAgain = 4;  // where there is a partition, a level has 1 / 4 fewer vertices than the finer
constexpr double kMaxCluster = 1;        // cluster, in average sizes of the coarsest level
constexpr std::uint32_t kLabelRounds = 3;

// All vertices of a cluster are in one part.
struct CoarsenParts {
  View<const VertexId> to_coarse;
  View<const PartId> fine;
  View<PartId> coarse;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { atomic::store(coarse[to_coarse[v]], fine[v]); }
};

struct MapTwice {
  View<const VertexId> then;
  View<VertexId> to_coarse;
  WARPGRAPH_DEVICE void operator()(std::uint64_t v) const { to_coarse[v] = then[to_coarse[v]]; }
};

bool is_mesh(const LevelGraph& level) {
  const std::size_t long_rows = sum_of_peers(level, level.long_rows.size() + level.heavy_rows.size());
  return long_rows == 0 && is_sparse(level.entries, level.vertices);
}

bool is_worth_it(const LevelGraph& level, const LevelGraph& coarser, VertexId target, const Buffer<PartId>& part) {
  const VertexId shrink = part.empty() ? kMinShrink : kMinShrinkAgain;
  return coarser.vertices <= level.vertices - level.vertices / shrink && coarser.vertices >= target / 4;
}

bool keeps_entries(const LevelGraph& level, const LevelGraph& coarser) {
  return coarser.entries > level.entries - level.entries / 4;
}

}  // namespace

Hierarchy::Hierarchy(StreamRef stream, Peer* peer, const PartitionOptions& options, LevelGraph finest,
                     Weight total_size, std::size_t most_in_use)
    : stream_(stream),
      peer_(peer),
      options_(options),
      total_size_(total_size),
      most_in_use_(most_in_use),
      is_mesh_(is_mesh(finest)) {
  levels_.push_back({std::move(finest), {}});
}

bool Hierarchy::is_dense() const { return last().entries > kDenseDegree * last().vertices; }

VertexId Hierarchy::coarsest_for_part() const { return is_dense() ? kCoarsestForPartDense : kCoarsestForPart; }

VertexId Hierarchy::coarsest() const {
  return static_cast<VertexId>(
      std::min(std::max<std::uint64_t>(kCoarsest, std::uint64_t{coarsest_for_part()} * options_.parts),
               std::uint64_t{kNoVertex}));
}

int Hierarchy::depth_of_last() const {
  const int full = depth_of_parts(options_.parts);
  if (size() <= full_levels_) return full;
  return std::min(full, std::max(1, static_cast<int>(std::bit_width(vertices() / for_group_)) - 1));
}

void Hierarchy::coarsen(Buffer<PartId>& part, std::uint64_t seed) {
  seed_ = seed;
  gathered_ = 0;
  steps_ = 0;
  large_levels_ = 0;
  has_chains_ = is_mesh_;
  while (vertices() > coarsest() && add_level(coarsest(), part)) continue;
  full_levels_ = size();
  for_group_ = coarsest_for_part();
  if (!part.empty() || is_elsewhere() || options_.parts <= kMaxStartParts || vertices() < coarsest() / 2) return;
  const VertexId least = kMaxStartParts * for_group_;
  while (vertices() > least && add_level(std::max(least, vertices() / kGroupShrink), part)) continue;
}

bool Hierarchy::add_level(VertexId target, Buffer<PartId>& part) {
  const LevelGraph& level = last();
  Coarser coarser = make_coarser(level, target, part);
  if (!is_worth_it(level, coarser.level, target, part)) return false;
  part = coarsen_part(coarser, part);
  while (is_to_skip(level, coarser.level, target)) {
    Coarser next = make_coarser(coarser.level, target, part);
    if (!is_worth_it(coarser.level, next.level, target, part)) break;
    part = coarsen_part(next, part);
    kernel::for_each(stream_, level.vertices, MapTwice{next.to_coarse, coarser.to_coarse});
    coarser.level = std::move(next.level);
  }
  if (keeps_entries(level, coarser.level)) ++large_levels_;
  levels_.back().to_coarse = std::move(coarser.to_coarse);
  levels_.push_back({std::move(coarser.level), {}});
  LevelGraph& added = levels_.back().graph;
  if (added.peer == nullptr || !is_to_gather(added)) return true;
  gather_rows(stream_, added);
  gathered_ = size();
  return !is_elsewhere();
}

// A level of a random graph that has half of the vertices has nearly all entries. Some of such levels are kept, each
// with fewer vertices than the one before by a larger factor. All levels together have a few times the entries of the
// graph, however many vertices it has.
bool Hierarchy::is_to_skip(const LevelGraph& level, const LevelGraph& coarser, VertexId target) const {
  const VertexId shrink = kSparseShrink << std::min(large_levels_, 16u);
  return keeps_entries(level, coarser) && coarser.entries > finest().entries / 4 &&
         coarser.vertices > std::max(target, level.vertices / shrink);
}

Coarser Hierarchy::make_coarser(const LevelGraph& level, VertexId target, const Buffer<PartId>& part) {
  const double max = kMaxCluster * static_cast<double>(total_size_) / target;
  const ClusterRules rules{std::max<Weight>(1, static_cast<Weight>(max)), draw(seed_, ++steps_), part, options_.parts};
  if (is_mesh_) return contract(stream_, level, pairs_or_chains(level, rules));
  Coarser coarser = contract(stream_, level, propagate_labels(stream_, level, rules, kLabelRounds));
  // Where a few vertices have nearly all weight, the others become too few clusters.
  if (coarser.level.vertices < target / 2) return contract(stream_, level, match(stream_, level, rules));
  return coarser;
}

Buffer<VertexId> Hierarchy::pairs_or_chains(const LevelGraph& level, const ClusterRules& rules) {
  if (has_chains_) {
    Buffer<VertexId> cluster = join_chains(stream_, level, rules);
    if (!cluster.empty()) return cluster;
    has_chains_ = false;
  }
  return match(stream_, level, rules);
}

Buffer<PartId> Hierarchy::coarsen_part(const Coarser& coarser, const Buffer<PartId>& part) {
  if (part.empty()) return {};
  Buffer<PartId> coarse(stream_, coarser.level.vertices, "partition parts");
  kernel::for_each(stream_, part.size(), CoarsenParts{coarser.to_coarse, part, coarse});
  return coarse;
}

Buffer<PartId> Hierarchy::project_up(const Buffer<PartId>& part) {
  levels_.pop_back();
  Buffer<PartId> fine = project(stream_, levels_.back(), part);
  levels_.back().to_coarse = {};
  return fine;
}

// The first peer says whether it takes a level alone: if exchanges would cost more than they save, and it has room.
bool Hierarchy::is_to_gather(const LevelGraph& level) const {
  const std::size_t need = memory_of_level(level, options_).total();
  const MemoryUse memory = stream_.device().memory();
  const int fits = need <= memory.free && memory.in_use + need <= most_in_use_ ? 1 : 0;
  return peer_->all(fits).front() != 0 && level.entries / peer_->count() <= options_.spread_entries;
}

}  // namespace warpgraph::partitioning
