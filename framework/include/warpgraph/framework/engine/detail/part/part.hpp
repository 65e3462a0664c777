// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include <warpgraph/framework/engine/detail/ahead/ahead.hpp>
#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/core/rules.hpp>
#include <warpgraph/framework/engine/detail/near_far/near_far.hpp>
#include <warpgraph/framework/engine/detail/part/device_part.hpp>
#include <warpgraph/framework/engine/detail/part/targets.hpp>
#include <warpgraph/framework/engine/detail/part/traits_of.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/framework/graph/without_values.hpp>
#include <warpgraph/runtime/memory.hpp>

namespace warpgraph::detail {

// What comes back to the host after a superstep.
template <class P>
struct Readback : ReadbackCounts {
  PriorityOf<P> least;  // of the far set
  AggregateType<P> aggregate;
  FoundTargets<P> targets;
};

// One device's part of a run: the values, both frontiers, and what several plans need. What one plan alone needs is in
// its struct (plans/).
template <class P, class E>
struct Part : DevicePart {
  // The arguments are those of DevicePart.
  Part(StreamRef on, const P& program, const EngineOptions& run_options, VertexId locals, VertexId first,
       VertexRange range)
      : DevicePart(on, traits_of<P>(), run_options, locals, first, range),
        view{program, {}, {}, {}, {}, {}},
        readback(stream.device().runtime(), 1) {
    found = readback.data();
    value = Buffer<typename P::VertexValue>(stream, vertices, "engine values");
    if (HasPublish<P>) published = Buffer<Published<P>>(stream, vertices, "engine published values");
    if constexpr (HasAggregate<P>) {
      partial = Buffer<AggregateType<P>>(stream, sweep::sweep_warps(stream, held.size()).count, "engine partial sums");
    }
    make_frontiers();  // last: the allocations above may throw, and it queues work
  }

  // What that takes on one device, at most.
  static void add_memory(MemoryPlan& plan, StreamRef on, const RunFacts& facts) {
    const auto vertices = static_cast<VertexId>(facts.vertices);
    const std::size_t words = mask_words(vertices);
    plan.add_array<typename P::VertexValue>("engine values", vertices);
    if (HasPublish<P>) plan.add_array<Published<P>>("engine published values", vertices);
    plan.add_array<std::uint32_t>("engine frontier", 2 * words);
    plan.add_array<sweep::FrontierCounts>("engine counts", 8 + kMaxLoopSupersteps);  // and the state of a loop
    if (first_hit_suffices<P>()) plan.add_array<std::uint32_t>("engine settled vertices", words);
    if (kTestsPromises) plan.add("engine promises", 256 + words * sizeof(std::uint32_t));
    if (HasAggregate<P>)
      plan.add_array<AggregateType<P>>("engine partial sums", sweep::sweep_warps(on, vertices).count);
    if (needs_out_degree<P>() && !facts.has_outgoing) plan.add_array<std::uint32_t>("engine degrees", vertices);
    if (!first_hit_suffices<P>()) plan.add_array<Contribution<P>>("engine sums", vertices);
    const bool activates = !first_hit_suffices<P>() && !evaluates_all<P>();
    if (facts.has_outgoing && (activates || PushableProgram<P>))
      plan.add("engine queue", std::size_t{vertices} * 2 * (sizeof(VertexId) + 2 * sizeof(EdgeId)));
  }

  // What kernels see of the graph from now on.
  void look_at(const GraphView<E>& seen_graph) {
    view.graph = seen_graph;
    graph = without_values(seen_graph);
  }
  [[nodiscard]] View<Published<P>> seen() {
    if constexpr (HasPublish<P>)
      return published;
    else
      return value;
  }
  // Deterministic runs reduce over all contributions of a superstep.
  [[nodiscard]] bool first_hit_wins() const { return first_hit_suffices<P>() && !options.deterministic; }
  // What kernels see that go along the edges.
  [[nodiscard]] KernelView<P, E> view_of_rows() {
    KernelView<P, E> rows = view;
    if (!has_grid) return rows;
    rows.graph = graph_of_rows;
    rows.facts = {graph_of_rows.incoming.row, {}, {}, held.first, held.first - first_vertex};
    rows.value = part_of(value, held);
    return rows;
  }
  // What it has gathered: for all that it has rows of, and for the own vertices.
  [[nodiscard]] View<Contribution<P>> held_sums() { return reduced.view().subview(0, held.size()); }
  [[nodiscard]] View<Contribution<P>> own_sums() {
    return has_grid ? held_sums().subview(own.first - held.first, own.size()) : reduced.view();
  }
  [[nodiscard]] Push<P, E> push_arguments() {
    KernelView<P, E> by_id = view_of_rows();
    by_id.value = value;
    return {by_id, settled, first_hit_wins()};
  }
  // Where a vertex has several lanes, more of a frontier's vertices are neighbours, and blocks part ways sooner.
  [[nodiscard]] AheadLimits ahead_limits() {
    const std::uint32_t rounds = std::min(options.tuning.thresholds.rounds_ahead, kMaxRoundsAhead);
    return {lanes() == 1 ? rounds : rounds / 4, options.tuning.thresholds.ahead_edges};
  }

  void initialise() {
    Frontier& first = now();
    kernel::launch(stream, sweep(), Initialise<P, E>{view, own_words(first.mask), first.counts, partial});
    first.has_mask = true;
    if constexpr (first_hit_suffices<P>())
      copy(stream, words(settled, range_of_rows()), words(first.mask, range_of_rows()));
  }
  // New values from the sums, of all own vertices or of those in `active`.
  void apply(View<const std::uint32_t> active) {
    Frontier& frontier = reset_next();
    kernel::launch(stream, sweep(),
                   Apply<P, E>{view, own_sums(), active, own_words(frontier.mask), frontier.counts, partial});
    frontier.has_mask = true;
  }
  // Before a superstep, after the program's next().
  void publish() {
    if constexpr (PublishesAnew<P>) kernel::for_each(stream, rows(), PublishAnew<P, E>{view});
  }
  // A kernel that sums up tells both at once: a copy for each would take longer.
  void queue_read_back() {
    const View<sweep::FrontierCounts> told(readback[0].counts, 2);
    if constexpr (HasAggregate<P>)
      kernel::launch(
          stream, kernel::Blocks{1},
          TellAggregate<P>{partial.view().subview(0, sweep().count), counts, {&readback[0].aggregate, 1}, told});
    else
      copy(stream, told, counts);
  }
  void ensure_reduced() { ensure_reduced(held.size()); }
  void ensure_reduced(VertexId size) {
    if (reduced.size() < size) reduced = Buffer<Contribution<P>>(stream, size, "engine sums");
  }

  KernelView<P, E> view;
  GraphView<E> graph_of_rows;          // on a grid
  PinnedBuffer<Readback<P>> readback;  // one

  Buffer<typename P::VertexValue> value;
  Buffer<Published<P>> published;
  Buffer<AggregateType<P>> partial;
  // By row held: what pull-all and pull-active have gathered. By local id: what a push of a run that keeps to levels
  // starts from.
  Buffer<Contribution<P>> reduced;
};

}  // namespace warpgraph::detail
