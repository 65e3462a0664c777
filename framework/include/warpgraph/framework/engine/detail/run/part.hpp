// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>

#include <warpgraph/framework/engine/detail/core/apply.hpp>
#include <warpgraph/framework/engine/detail/core/array_layout.hpp>
#include <warpgraph/framework/engine/detail/frontier/frontier.hpp>
#include <warpgraph/framework/engine/detail/promises/rules.hpp>
#include <warpgraph/framework/engine/detail/push/near_far.hpp>
#include <warpgraph/framework/engine/detail/push/push.hpp>
#include <warpgraph/framework/engine/options.hpp>
#include <warpgraph/framework/engine/row_choices.hpp>
#include <warpgraph/framework/graph/graph_facts.hpp>
#include <warpgraph/framework/graph/vertex_groups.hpp>
#include <warpgraph/framework/graph/vertex_range.hpp>
#include <warpgraph/runtime/buffer.hpp>
#include <warpgraph/runtime/copy.hpp>
#include <warpgraph/runtime/memory.hpp>

namespace warpgraph::detail {

// The vertices that a superstep starts from, as a bitmask, as a queue, or both; and what the host knows of them.
struct Frontier {
  View<std::uint32_t> mask;
  QueueView queue;              // with memory when some plan needs it
  View<FrontierCounts> counts;  // one
  bool has_mask = false;
  bool has_queue = false;
  std::uint64_t vertices = 0;
  std::uint64_t edges = 0;

  void set_counts(const FrontierCounts& found) {
    vertices = found.vertices + packed_vertices(found.packed);
    edges = found.edges + packed_edges(found.packed);
  }
};

// What comes back to the host after a superstep.
template <class P>
struct Readback {
  FrontierCounts counts[2];  // of both frontiers
  FrontierCounts unsettled;  // of pull-unsettled
  std::uint64_t active_edges;
  PriorityOf<P> least;  // of the far set
  AggregateType<P> aggregate;
};

// One device's part of a run: the values, both frontiers, and what several plans need. What one plan alone needs is in
// its struct (plans/).
template <class P, class E>
struct Part {
  // After so many supersteps of one launch the host looks whether the run was cancelled.
  static constexpr std::uint32_t kMaxLoopSupersteps = 4096;

  // Has values of `locals` vertices, the first of which is `first`. Of these the device holds a range, and evaluates it
  // or may come to.
  Part(StreamRef on, const P& program, const EngineOptions& run_options, VertexId locals, VertexId first,
       VertexRange range)
      : stream(on),
        options(run_options),
        view{program, {}, {}, {}, {}, {}},
        vertices(locals),
        first_vertex(first),
        held(range),
        own(range),
        readback(stream.device().runtime(), 1) {
    value = Buffer<typename P::VertexValue>(stream, vertices, "engine values");
    if (HasPublish<P>) published = Buffer<Published<P>>(stream, vertices, "engine published values");
    make_frontiers();
    if constexpr (HasAggregate<P>) {
      partial = Buffer<AggregateType<P>>(stream, sweep_warps(stream, held.size()).count, "engine partial sums");
      aggregate = Buffer<AggregateType<P>>(stream, 1, "engine partial sums");
    }
  }
  Part(const Part&) = delete;
  Part& operator=(const Part&) = delete;

  // What that takes on one device, at most. `has_outgoing`: the graph has outgoing edges, or is undirected.
  static void add_memory(MemoryPlan& plan, StreamRef on, VertexId vertices, bool has_outgoing) {
    const std::size_t words = mask_words(vertices);
    plan.add_array<typename P::VertexValue>("engine values", vertices);
    if (HasPublish<P>) plan.add_array<Published<P>>("engine published values", vertices);
    plan.add_array<std::uint32_t>("engine frontier", 2 * words);
    plan.add_array<FrontierCounts>("engine counts", 3 + kMaxLoopSupersteps);
    if (first_hit_suffices<P>()) plan.add_array<std::uint32_t>("engine settled vertices", words);
    if (kTestsPromises) plan.add("engine promises", 256 + words * sizeof(std::uint32_t));
    if (HasAggregate<P>) plan.add_array<AggregateType<P>>("engine partial sums", 1 + sweep_warps(on, vertices).count);
    if (needs_out_degree<P>() && !has_outgoing) plan.add_array<std::uint32_t>("engine degrees", vertices);
    if (!first_hit_suffices<P>()) plan.add_array<Contribution<P>>("engine sums", vertices);
    const bool activates = !first_hit_suffices<P>() && !evaluates_all<P>();
    if (has_outgoing && (activates || PushableProgram<P>))
      plan.add("engine queue", std::size_t{vertices} * 2 * (sizeof(VertexId) + 2 * sizeof(EdgeId)));
  }

  [[nodiscard]] Frontier& now() { return frontiers[parity]; }
  [[nodiscard]] Frontier& next() { return frontiers[1 - parity]; }
  void swap() { parity = 1 - parity; }
  // As they were read back last.
  [[nodiscard]] const FrontierCounts& counts_of(const Frontier& frontier) const {
    return readback[0].counts[&frontier - frontiers];
  }

  // With nothing in it yet. `marks`: the superstep sets bits of the mask one by one, as the exchange between devices
  // does after every superstep.
  Frontier& reset_next(bool marks = false) {
    clear(next().counts);
    next().has_mask = next().has_queue = false;
    if (marks || has_peers) fill(stream, next().mask, 0);
    return next();
  }
  // What an array over local ids, or a bitmask, has of a range of the vertices that the device holds.
  template <class T>
  [[nodiscard]] View<T> part_of(Buffer<T>& all, VertexRange range) const {
    return all.empty() ? View<T>() : all.view().subview(range.first - first_vertex, range.size());
  }
  [[nodiscard]] View<std::uint32_t> words(View<std::uint32_t> mask, VertexRange range) const {
    return mask.subview((range.first - first_vertex) / 32, mask_words(range.size()));
  }
  [[nodiscard]] View<std::uint32_t> own_words(View<std::uint32_t> mask) const { return words(mask, own); }

  [[nodiscard]] VertexId rows() const { return view.graph.vertex_count; }  // the vertices that are evaluated
  [[nodiscard]] Warps sweep() const { return sweep_warps(stream, rows()); }
  [[nodiscard]] View<Published<P>> seen() {
    if constexpr (HasPublish<P>)
      return published;
    else
      return value;
  }
  // Deterministic runs reduce over all contributions of a superstep.
  [[nodiscard]] bool first_hit_wins() const { return first_hit_suffices<P>() && !options.deterministic; }
  [[nodiscard]] Push<P, E> push_arguments() {
    KernelView<P, E> by_id = view;
    by_id.value = value;
    return {by_id, settled, first_hit_wins()};
  }
  [[nodiscard]] std::uint32_t lanes() { return short_row_lanes(row_facts().outgoing); }
  // Graphs with short rows have small frontiers; fewer blocks then make the barrier cheaper.
  [[nodiscard]] WholeDevice loop_blocks() const { return {options.thresholds.loop_blocks * multiprocessors()}; }
  [[nodiscard]] WholeDevice priority_blocks(std::uint32_t lanes) const {
    return {(lanes == 1 ? options.thresholds.loop_blocks : options.thresholds.priority_blocks) * multiprocessors()};
  }
  [[nodiscard]] unsigned multiprocessors() const {
    return static_cast<unsigned>(std::max(1, stream.device().info().multiprocessors));
  }

  // Measured when a plan needs it, unless it is known.
  [[nodiscard]] const RowFacts& row_facts() {
    if (known_rows == nullptr) {
      const GraphView<E>& graph = view.graph;
      known_rows = &graph_facts->rows(stream, graph.incoming.row, graph.incoming.column, graph.outgoing.row);
    }
    return *known_rows;
  }

  void initialise() {
    Frontier& first = now();
    launch(stream, sweep(), Initialise<P, E>{view, own_words(first.mask), first.counts, partial});
    first.has_mask = true;
    if constexpr (first_hit_suffices<P>()) copy(stream, own_words(settled), own_words(first.mask));
    sum_aggregates();
  }
  void enqueue(Frontier& frontier) {
    ensure_queues();
    if (frontier.has_queue) return;
    launch(stream, warps_for(vertices, Enqueue<InMask>::kTile),
           Enqueue<InMask>{view.graph.outgoing.row, vertices, {frontier.mask}, frontier.queue, frontier.counts});
    frontier.has_queue = true;
  }
  void mark(Frontier& frontier) {
    if (frontier.has_mask) return;
    fill(stream, frontier.mask, 0);
    for_each(stream, frontier.vertices, MarkQueue{frontier.queue.vertex, frontier.counts, frontier.mask});
    frontier.has_mask = true;
  }
  // New values from the sums, of all own vertices or of those in `active`.
  void apply(View<const std::uint32_t> active) {
    Frontier& frontier = reset_next();
    launch(stream, sweep(), Apply<P, E>{view, reduced, active, own_words(frontier.mask), frontier.counts, partial});
    frontier.has_mask = true;
    sum_aggregates();
  }
  void sum_aggregates() {
    if constexpr (HasAggregate<P>)
      launch(stream, Blocks{1}, SumAggregates<P>{partial.view().subview(0, sweep().count), aggregate});
  }
  void queue_read_back() {
    copy(stream, View<FrontierCounts>(readback[0].counts, 2), counts);
    if constexpr (HasAggregate<P>) copy(stream, View<AggregateType<P>>(&readback[0].aggregate, 1), aggregate);
  }

  void ensure_queues() {
    if (!queues.empty()) return;
    ArrayLayout layout;
    std::size_t at[2][3];
    for (auto& queue : at) {
      queue[0] = layout.add<VertexId>(vertices);
      queue[1] = layout.add<EdgeId>(vertices);
      queue[2] = layout.add<EdgeId>(vertices);
    }
    queues = Buffer<std::byte>(stream, layout.bytes(), "engine queue");
    for (std::size_t i = 0; i < 2; ++i)
      frontiers[i].queue = {array_at<VertexId>(queues, at[i][0], vertices),
                            array_at<EdgeId>(queues, at[i][1], vertices), array_at<EdgeId>(queues, at[i][2], vertices)};
  }
  void ensure_reduced() {
    if (reduced.empty()) reduced = Buffer<Contribution<P>>(stream, held.size(), "engine sums");
  }
  void ensure_history() {
    if (history.empty()) history = Buffer<FrontierCounts>(stream, kMaxLoopSupersteps, "engine counts");
  }

  template <class T>
  void clear(View<T> what) {
    static_assert(sizeof(T) % sizeof(std::uint64_t) == 0);
    const View<std::uint64_t> all(reinterpret_cast<std::uint64_t*>(what.data()),
                                  what.size_bytes() / sizeof(std::uint64_t), what.space());
    fill(stream, all, 0);
  }

  // The frontiers' bitmasks, and that of the settled vertices.
  void make_frontiers() {
    const std::uint64_t mask_size = mask_words(vertices);
    ArrayLayout layout;
    const std::size_t counts_at = layout.add<FrontierCounts>(2);
    const std::size_t mask_at[2] = {layout.add<std::uint32_t>(mask_size), layout.add<std::uint32_t>(mask_size)};
    const std::uint64_t settled_size = first_hit_suffices<P>() ? mask_size : 0;
    const std::size_t settled_at = layout.add<std::uint32_t>(settled_size);
    masks = Buffer<std::byte>(stream, layout.bytes(), "engine frontier");
    counts = array_at<FrontierCounts>(masks, counts_at, 2);
    clear(counts);
    for (std::size_t i = 0; i < 2; ++i) {
      frontiers[i].mask = array_at<std::uint32_t>(masks, mask_at[i], mask_size);
      frontiers[i].counts = counts.subview(i, 1);
    }
    settled = array_at<std::uint32_t>(masks, settled_at, settled_size);
  }

  StreamRef stream;
  const EngineOptions& options;
  KernelView<P, E> view;
  VertexId vertices;                     // that there are values of: all, or those that are held or read (LocalIds)
  VertexId first_vertex;                 // the one whose local id is 0
  VertexRange held;                      // begins at a multiple of 32, as does
  VertexRange own;                       // the range that is evaluated
  const VertexGroups* groups = nullptr;  // what activates, if the graph has no outgoing edges
  bool has_peers = false;                // the run is on several devices
  const GraphFacts* graph_facts = nullptr;
  const RowFacts* known_rows = nullptr;
  PinnedBuffer<Readback<P>> readback;  // one

  Buffer<typename P::VertexValue> value;
  Buffer<Published<P>> published;
  Buffer<std::byte> masks;
  Buffer<std::byte> queues;
  View<FrontierCounts> counts;  // of both frontiers
  Frontier frontiers[2];
  int parity = 0;
  View<std::uint32_t> settled;        // of first-hit programs
  Buffer<std::uint32_t> out_degrees;  // counted
  Buffer<AggregateType<P>> partial;
  Buffer<AggregateType<P>> aggregate;
  Buffer<Contribution<P>> reduced;  // of pull-all and pull-active
  Buffer<FrontierCounts> history;   // of launches of many supersteps
};

}  // namespace warpgraph::detail
