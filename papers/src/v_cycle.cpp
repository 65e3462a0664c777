// SPDX-License-Identifier: Apache-2.0
#include "v_cycle.hpp"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/runtime.hpp>

#include "finish/repair.hpp"
#include "initial/recursive_bisection.hpp"
#include "level/phase_time.hpp"
#include "level/project.hpp"
#include "level/random.hpp"
#include "refine/part_state.hpp"
#include "upload.hpp"

namespace warpgraph::partitioning {
namespace {

// The host takes over at so many vertices, at least, and at so many for each part: with fewer, whole vertices do not
// fit into parts of little tolerance.
constexpr VertexId kHostVertices = 4096;
constexpr std::uint64_t kHostVerticesForPart = 60;
constexpr double kMaxVertex = 1.5;  // coarse vertex, in average weights of the level that the host takes
constexpr std::uint32_t kAttempts = 8;

class VCycle {
 public:
  VCycle(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options, const Limits& limits,
         const VSteps& steps)
      : stream_(stream), options_(options), limits_(limits), steps_(steps) {
    const PhaseTime time(stream, times_.upload);
    levels_.push_back({upload(stream, graph, options, limits, total_), {}});
  }

  Partition operator()() {
    coarsen();
    Partition result;
    result.cut = -1;  // which the end on the host will find
    result.levels.resize(levels_.size());
    Assignment parts = assign(partition_coarsest());
    refine_all(parts, result.levels);
    {
      const PhaseTime time(stream_, times_.finish);
      result.part = to_host(stream_, parts.part);
    }
    result.times = times_;
    return result;
  }

 private:
  [[nodiscard]] std::uint64_t coarsest() const {
    return std::max<std::uint64_t>(kHostVertices, kHostVerticesForPart * options_.parts);
  }
  [[nodiscard]] std::uint64_t seed() const { return draw(options_.seed, levels_.size()); }

  void coarsen() {
    const PhaseTime time(stream_, times_.coarsen);
    const auto max_weight =
        static_cast<Weight>(kMaxVertex * static_cast<double>(total_) / static_cast<double>(coarsest()));
    while (levels_.back().graph.vertices > coarsest()) {
      const LevelGraph& level = levels_.back().graph;
      Coarser coarser = steps_.coarsen(level, std::max<Weight>(1, max_weight), seed());
      if (coarser.level.vertices > level.vertices - level.vertices / kMinShrink) return;
      levels_.back().to_coarse = std::move(coarser.to_coarse);
      levels_.push_back({std::move(coarser.level), {}});
    }
  }

  std::vector<PartId> partition_coarsest() {
    const PhaseTime time(stream_, times_.initial);
    const HostGraph graph = download(stream_, levels_.back().graph);
    const std::uint32_t attempts = graph.vertices() <= 4 * coarsest() ? kAttempts : 1;
    std::vector<PartId> part =
        recursive_bisection(stream_.device().runtime().threads(), graph, limits_, attempts, options_.seed);
    const PartitionInput coarsest_input{graph.row, graph.column, graph.edge_weight, graph.vertex_weight};
    HostParts parts(stream_.device().runtime().threads(), coarsest_input, options_, limits_, part);
    repair(parts);
    weights_.assign(limits_.parts, 0);
    for (VertexId v = 0; v < graph.vertices(); ++v) weights_[part[v]] += *graph.weights(v);
    return part;
  }

  Assignment assign(const std::vector<PartId>& part) {
    std::vector<Weight> min(limits_.parts, 0);
    for (PartId p = 0; p < limits_.parts; ++p)  // as far below the share as the largest weight is above it
      if (limits_.max[p] > 0)
        min[p] = static_cast<Weight>(limits_.target[p] * limits_.target[p] / static_cast<double>(limits_.max[p]));
    return {to_device(stream_, part, "partition parts"), to_device(stream_, weights_, "partition weights"),
            to_device(stream_, limits_.max, "partition weights"), to_device(stream_, min, "partition weights")};
  }

  void refine_all(Assignment& parts, std::vector<PartitionLevel>& report) {
    const PhaseTime time(stream_, times_.refine);
    for (;;) {
      refine(parts, report[levels_.size() - 1]);
      if (levels_.size() == 1) return;
      levels_.pop_back();
      parts.part = project(stream_, levels_.back(), parts.part);
      levels_.back().to_coarse = {};
    }
  }

  void refine(Assignment& parts, PartitionLevel& report) {
    const Runtime& runtime = stream_.device().runtime();
    const double begin = runtime.now();
    const LevelGraph& level = levels_.back().graph;
    report.vertices = level.vertices;
    report.edges = level.entries / 2;
    report.cut_before = measure_cut(stream_, level, parts.part);
#if WARPGRAPH_CHECKED
    expects(cut_ < 0 || cut_ == report.cut_before, "partition: the cut of a level is not that of the coarser level");
#endif
    report.passes = steps_.refine(level, parts, seed());
    report.cut_after = measure_cut(stream_, level, parts.part);
    report.imbalance = imbalance_of(limits_, to_host(stream_, parts.weight));
    report.seconds = (runtime.now() - begin) * 1e-6;
#if WARPGRAPH_CHECKED
    cut_ = report.cut_after;
    check_weights(level, parts);
#endif
  }

#if WARPGRAPH_CHECKED
  // The weights that moves have kept are those of the partition.
  void check_weights(const LevelGraph& level, const Assignment& parts) {
    const std::vector<PartId> part = to_host(stream_, parts.part);
    const std::vector<Weight> weight = to_host(stream_, level.vertex_weight);
    std::vector<Weight> sums(limits_.parts, 0);
    for (VertexId v = 0; v < level.vertices; ++v) sums[part[v]] += weight[v];
    expects(sums == to_host(stream_, parts.weight), "partition: the weights of parts are not those of their vertices");
  }
  Weight cut_ = -1;  // of the coarser level
#endif

  StreamRef stream_;
  const PartitionOptions& options_;
  const Limits& limits_;
  const VSteps& steps_;
  Weight total_ = 0;
  PartitionTimes times_;
  std::deque<Level> levels_;  // finest first
  std::vector<Weight> weights_;
};

}  // namespace

Partition v_cycle(StreamRef stream, const PartitionInput& graph, const PartitionOptions& options, const Limits& limits,
                  const VSteps& steps) {
  return VCycle(stream, graph, options, limits, steps)();
}

}  // namespace warpgraph::partitioning
