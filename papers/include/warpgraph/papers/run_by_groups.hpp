// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/pull/pull_active.hpp>
#include <warpgraph/framework/engine/program.hpp>
#include <warpgraph/framework/graph/device_graph.hpp>
#include <warpgraph/framework/graph/out_degrees.hpp>
#include <warpgraph/framework/run/result.hpp>
#include <warpgraph/framework/sweep/frontier_queue.hpp>
#include <warpgraph/framework/sweep/sweep.hpp>
#include <warpgraph/framework/tuning.hpp>
#include <warpgraph/papers/pulled_levels.hpp>
#include <warpgraph/papers/vertex_groups.hpp>
#include <warpgraph/papers/vertex_groups/kernels.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/error.hpp>
#include <warpgraph/runtime/launch.hpp>
#include <warpgraph/runtime/memory.hpp>

// Vertex programs by vertex groups, for comparison with the engine: a superstep (1) activates the vertices of all
// groups that a group with an updated vertex leads to, (2) reduces the contributions of their incoming edges, and (3)
// computes their new values. The second and the third step are the kernels of the engine's plan pull-active, which
// differs in the first: it goes along outgoing edges.
//
//   const auto groups = papers::group_vertices(stream, without_values(graph.view()), 8);
//   const auto distances =
//       papers::run_by_groups(stream, graph.view(), groups, algorithms::programs::Distances<float>{source});
//
// Files that include this header are kernel sources (docs/guide/kernels.md), as for engine.hpp.
namespace warpgraph::papers {

struct GroupRunOptions {
  std::uint32_t max_supersteps = 0xffffffffu;
};

namespace grouping {

// Fails to compile with what the program has that cannot be kept.
template <class P>
constexpr void explain_program() {
  detail::explain_program<P>();
  if constexpr (VertexProgram<P>) {
    static_assert(!detail::first_hit_suffices<P>(),
                  "vertex groups: an active vertex visits all its neighbours, reached or not, so kFirstHitSuffices "
                  "cannot be kept; papers::PulledLevels is a breadth-first search without it");
    static_assert(!detail::evaluates_all<P>(),
                  "vertex groups: every superstep of this program evaluates all vertices (kEvaluateAll, or an "
                  "Aggregate), so there is nothing to activate");
  }
}

template <class P, class E>
class Run {
 public:
  using Value = typename P::VertexValue;

  Run(StreamRef stream, const GraphView<E>& graph, const VertexGroupsView& groups, const P& program,
      const GroupRunOptions& options)
      : stream_(stream),
        groups_(groups),
        options_(options),
        sweep_(sweep::sweep_warps(stream, graph.vertex_count)),
        value_(stream, graph.vertex_count, "grouped values"),
        reduced_(stream, graph.vertex_count, "grouped sums"),
        updated_(stream, sweep::mask_words(graph.vertex_count), "grouped masks"),
        active_(stream, sweep::mask_words(graph.vertex_count), "grouped masks"),
        heavy_(stream, graph.edge_count / tuning::kHeavyEdges, "grouped heavy vertices"),
        heavy_count_(stream, 1, "grouped counts"),
        queue_(stream, static_cast<VertexId>(groups.row.size() - 1), "grouped queue"),
        counts_(stream, 2, "grouped counts"),
        told_(stream.device().runtime(), 1),
        view_{program, graph, {}, {}, {}, {}} {
    view_.value = value_;
    view_.facts = {graph.incoming.row, graph.outgoing.row, {}};
    if constexpr (detail::HasPublish<P>) {
      published_ = Buffer<detail::Published<P>>(stream, graph.vertex_count, "grouped published values");
      view_.published = view_.all_seen = published_;
    } else {
      view_.all_seen = value_;
    }
    if (detail::needs_out_degree<P>() && graph.outgoing.row.empty()) {
      out_degrees_ = Buffer<std::uint32_t>(stream, graph.vertex_count, "grouped degrees");
      rows::count_out_degrees(stream, graph.incoming.column, out_degrees_);
      view_.facts.out_degrees = out_degrees_;
    }
  }

  Result<Value> operator()() {
    RunReport report;
    report.end = iterate(report);
    return {std::move(report), std::move(value_), detail::values_are<P>()};
  }

 private:
  RunEnd iterate(RunReport& report) {
    clear(counts_.view());
    kernel::launch(stream_, sweep_, detail::Initialise<P, E>{view_, updated_, count_of_updated(), {}});
    read_back();
    for (std::uint32_t superstep = 0;; ++superstep) {
      const sweep::FrontierCounts before = told_[0];
      if (before.vertices == 0) return RunEnd::kConverged;
      if (superstep >= options_.max_supersteps) return RunEnd::kSuperstepLimit;
      // Where a program starts everywhere, a vertex may change although no neighbour has.
      const bool evaluates_all = superstep == 0 && !detail::HasActiveInitially<P>;
      if (evaluates_all)
        fill(stream_, active_, 0xffffffffu);
      else
        activate();
      evaluate();
      read_back();
      report.supersteps.push_back({superstep, evaluates_all ? Plan::kPullAll : Plan::kPullActive, before.vertices,
                                   before.edges, told_[0].vertices, 0});
    }
  }

  void activate() {
    using Enqueue = sweep::Enqueue<GroupInMask>;
    const std::uint64_t count = groups_.row.size() - 1;
    const View<sweep::FrontierCounts> queued = counts_.view().subview(1, 1);
    const sweep::QueueView queue = queue_.view();
    clear(queued);
    fill(stream_, active_, 0);
    kernel::launch(stream_, sweep::warps_for(count, Enqueue::kTile),
                   Enqueue{groups_.row, count, {updated_, groups_.shift}, queue, queued});
    kernel::launch(stream_, sweep::sweep_warps(stream_, ~VertexId{0}), ActivateGroups{groups_, queue, queued, active_});
  }

  void evaluate() {
    const detail::Gather<P, E> gather{view_, reduced_};
    const detail::HeavyList heavy{heavy_, heavy_count_};
    fill(stream_, heavy_count_, 0);
    kernel::launch(stream_, sweep_, detail::GatherActive<P, E>{gather, active_, heavy});
    if (const std::uint64_t max_heavy = heavy.vertex.size(); max_heavy != 0) {
      const auto blocks = std::min<std::uint64_t>(max_heavy, sweep_.count);
      kernel::launch(stream_, kernel::Blocks{std::min<std::uint64_t>(blocks, 1024)},
                     detail::GatherHeavy<P, E>{gather, heavy});
    }
    clear(count_of_updated());
    kernel::launch(stream_, sweep_, detail::Apply<P, E>{view_, reduced_, active_, updated_, count_of_updated(), {}});
  }

  void read_back() {
    copy(stream_, told_, count_of_updated());
    stream_.synchronize();
  }

  [[nodiscard]] View<sweep::FrontierCounts> count_of_updated() { return counts_.view().subview(0, 1); }
  void clear(View<sweep::FrontierCounts> counts) {
    static_assert(sizeof(sweep::FrontierCounts) % sizeof(std::uint64_t) == 0);
    const View<std::uint64_t> words(reinterpret_cast<std::uint64_t*>(counts.data()),
                                    counts.size_bytes() / sizeof(std::uint64_t), counts.space());
    fill(stream_, words, 0);
  }

  StreamRef stream_;
  VertexGroupsView groups_;
  GroupRunOptions options_;
  kernel::Warps sweep_;
  Buffer<Value> value_;
  Buffer<detail::Published<P>> published_;
  Buffer<detail::Contribution<P>> reduced_;
  Buffer<std::uint32_t> updated_;  // a bit for each vertex, as are
  Buffer<std::uint32_t> active_;
  Buffer<VertexId> heavy_;
  Buffer<std::uint32_t> heavy_count_;
  Buffer<std::uint32_t> out_degrees_;
  sweep::FrontierQueue queue_;            // of groups
  Buffer<sweep::FrontierCounts> counts_;  // of updated vertices, and of the queue
  PinnedBuffer<sweep::FrontierCounts> told_;
  detail::KernelView<P, E> view_;
};

}  // namespace grouping

// What a run takes of the device's memory beside the graph and the groups. Starts nothing.
template <class P>
[[nodiscard]] MemoryPlan group_run_memory(VertexId vertices, EdgeId edges, unsigned ratio) {
  MemoryPlan plan;
  if (vertices == 0) return plan;
  plan.add_array<typename P::VertexValue>("grouped values", vertices);
  if (detail::HasPublish<P>) plan.add_array<detail::Published<P>>("grouped published values", vertices);
  if (detail::needs_out_degree<P>()) plan.add_array<std::uint32_t>("grouped degrees", vertices);
  plan.add_array<detail::Contribution<P>>("grouped sums", vertices);
  plan.add_array<std::uint32_t>("grouped masks", 2 * sweep::mask_words(vertices));
  plan.add_array<VertexId>("grouped heavy vertices", edges / tuning::kHeavyEdges);
  plan += sweep::FrontierQueue::memory(static_cast<VertexId>((std::uint64_t{vertices} + ratio - 1) / ratio),
                                       "grouped queue");
  plan.add("grouped counts", 2 * sizeof(sweep::FrontierCounts) + sizeof(std::uint32_t));
  return plan;
}

// Runs the program until no vertex is updated: superstep by superstep what the engine computes by pulling, with the
// same values, but for the rounding of sums. The graph needs no outgoing edges, and those that it has are not read.
// `groups` are of this graph, and must stay until the run is over. Programs with kFirstHitSuffices, kEvaluateAll or an
// Aggregate do not compile, with the reason. Edges without values count 1, as in the engine. Reports
// Plan::kPullActive; Plan::kPullAll for the first superstep of programs that start everywhere. Waits for the stream in
// every superstep. Throws UsageError if the groups are not those of the graph, or if a frontier of groups does not fit
// a queue (sweep::fits_frontier_queue), and OutOfMemory. Memory: group_run_memory.
template <class P, EdgeValueType EdgeValue>
Result<typename detail::ValueOf<P>::type> run_by_groups(StreamRef stream, const GraphView<EdgeValue>& graph,
                                                        const VertexGroups& groups, const P& program,
                                                        const GroupRunOptions& options = {}) {
  grouping::explain_program<P>();
  if constexpr (VertexProgram<P>) {
    expects(groups.vertex_count() == graph.vertex_count, "run_by_groups: the vertex groups are not those of the graph");
    if (graph.vertex_count == 0) return {{}, {}, detail::values_are<P>()};
    const VertexGroupsView view = groups.view();
    expects(sweep::fits_frontier_queue(view.row.size() - 1, view.column.size()),
            "run_by_groups: the groups and what they activate are more than a queue counts");
    stream.device().require(group_run_memory<P>(graph.vertex_count, graph.edge_count, groups.ratio()),
                            "a run by vertex groups");
    using E = detail::KernelEdge<P, EdgeValue>;
    return grouping::Run<P, E>(stream, detail::as_graph<E>(graph), view, program, options)();
  } else {
    return {};
  }
}

}  // namespace warpgraph::papers
