// SPDX-License-Identifier: Apache-2.0
#include "multilevel.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <deque>
#include <future>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/start_thread.hpp>

#include "coarsen/clusters.hpp"
#include "coarsen/exchange_rows.hpp"
#include "coarsen/trim.hpp"
#include "effort.hpp"
#include "initial/groups.hpp"
#include "initial/recursive_bisection.hpp"
#include "level/phase_time.hpp"
#include "level/project.hpp"
#include "level/random.hpp"
#include "memory_of_level.hpp"
#include "peers/peer.hpp"
#include "peers/run_on_peers.hpp"
#include "refine/refine.hpp"
#include "upload.hpp"

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

class Multilevel {
 public:
  // With peers, each of them has one of these. `total_size`: of all vertices of the finest level; `most_in_use`: bytes
  // of the device, which taking over a level from the others does not exceed.
  Multilevel(StreamRef stream, Peer* peer, const PartitionOptions& options, const Limits& limits, LevelGraph finest,
             Weight total_size, std::size_t most_in_use, const PartitionTimes& times)
      : stream_(stream),
        peer_(peer),
        options_(options),
        limits_(limits),
        effort_(effort_of(options.preset)),
        total_size_(total_size),
        most_in_use_(most_in_use),
        times_(times) {
    levels_.push_back({std::move(finest), {}});
    const LevelGraph& level = levels_.front().graph;
    const std::size_t long_rows = sum_of_peers(level, level.long_rows.size() + level.heavy_rows.size());
    is_mesh_ = long_rows == 0 && is_sparse(level.entries, level.vertices);
  }

  // `memory` is for the parts, which the first of several peers returns alone.
  Partition operator()(std::future<std::vector<PartId>>& memory) {
    Partition result;
    Buffer<PartId> part = can_trim() ? from_core(result.levels) : Buffer<PartId>{};
    if (part.empty()) part = first_cycle(result.levels);
    for (cycle_ = 1; cycle_ < effort_.cycles; ++cycle_) part = run_cycle(std::move(part), result.levels);
    {
      const PhaseTime time(stream_, times_.finish);
      if (peer_ == nullptr || peer_->rank() == 0) {
        result.part = memory.get();
        copy(stream_, view_of(result.part), part);
        stream_.synchronize();
      }
    }
    result.cut = result_.second;
    result.times = times_;
    return result;
  }

 private:
  Buffer<PartId> first_cycle(std::vector<PartitionLevel>& report) {
    Buffer<PartId> part = run_cycle(start(), report);
    if (options_.preset == PartitionPreset::kStrong) part = best_with_default(std::move(part), report);
    return part;
  }

  // A small graph is bisected as it is, and a part of heavy vertices need not be connected.
  [[nodiscard]] bool can_trim() const {
    return limits_.constraints == 1 && options_.fixed.empty() && options_.start.empty() && !options_.connected &&
           vertices() > coarsest();
  }
  // Partitions what is left of the graph without its heavy vertices (coarsen/trim.hpp), and refines the partition of
  // the whole graph that follows. Nothing if there are none.
  Buffer<PartId> from_core(std::vector<PartitionLevel>& report) {
    std::optional<Core> core;
    {
      const PhaseTime time(stream_, times_.coarsen);
      core = trim(stream_, levels_.front().graph, limits_, draw(options_.seed, 0));
    }
    if (!core) return {};
    std::vector<Weight> weights = core->limits.total;
    Buffer<PartId> part(stream_, core->level.vertices, "partition parts");
    fill(stream_, part, 0);
    if (core->limits.parts > 1) {
      PartitionOptions options = options_;
      options.parts = core->limits.parts;
      Multilevel inner(stream_, peer_, options, core->limits, std::move(core->level), weights[0], most_in_use_, times_);
      part = inner.first_cycle(report);
      weights = inner.weights_;
      times_ = inner.times_;
    }
    part = deal(stream_, levels_.front().graph, limits_, *core, part, weights);
    core.reset();
    set_depth(depth_of_parts(options_.parts));
    report.insert(report.begin(), PartitionLevel{});
    return refine_level(std::move(part), report.front());
  }

  // More effort on coarse levels can end in a larger cut. What the default preset finds is therefore tried too, and the
  // cycles that follow make neither worse.
  Buffer<PartId> best_with_default(Buffer<PartId> part, std::vector<PartitionLevel>& report) {
    const auto found = result_;
    std::vector<Weight> weights = weights_;
    const Effort effort = std::exchange(effort_, effort_of(PartitionPreset::kDefault));
    std::vector<PartitionLevel> levels;
    Buffer<PartId> other = run_cycle(start(), levels);
    effort_ = effort;
    if (result_ < found) {
      report = std::move(levels);
      return other;
    }
    weights_ = std::move(weights);
    return part;
  }

  // With a partition, the clusters stay inside of its parts, and refinement begins with it.
  Buffer<PartId> run_cycle(Buffer<PartId> part, std::vector<PartitionLevel>& report) {
    set_depth(part.empty() ? 0 : depth_of_parts(options_.parts));
    coarsen(part);
    report.assign(levels_.size(), {});
    while (true) {
      PartitionLevel& mine = report[levels_.size() - 1];
      if (const int depth = depth_of_level(); depth > depth_) {
        if (depth_ > 0 && !is_elsewhere()) part = refine_level(std::move(part), mine);
        if (!is_elsewhere()) part = divide(std::move(part), depth);
        set_depth(depth);
      }
      if (!is_elsewhere()) part = refine_level(std::move(part), mine);
      if (levels_.size() == gathered_) part = to_peers(std::move(part));
      if (levels_.size() == 1) return part;
      part = project_up(part);
    }
  }
  Buffer<PartId> project_up(const Buffer<PartId>& part) {
    const PhaseTime time(stream_, times_.refine);
    levels_.pop_back();
    Buffer<PartId> fine = project(stream_, levels_.back(), part);
    levels_.back().to_coarse = {};
    return fine;
  }

  // The first peer has the last level alone, and this is another one.
  [[nodiscard]] bool is_elsewhere() const { return levels_.size() == gathered_ && peer_->rank() != 0; }
  // What the first peer has found.
  Buffer<PartId> to_peers(Buffer<PartId> part) {
    if (peer_->rank() != 0) part = Buffer<PartId>(stream_, levels_.back().graph.vertices, "partition parts");
    const WaitIfFailed wait(peer_);
    peer_->broadcast(part);
    return part;
  }
  // The first peer says whether it takes a level alone: if exchanges would cost more than they save, and it has room.
  [[nodiscard]] bool is_to_gather(const LevelGraph& level) const {
    const std::size_t need = memory_of_level(level, options_).total();
    const MemoryUse memory = stream_.device().memory();
    const int fits = need <= memory.free && memory.in_use + need <= most_in_use_ ? 1 : 0;
    return peer_->all(fits).front() != 0 && level.entries / peer_->count() <= options_.spread_entries;
  }

  [[nodiscard]] VertexId vertices() const { return levels_.back().graph.vertices; }
  // Where clusters have edges to most others, the coarsest partition decides little and costs much.
  [[nodiscard]] bool is_dense() const {
    const LevelGraph& level = levels_.back().graph;
    return level.entries > kDenseDegree * level.vertices;
  }
  // Vertices of the coarsest level, at least about.
  [[nodiscard]] VertexId coarsest() const {
    return static_cast<VertexId>(
        std::min(std::max<std::uint64_t>(kCoarsest, std::uint64_t{coarsest_for_part()} * options_.parts),
                 std::uint64_t{kNoVertex}));
  }
  [[nodiscard]] VertexId coarsest_for_part() const { return is_dense() ? kCoarsestForPartDense : kCoarsestForPart; }
  // The groups that the present level has, as their depth in the tree.
  [[nodiscard]] int depth_of_level() const {
    const int full = depth_of_parts(options_.parts);
    if (levels_.size() <= full_levels_) return full;
    return std::min(full, std::max(1, static_cast<int>(std::bit_width(vertices() / for_group_)) - 1));
  }
  void set_depth(int depth) {
    depth_ = depth;
    group_limits_ = limits_at(limits_, depth);
#if WARPGRAPH_CHECKED
    cut_ = -1;
#endif
  }

  // Adds levels until one is small enough. A partition of the finest level becomes one of the coarsest.
  void coarsen(Buffer<PartId>& part) {
    const PhaseTime time(stream_, times_.coarsen);
    gathered_ = 0;
    steps_ = 0;
    large_levels_ = 0;
    has_chains_ = is_mesh_;
    while (vertices() > coarsest() && add_level(coarsest(), part)) continue;
    full_levels_ = levels_.size();
    for_group_ = coarsest_for_part();
    if (!part.empty() || is_elsewhere() || options_.parts <= kMaxStartParts || vertices() < coarsest() / 2) return;
    const VertexId last = kMaxStartParts * for_group_;
    while (vertices() > last && add_level(std::max(last, vertices() / kGroupShrink), part)) continue;
  }
  // Returns whether there is a level after that which may be made coarser.
  bool add_level(VertexId target, Buffer<PartId>& part) {
    const LevelGraph& level = levels_.back().graph;
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
    LevelGraph& last = levels_.back().graph;
    if (last.peer == nullptr || !is_to_gather(last)) return true;
    gather_rows(stream_, last);
    gathered_ = levels_.size();
    return !is_elsewhere();
  }
  [[nodiscard]] static bool is_worth_it(const LevelGraph& level, const LevelGraph& coarser, VertexId target,
                                        const Buffer<PartId>& part) {
    const VertexId shrink = part.empty() ? kMinShrink : kMinShrinkAgain;
    return coarser.vertices <= level.vertices - level.vertices / shrink && coarser.vertices >= target / 4;
  }
  [[nodiscard]] static bool keeps_entries(const LevelGraph& level, const LevelGraph& coarser) {
    return coarser.entries > level.entries - level.entries / 4;
  }
  // A level of a random graph that has half of the vertices has nearly all entries. Some of such levels are kept, each
  // with fewer vertices than the one before by a larger factor. All levels together have a few times the entries of the
  // graph, however many vertices it has.
  [[nodiscard]] bool is_to_skip(const LevelGraph& level, const LevelGraph& coarser, VertexId target) const {
    const VertexId shrink = kSparseShrink << std::min(large_levels_, 16u);
    return keeps_entries(level, coarser) && coarser.entries > levels_.front().graph.entries / 4 &&
           coarser.vertices > std::max(target, level.vertices / shrink);
  }
  [[nodiscard]] Buffer<PartId> coarsen_part(const Coarser& coarser, const Buffer<PartId>& part) {
    if (part.empty()) return {};
    Buffer<PartId> coarse(stream_, coarser.level.vertices, "partition parts");
    kernel::for_each(stream_, part.size(), CoarsenParts{coarser.to_coarse, part, coarse});
    return coarse;
  }
  Coarser make_coarser(const LevelGraph& level, VertexId target, const Buffer<PartId>& part) {
    const double max = kMaxCluster * static_cast<double>(total_size_) / target;
    const ClusterRules rules{std::max<Weight>(1, static_cast<Weight>(max)),
                             draw(draw(options_.seed, static_cast<std::uint64_t>(cycle_)), ++steps_), part,
                             options_.parts};
    if (is_mesh_) return contract(stream_, level, pairs_or_chains(level, rules));
    Coarser coarser = contract(stream_, level, propagate_labels(stream_, level, rules, kLabelRounds));
    // Where a few vertices have nearly all weight, the others become too few clusters.
    if (coarser.level.vertices < target / 2) return contract(stream_, level, match(stream_, level, rules));
    return coarser;
  }

  Buffer<VertexId> pairs_or_chains(const LevelGraph& level, const ClusterRules& rules) {
    if (has_chains_) {
      Buffer<VertexId> cluster = join_chains(stream_, level, rules);
      if (!cluster.empty()) return cluster;
      has_chains_ = false;
    }
    return match(stream_, level, rules);
  }

  Buffer<PartId> start() {
    if (options_.start.empty()) return {};
    return to_device(stream_, start_of(options_), "partition parts");
  }
  // Divides the groups of the present depth into those of another one.
  Buffer<PartId> divide(Buffer<PartId> group, int depth) {
    const PhaseTime time(stream_, times_.initial);
    const LevelGraph& level = levels_.back().graph;
    HostGraph graph = download(stream_, level, group);
    const std::uint32_t attempts = is_dense() ? std::max(1u, effort_.attempts / 4) : effort_.attempts;
    const bool is_spread = level.peer != nullptr;
    if (is_spread && peer_->rank() != 0) return to_peers({});
    const std::vector<PartId> before = group.empty() ? std::vector<PartId>(level.vertices, 0) : to_host(stream_, group);
    // The lanes of a virtual device take turns, on the same threads.
    const bool uses_device = stream_.device().kind() == DeviceKind::kCuda;
    group = to_device(
        stream_, divide_groups(stream_, graph, before, depth_, depth, limits_, attempts, options_.seed, uses_device),
        "partition parts");
    return is_spread ? to_peers(std::move(group)) : std::move(group);
  }

  Buffer<PartId> refine_level(Buffer<PartId> part, PartitionLevel& report) {
    const PhaseTime time(stream_, times_.refine);
    const Runtime& runtime = stream_.device().runtime();
    const double begin = runtime.now();
    const LevelGraph& level = levels_.back().graph;
    PartState state(stream_, level, group_limits_, std::move(part));
    report.vertices = level.vertices;
    report.edges = level.entries / 2;
    report.cut_before = state.cut();
#if WARPGRAPH_CHECKED
    check_cut(state);
#endif
    const std::uint64_t seed = draw(draw(options_.seed, ~static_cast<std::uint64_t>(cycle_)), levels_.size());
    const std::vector<int>& schedule = levels_.size() == 1 ? effort_.finest : effort_.coarser;
    std::vector<PartitionPass>* const trace = options_.trace ? &report.trace : nullptr;
    for (std::size_t i = 0; i < schedule.size(); ++i)
      report.passes += refine(state, {draw(seed, i), schedule[i], effort_.patience}, trace);
    report.cut_after = state.cut();
    result_ = {state.excess(), state.cut()};
    weights_ = state.weights();
    report.imbalance = imbalance_of(group_limits_, state.weights());
    report.seconds += (runtime.now() - begin) * 1e-6;
#if WARPGRAPH_CHECKED
    check_state(state);
#endif
    return state.take_part();
  }

#if WARPGRAPH_CHECKED
  // The cut of a partition is that of its projection.
  void check_cut(const PartState& state) {
    expects(cut_ < 0 || cut_ == state.cut(), "partition: the cut of a level is not that of the coarser level");
  }
  // The sums that moves have kept are those of the partition; the parts' weights add up to the total.
  void check_state(PartState& state) {
    cut_ = levels_.size() == 1 ? -1 : state.cut();
    expects(measure_cut(stream_, state.level(), state.part()) == state.cut(),
            "partition: the cut is not the sum of what moves did to it");
    for (std::uint32_t j = 0; j < limits_.constraints; ++j) {
      Weight sum = 0;
      for (PartId p = 0; p < group_limits_.parts; ++p) sum += state.weights()[group_limits_.at(p, j)];
      expects(sum == limits_.total[j], "partition: a level has lost weight");
    }
  }
  Weight cut_ = -1;  // of the coarser level
#endif

  StreamRef stream_;
  Peer* peer_;  // null: there are none
  const PartitionOptions& options_;
  const Limits& limits_;
  Effort effort_;
  Weight total_size_ = 0;
  std::size_t most_in_use_ = 0;
  bool is_mesh_ = false;
  bool has_chains_ = false;  // the present level may have chains and leaves to join
  int cycle_ = 0;
  std::uint64_t steps_ = 0;         // of coarsening, in this cycle
  std::uint32_t large_levels_ = 0;  // of this cycle, that have nearly all entries of the finer one
  int depth_ = 0;                   // of the groups of parts that the vertices are divided among
  Limits group_limits_;             // at that depth
  std::size_t full_levels_ = 0;     // finest levels, which have all parts; those below have groups of them
  VertexId for_group_ = 0;          // vertices of such a level for each group
  std::size_t gathered_ = 0;        // levels, down to the finest one that the first peer has alone; 0 if there is none
  PartitionTimes times_;
  std::pair<double, Weight> result_;  // of the last refinement: the excess and the cut
  std::vector<Weight> weights_;       // of parts, after it
  std::deque<Level> levels_;          // finest first
};

// Memory for the parts. The system clears its pages when they are first written: here, while devices are at work, if
// that takes longer than to start a thread.
std::future<std::vector<PartId>> prepare_parts(VertexId vertices) {
  constexpr VertexId kMany = 1 << 18;
  const auto policy = vertices < kMany ? std::launch::deferred : std::launch::async;
  return support::start_thread(
      [&] { return std::async(policy, [vertices] { return std::vector<PartId>(vertices); }); });
}

// `need`: bytes that were predicted for each of several devices.
Partition run(StreamRef stream, Peer* peer, const PartitionInput& graph, const PartitionOptions& options,
              const Limits& limits, std::size_t need, std::future<std::vector<PartId>>& memory) {
  const std::size_t most_in_use = stream.device().memory().in_use + need;
  PartitionTimes times;
  Weight total_size = 0;
  LevelGraph level;
  {
    const PhaseTime time(stream, times.upload);
    level = upload(stream, graph, options, limits, total_size, peer);
  }
  return Multilevel(stream, peer, options, limits, std::move(level), total_size, most_in_use, times)(memory);
}

}  // namespace

Partition multilevel(std::span<const StreamRef> streams, const PartitionInput& graph, const PartitionOptions& options,
                     const Limits& limits) {
  const auto vertices = static_cast<VertexId>(graph.row.size() - 1);
  std::future<std::vector<PartId>> memory = prepare_parts(vertices);
  if (streams.size() == 1) return run(streams.front(), nullptr, graph, options, limits, 0, memory);
  const std::size_t need = partition_memory(graph, options, static_cast<int>(streams.size())).total();
  std::vector<Partition> results(streams.size());
  run_on_peers(streams, vertices, graph.column.size(), [&](Peer& peer) {
    results[peer.rank()] = run(peer.stream(), &peer, graph, options, limits, need, memory);
  });
  return std::move(results.front());
}

}  // namespace warpgraph::partitioning
