// SPDX-License-Identifier: Apache-2.0
#include "multilevel.hpp"

#include <cstdint>
#include <future>
#include <optional>
#include <utility>
#include <vector>

#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/runtime.hpp>
#include <warpgraph/runtime/start_thread.hpp>

#include "coarsen/hierarchy.hpp"
#include "coarsen/trim.hpp"
#include "effort.hpp"
#include "level/phase_time.hpp"
#include "level/random.hpp"
#include "peers/peer.hpp"
#include "peers/run_on_peers.hpp"
#include "refine/uncoarsening.hpp"
#include "upload.hpp"

namespace warpgraph::partitioning {
namespace {

// Cycles of coarsening and refinement. With peers, each of them has one of these.
class Multilevel {
 public:
  Multilevel(StreamRef stream, Peer* peer, const PartitionOptions& options, const Limits& limits, LevelGraph finest,
             Weight total_size, std::size_t most_in_use, PartitionTimes& times)
      : stream_(stream),
        peer_(peer),
        options_(options),
        limits_(limits),
        most_in_use_(most_in_use),
        times_(times),
        levels_(stream, peer, options, std::move(finest), total_size, most_in_use),
        uncoarsen_(stream, peer, options, limits, times) {}

  // `memory` is for the parts, which the first of several peers returns alone.
  Partition operator()(std::future<std::vector<PartId>>& memory) {
    const Effort effort = effort_of(options_.preset);
    Partition result;
    Buffer<PartId> part = can_trim() ? from_core(effort, result.levels) : Buffer<PartId>{};
    if (part.empty()) part = first_cycle(effort, result.levels);
    for (cycle_ = 1; cycle_ < effort.cycles; ++cycle_) part = run_cycle(std::move(part), effort, result.levels);
    {
      const PhaseTime time(stream_, times_.finish);
      if (peer_ == nullptr || peer_->rank() == 0) {
        result.part = memory.get();
        copy(stream_, view_of(result.part), part);
        stream_.synchronize();
      }
    }
    result.cut = uncoarsen_.result().second;
    result.times = times_;
    return result;
  }

 private:
  Buffer<PartId> first_cycle(const Effort& effort, std::vector<PartitionLevel>& report) {
    Buffer<PartId> part = run_cycle(start(), effort, report);
    weights_ = uncoarsen_.weights();
    if (options_.preset == PartitionPreset::kStrong) part = best_with_default(std::move(part), report);
    return part;
  }

  // A small graph is bisected as it is, and a part of heavy vertices need not be connected.
  [[nodiscard]] bool can_trim() const {
    return limits_.constraints == 1 && options_.fixed.empty() && options_.start.empty() && !options_.connected &&
           levels_.finest().vertices > levels_.coarsest();
  }
  // Partitions what is left of the graph without its heavy vertices (coarsen/trim.hpp), and refines the partition of
  // the whole graph that follows. Nothing if there are none.
  Buffer<PartId> from_core(const Effort& effort, std::vector<PartitionLevel>& report) {
    std::optional<Core> core;
    {
      const PhaseTime time(stream_, times_.coarsen);
      core = trim(stream_, levels_.finest(), limits_, draw(options_.seed, 0));
    }
    if (!core) return {};
    std::vector<Weight> weights = core->limits.total;
    Buffer<PartId> part(stream_, core->level.vertices, "partition parts");
    fill(stream_, part, 0);
    if (core->limits.parts > 1) {
      PartitionOptions options = options_;
      options.parts = core->limits.parts;
      Multilevel inner(stream_, peer_, options, core->limits, std::move(core->level), weights[0], most_in_use_, times_);
      part = inner.first_cycle(effort, report);
      weights = inner.weights_;
    }
    part = deal(stream_, levels_.finest(), limits_, *core, part, weights);
    core.reset();
    report.insert(report.begin(), PartitionLevel{});
    return uncoarsen_.refine_only(levels_, std::move(part), effort, seed_of_cycle(), report.front());
  }

  // More effort on coarse levels can end in a larger cut. What the default preset finds is therefore tried too, and the
  // cycles that follow make neither worse.
  Buffer<PartId> best_with_default(Buffer<PartId> part, std::vector<PartitionLevel>& report) {
    const auto found = uncoarsen_.result();
    std::vector<PartitionLevel> levels;
    Buffer<PartId> other = run_cycle(start(), effort_of(PartitionPreset::kDefault), levels);
    if (!(uncoarsen_.result() < found)) return part;
    weights_ = uncoarsen_.weights();
    report = std::move(levels);
    return other;
  }

  // With a partition, the clusters stay inside of its parts, and refinement begins with it.
  Buffer<PartId> run_cycle(Buffer<PartId> part, const Effort& effort, std::vector<PartitionLevel>& report) {
    {
      const PhaseTime time(stream_, times_.coarsen);
      levels_.coarsen(part, draw(options_.seed, static_cast<std::uint64_t>(cycle_)));
    }
    return uncoarsen_(levels_, std::move(part), effort, seed_of_cycle(), report);
  }
  // The seed of refinement; that of coarsening is another one.
  [[nodiscard]] std::uint64_t seed_of_cycle() const { return draw(options_.seed, ~static_cast<std::uint64_t>(cycle_)); }
  Buffer<PartId> start() {
    if (options_.start.empty()) return {};
    return to_device(stream_, start_of(options_), "partition parts");
  }

  StreamRef stream_;
  Peer* peer_;  // null: there are none
  const PartitionOptions& options_;
  const Limits& limits_;
  std::size_t most_in_use_;
  PartitionTimes& times_;
  Hierarchy levels_;
  Uncoarsening uncoarsen_;
  int cycle_ = 0;
  std::vector<Weight> weights_;  // of parts, after the first cycle
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
