// SPDX-License-Identifier: Apache-2.0
#include "uncoarsening.hpp"

#include <algorithm>
#include <utility>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "../initial/groups.hpp"
#include "../initial/recursive_bisection.hpp"
#include "../level/phase_time.hpp"
#include "../level/random.hpp"
#include "../peers/run_on_peers.hpp"
#include "refine.hpp"

namespace warpgraph::partitioning {

Buffer<PartId> Uncoarsening::operator()(Hierarchy& levels, Buffer<PartId> part, const Effort& effort,
                                        std::uint64_t seed, std::vector<PartitionLevel>& report) {
  set_depth(part.empty() ? 0 : depth_of_parts(options_.parts));
  report.assign(levels.size(), {});
  while (true) {
    PartitionLevel& mine = report[levels.size() - 1];
    const bool is_here = !levels.is_elsewhere();
    if (const int depth = levels.depth_of_last(); depth > depth_) {
      if (depth_ > 0 && is_here) part = refine_last(levels, std::move(part), effort, seed, mine);
      if (is_here) part = divide(levels, std::move(part), depth, effort);
      set_depth(depth);
    }
    if (is_here) part = refine_last(levels, std::move(part), effort, seed, mine);
    if (levels.is_gathered()) part = to_peers(levels.last(), std::move(part));
    if (levels.size() == 1) return part;
    const PhaseTime time(stream_, times_.refine);
    part = levels.project_up(part);
  }
}

Buffer<PartId> Uncoarsening::refine_only(const Hierarchy& levels, Buffer<PartId> part, const Effort& effort,
                                         std::uint64_t seed, PartitionLevel& report) {
  set_depth(depth_of_parts(options_.parts));
  return refine_last(levels, std::move(part), effort, seed, report);
}

void Uncoarsening::set_depth(int depth) {
  depth_ = depth;
  group_limits_ = limits_at(limits_, depth);
  cut_ = -1;
}

Buffer<PartId> Uncoarsening::to_peers(const LevelGraph& level, Buffer<PartId> part) {
  if (peer_->rank() != 0) part = Buffer<PartId>(stream_, level.vertices, "partition parts");
  const WaitIfFailed wait(peer_);
  peer_->broadcast(part);
  return part;
}

Buffer<PartId> Uncoarsening::divide(const Hierarchy& levels, Buffer<PartId> group, int depth, const Effort& effort) {
  const PhaseTime time(stream_, times_.initial);
  const LevelGraph& level = levels.last();
  HostGraph graph = download(stream_, level, group);
  const std::uint32_t attempts = levels.is_dense() ? std::max(1u, effort.attempts / 4) : effort.attempts;
  const bool is_spread = level.peer != nullptr;
  if (is_spread && peer_->rank() != 0) return to_peers(level, {});
  const std::vector<PartId> before = group.empty() ? std::vector<PartId>(level.vertices, 0) : to_host(stream_, group);
  // The lanes of a virtual device take turns, on the same threads.
  const bool uses_device = stream_.device().kind() == DeviceKind::kGpu;
  group = to_device(stream_,
                    divide_groups(stream_, graph, before, depth_, depth, limits_, attempts, options_.seed, uses_device),
                    "partition parts");
  return is_spread ? to_peers(level, std::move(group)) : std::move(group);
}

Buffer<PartId> Uncoarsening::refine_last(const Hierarchy& levels, Buffer<PartId> part, const Effort& effort,
                                         std::uint64_t seed, PartitionLevel& report) {
  const PhaseTime time(stream_, times_.refine);
  const Runtime& runtime = stream_.device().runtime();
  const double begin = runtime.now();
  const LevelGraph& level = levels.last();
  PartState state(stream_, level, group_limits_, std::move(part));
  report.vertices = level.vertices;
  report.edges = level.entries / 2;
  report.cut_before = state.cut();
#if WARPGRAPH_CHECKED
  expects(cut_ < 0 || cut_ == state.cut(), "partition: the cut of a level is not that of the coarser level");
#endif
  const std::vector<int>& schedule = levels.size() == 1 ? effort.finest : effort.coarser;
  std::vector<PartitionPass>* const trace = options_.trace ? &report.trace : nullptr;
  for (std::size_t i = 0; i < schedule.size(); ++i)
    report.passes += refine(state, {draw(draw(seed, levels.size()), i), schedule[i], effort.patience}, trace);
  report.cut_after = state.cut();
  result_ = {state.excess(), state.cut()};
  weights_ = state.weights();
  report.imbalance = imbalance_of(group_limits_, state.weights());
  report.seconds += (runtime.now() - begin) * 1e-6;
#if WARPGRAPH_CHECKED
  check(state, levels.size() == 1);
#endif
  return state.take_part();
}

// The sums that moves have kept are those of the partition; the parts' weights add up to the total.
void Uncoarsening::check(PartState& state, bool is_finest) {
  cut_ = is_finest ? -1 : state.cut();
  expects(measure_cut(stream_, state.level(), state.part()) == state.cut(),
          "partition: the cut is not the sum of what moves did to it");
  for (std::uint32_t j = 0; j < limits_.constraints; ++j) {
    Weight sum = 0;
    for (PartId p = 0; p < group_limits_.parts; ++p) sum += state.weights()[group_limits_.at(p, j)];
    expects(sum == limits_.total[j], "partition: a level has lost weight");
  }
}

}  // namespace warpgraph::partitioning
